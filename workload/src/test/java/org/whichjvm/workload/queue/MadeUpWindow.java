package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.SlowCause;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;

/** A window of 10,000 messages 10 µs apart, each 500 ns, but for what a test changes. */
abstract class MadeUpWindow {
    static final int COUNT = 10_000;
    static final long INTERVAL = 10_000;
    static final long START = 1_000_000_000L;
    static final long USUAL = 500;
    static final long MILLI = 1_000_000;

    final Schedule schedule = new Schedule(START, 100_000, 1);
    final long[] sentAt = new long[COUNT];
    final long[] readAt = new long[COUNT];
    final byte[] flags = new byte[COUNT];
    final Stalls producer = new Stalls(1_000);
    final Stalls consumer = new Stalls(1_000);
    private final StringBuilder log = new StringBuilder();
    Long minorFaults = 100_000L;
    long pageBytes = 4096;
    Evidence evidence;

    MadeUpWindow() {
        for (int i = 0; i < COUNT; i++) {
            sentAt[i] = due(i);
            readAt[i] = due(i) + USUAL;
        }
    }

    static long due(int message) {
        return START + message * INTERVAL;
    }

    /** Reads nothing for so long from when that message was due, and then all at once. */
    void consumerStops(int message, long nanos) {
        long until = due(message) + nanos;
        for (int i = message; i < COUNT && sentAt[i] < until; i++) {
            readAt[i] = Math.max(readAt[i], until + (i - message));
        }
        for (int i = message + 1; i < COUNT; i++) {
            readAt[i] = Math.max(readAt[i], readAt[i - 1] + 1);
        }
    }

    /** Sends nothing for so long from when that message was due, and then one after the other. */
    void producerStops(int message, long nanos) {
        for (int i = message; i < COUNT && due(i) < due(message) + nanos; i++) {
            sentAt[i] = due(message) + nanos + (i - message) * USUAL;
            readAt[i] = sentAt[i] + USUAL;
        }
    }

    /** As the JVM logs it. */
    void safepoint(long from, long to) {
        log.append(String.format("[%dns] Safepoint \"G1\", Total: %d ns%n", to, to - from));
    }

    /** As the JVM logs it. */
    void handshake(long from, long to) {
        log.append(String.format(
                "[%dns] Handshake \"Deoptimize\", Targeted threads: 2, Executed by requesting thread: 0,"
                        + " Total completion time: %d ns%n",
                to, to - from));
    }

    Safepoints pauses() {
        return Safepoints.parse(log.toString(), 0, START, due(COUNT));
    }

    /** A thread that spun or wrote found that it had waited for its CPU all that time. */
    static void preempted(Stalls stalls, long from, long to) {
        stalls.keep(from, to, Stalls.SPIN, to - from);
    }

    /** Each sixteenth message is the first on its page and takes 6 µs. */
    void pages() {
        for (int i = 0; i < COUNT; i += 16) {
            flags[i] = Samples.FIRST_ON_PAGE;
            readAt[i] = sentAt[i] + 6_000;
        }
    }

    void all(SlowCause cause, String latency, int delayed) {
        Attribution.TailCauses worst = level(latency, "worst");
        // All those that were delayed are among the worst thousand.
        assertTrue(worst.count(cause) >= Math.min(delayed, 1_000) * 0.9, latency + ": " + worst.line());
        Attribution.TailCauses beyond = level(latency, "p99_9");
        assertEquals(beyond.messages(), beyond.count(cause), latency + ": " + beyond.line());
    }

    /** And so have all stalls that are listed. */
    void allAndStalls(SlowCause cause, String latency, int delayed) {
        all(cause, latency, delayed);
        assertEquals(cause.key, causesOfStalls());
    }

    Attribution.TailCauses level(String latency, String name) {
        int number = Arrays.asList("p99", "p99_9", "p99_99", "worst").indexOf(name);
        return attribution().levels(histogram(latency)).get(number);
    }

    /** Of the listed stalls, the longest first. */
    String causesOfStalls() {
        JsonArray longest = evidence.json(START).getAsJsonArray("longest");
        String causes = "";
        for (int i = 0; i < longest.size(); i++) {
            String cause = longest.get(i).getAsJsonObject().get("cause").getAsString();
            causes = causes.contains(cause) ? causes : causes + cause;
        }
        return causes;
    }

    Attribution attribution() {
        List<Samples> windows = List.of(samples());
        evidence = new Evidence(windows, List.of(producer, consumer), pauses(), minorFaults, pageBytes);
        return new Attribution(windows, evidence);
    }

    static Samples window(Samples samples, Schedule schedule, long startedMillis) {
        samples.schedule = schedule;
        samples.startedMillis = startedMillis;
        return samples;
    }

    Histogram histogram(String tag) {
        return histogram(tag, samples());
    }

    static Histogram histogram(String tag, Samples samples) {
        Histogram histogram = Samples.histogram(tag);
        samples.forEach(
                0,
                samples.perProducer,
                (due, service, response) -> histogram.recordValue(tag.equals("service") ? service : response));
        return histogram;
    }

    Samples samples() {
        Samples samples = window(new Samples(1, COUNT), schedule, 0);
        Payload message = new Payload(64, 0);
        for (int i = 0; i < COUNT; i++) {
            message.number(i);
            message.stamp(sentAt[i]);
            samples.record(message, readAt[i], flags[i]);
        }
        return samples;
    }
}
