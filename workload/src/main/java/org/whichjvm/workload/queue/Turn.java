package org.whichjvm.workload.queue;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.ClockOffset;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.jvmlog.Spans;

/** One turn of a fork: messages that settle caches and CPUs and do not count, then the window. */
final class Turn {
    /** From the start of a slot, in which threads wake up and measure the floor, to its messages. */
    static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(6);

    /** From when the last message is due to the end of the slot, with the floor once more. */
    static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(6);

    /** From the start of the slot: threads are awake and counters are read by then. */
    static final long AWAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** From the start of the slot: the first thread has counted what was done before it. */
    static final long COUNTED_NANOS = AWAKE_NANOS / 2;

    /** The floor in a turn takes 0.4 to 2 ms. */
    static final int FLOOR_BATCHES = 48;

    /** The {@link #round} of the turn that is not measured. */
    static final int REHEARSAL = -1;

    final int round;
    final Samples settling;
    final Samples window;

    /** The floor before the turn's messages, in ns; 0 until it is measured. */
    double floorBefore;

    /** The floor after them, in ns; 0 until it is measured. */
    double floorAfter;

    /** Whether a thread was not ready when the first message was due. */
    boolean late;

    /** CPU time of the JVM's other threads in the turn, in ns; null if it is not known. */
    Long helperNanos;

    /** How long the measured thread that waited longest for its CPU did so, in ns, or null. */
    private Long waitNanos;

    /** CPU time of the JVM's compilers in the turn, in ns, or null. */
    private Long compilerNanos;

    /** CPU time of the whole JVM from the end of its previous turn to this one, in ns, or null. */
    private Long asleepNanos;

    /** Start of its slot, on the clock of {@link System#nanoTime()}. */
    volatile long startsAt;

    /** Messages that a profiled turn has without a pause, after its window; else null. */
    volatile Samples unpaced;

    private long readyAt;
    private HelperThreads.Snapshot awake;
    private HelperThreads.Snapshot done;

    Turn(int round, Samples settling, Samples counted) {
        this.round = round;
        this.settling = settling;
        window = counted;
    }

    /** Fixes its times, by the start of its slot on the clock of {@link System#nanoTime()}. */
    void at(long start, long rate, int producers) {
        startsAt = start;
        follow(new Schedule(start + LEAD_NANOS, rate, producers));
    }

    /** Fixes when its messages are due, those that settle first. */
    void follow(Schedule schedule) {
        settling.schedule = schedule;
        window.schedule = schedule.from(settling.perProducer);
        window.startedMillis = TimeUnit.NANOSECONDS.toMillis(window.start() - ClockOffset.nanos());
    }

    /**
     * Each of its threads calls this when it is ready for the first message. It is late if half of the settling
     * messages are due by then: the queue may not have settled when those that count come.
     */
    synchronized void isReady() {
        readyAt = Math.max(readyAt, System.nanoTime());
        late = readyAt > latestReady();
    }

    private long latestReady() {
        return settling.schedule.intendedAt(0, settling.perProducer / 2);
    }

    /**
     * Keeps a turn that this JVM itself delayed: its pauses and its helper threads are its result, which no exclusion
     * rule may take away. To be called once the turn is settled.
     */
    synchronized void keepIfOwn(Spans pauses) {
        if (late) {
            long helpers = helperNanos == null ? 0 : helperNanos;
            long own = pauses.covered(startsAt, readyAt) + helpers;
            late = readyAt - own > latestReady();
        }
    }

    /** One thread calls this when it wakes up, and the next at the turn's end. */
    void begin(HelperThreads threads) {
        awake = threads.onWakingUp();
    }

    void end(HelperThreads threads) {
        done = threads.onGoingToSleep();
    }

    /** Sums up what the JVM's threads did, once all turns are over: their CPU time in this one, by kind, in ns. */
    Map<Kind, Long> settle(Turn previous, MeasuredThread... threads) {
        for (MeasuredThread thread : threads) {
            Long waited = thread.counters.waitedNanos(round);
            if (waited != null && (waitNanos == null || waited > waitNanos)) {
                waitNanos = waited;
            }
        }
        Map<Kind, Long> worked = done.since(awake);
        helperNanos = HelperThreads.sum(worked, HelperThreads.helpers());
        compilerNanos = worked.get(Kind.COMPILER);
        asleepNanos =
                previous == null ? null : HelperThreads.sum(awake.since(previous.done), EnumSet.allOf(Kind.class));
        return worked;
    }

    /** Describes it for a fork's file, by its slot. */
    JsonObject json(int place, boolean overloaded) {
        JsonObject json = new JsonObject();
        json.addProperty("round", round);
        json.addProperty("slot", place);
        json.addProperty("floorBefore", Units.tenths(floorBefore));
        json.addProperty("floorAfter", Units.tenths(floorAfter));
        json.addProperty("late", late);
        json.addProperty("overloaded", overloaded);
        json.addProperty("messages", window.messages());
        json.add("service", JsonNull.INSTANCE);
        json.add("response", JsonNull.INSTANCE);
        json.add("quarters", JsonNull.INSTANCE);
        json.addProperty("waitMicros", micros(waitNanos));
        json.addProperty("helpersMicros", micros(helperNanos));
        json.addProperty("compilerMicros", micros(compilerNanos));
        json.addProperty("asleepMicros", micros(asleepNanos));
        return json;
    }

    /** The p50 service time of the first and of the last quarter of the messages that count. */
    JsonObject quarters() {
        long all = window.perProducer;
        JsonObject json = new JsonObject();
        json.addProperty("first", p50(0, (all + 3) / 4));
        json.addProperty("last", p50(all - (all + 3) / 4, all));
        return json;
    }

    private long p50(long from, long to) {
        Histogram histogram = Samples.histogram("service");
        window.forEach(from, to, (dueAt, serviceNs, responseNs) -> histogram.recordValue(serviceNs));
        return histogram.getValueAtPercentile(50);
    }

    /** The percentiles that a turn has enough messages for. */
    static JsonObject percentiles(Histogram histogram) {
        JsonObject json = new JsonObject();
        for (Percentile each : new Percentile[] {Percentile.P50, Percentile.P90, Percentile.P99}) {
            json.addProperty(each.key, histogram.getValueAtPercentile(each.percent));
        }
        return json;
    }

    private static Long micros(Long nanos) {
        return nanos == null ? null : (Long) TimeUnit.NANOSECONDS.toMicros(nanos);
    }
}
