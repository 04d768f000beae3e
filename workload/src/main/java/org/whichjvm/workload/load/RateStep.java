package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Units;

/** Requests, or messages, at one rate of an open load, or of a closed loop. */
public final class RateStep {
    /** A request that came so shortly before the end of a step, in ns, may be under way then. */
    public static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Answered of what was sent, at least, for a rate that the system keeps up with. */
    private static final double KEPT = 0.995;

    /** Requests a second that were to be sent; 0 of a closed loop. */
    public final double rate;

    /** For how long they were sent, in ns; 0 of a step that the host kept from taking place. */
    public final long nanos;

    public final long sent;

    /** Requests that were answered well by the end. */
    public final long answered;

    /** Requests that were answered by an error, or not at all. */
    public final long errors;

    /** Whether the system kept up with the rate. */
    public final boolean kept;

    /** Response times from the intended times, in ns; of what was cut off, until then. */
    public final Histogram responses;

    /** How much later than intended requests were sent, in ns. */
    public final Histogram lag;

    /** Service times, from the sending, in ns; the response times where these are not kept. */
    final Histogram services;

    /** A step that did not take place. */
    public RateStep(double rate) {
        this(rate, 0, 0, 0, 0, true, new Histogram(3), new Histogram(3));
    }

    /** A step whose service times are not kept. */
    public RateStep(
            double rate,
            long nanos,
            long sent,
            long answered,
            long errors,
            boolean kept,
            Histogram responses,
            Histogram lag) {
        this(rate, nanos, sent, answered, errors, kept, responses, lag, responses);
    }

    /** All that is known of a step. */
    public RateStep(
            double rate,
            long nanos,
            long sent,
            long answered,
            long errors,
            boolean kept,
            Histogram responses,
            Histogram lag,
            Histogram services) {
        this.rate = rate;
        this.nanos = nanos;
        this.sent = sent;
        this.answered = answered;
        this.errors = errors;
        this.kept = kept;
        this.responses = responses;
        this.lag = lag;
        this.services = services;
    }

    /**
     * Whether a system has answered what it got by the end of a step, so that no backlog grows, but for the last
     * requests, which may be under way: in a short step a pause of the garbage collector at its end would else count as
     * a backlog.
     */
    public static boolean isKept(long sent, long last, long answered) {
        return answered >= Math.min(KEPT * sent, sent - last);
    }

    /** Both steps at one rate, as one that is as long as both. */
    RateStep plus(RateStep other) {
        return new RateStep(
                rate,
                nanos + other.nanos,
                sent + other.sent,
                answered + other.answered,
                errors + other.errors,
                kept && other.kept,
                both(responses, other.responses),
                both(lag, other.lag),
                both(services, other.services));
    }

    private static Histogram both(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    /** Whether it took place. */
    boolean taken() {
        return nanos > 0;
    }

    /** Whether it took place, and a request was due in it unless it was a closed loop. */
    boolean hasTimes() {
        return taken() && (rate == 0 || responses.getTotalCount() > 0);
    }

    /** Answers a second. */
    public double throughput() {
        return taken() ? answered * 1e9 / nanos : 0;
    }

    public double p99() {
        return responses.getValueAtPercentile(99);
    }

    JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("rate", Units.tenths(rate));
        json.addProperty("sent", sent);
        json.addProperty("answered", answered);
        json.addProperty("errors", errors);
        json.addProperty("p50Nanos", responses.getValueAtPercentile(50));
        json.addProperty("p95Nanos", responses.getValueAtPercentile(95));
        json.addProperty("p99Nanos", responses.getValueAtPercentile(99));
        json.addProperty("lagP99Nanos", lag.getValueAtPercentile(99));
        return json;
    }
}
