package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Units;

/** Requests, or messages, at one rate of an open load, or of a closed loop: what sends them fills it in. */
public final class RateStep {
    /** A request that came so shortly before the end of a step, in ns, may be under way then. */
    public static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Answered of what was sent, at least, for a rate that the system keeps up with. */
    private static final double KEPT = 0.995;

    /** Requests a second that were to be sent; 0 of a closed loop. */
    public final double rate;

    /** For how long they were sent, in ns; 0 of a step that the host kept from taking place. */
    public final long nanos;

    public long sent;

    /** Requests that were answered well by the end. */
    public long answered;

    /** Requests that were answered by an error, or not at all. */
    public long errors;

    /** Whether the system kept up with the rate. */
    public boolean kept = true;

    /** Response times from the intended times, in ns; of what was cut off, until then. */
    public final Histogram responses = new Histogram(3);

    /** How much later than intended requests were sent, in ns. */
    public final Histogram lag = new Histogram(3);

    /** Service times, from the sending, in ns; empty if they are not kept. */
    public final Histogram services = new Histogram(3);

    public RateStep(double rate, long nanos) {
        this.rate = rate;
        this.nanos = nanos;
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
        RateStep both = new RateStep(rate, nanos + other.nanos);
        both.kept = kept && other.kept;
        for (RateStep each : Arrays.asList(this, other)) {
            both.sent += each.sent;
            both.answered += each.answered;
            both.errors += each.errors;
            both.responses.add(each.responses);
            both.lag.add(each.lag);
            both.services.add(each.services);
        }
        return both;
    }

    /** The service times; the response times if those are not kept. */
    Histogram servicesOrResponses() {
        return services.getTotalCount() > 0 ? services : responses;
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
