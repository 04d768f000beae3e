package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.SlowCause;
import org.whichjvm.common.Units;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Spans;
import org.whichjvm.workload.jvmlog.Stalls;

/**
 * The disturbances that are known of the measured windows, and when they were, by cause.
 *
 * <ul>
 *   <li>preemption: a stall in at least half of which the thread could run and waited for its CPU, as the kernel counts
 *       it: something else ran there, another process or a thread of this JVM
 *   <li>safepoints, handshakes: the JVM's log
 *   <li>remaps: a thread mapped another part of the queue
 *   <li>page faults: from send to read of a message that was the first one on its page, if that took at most
 *       {@value #FAULT_FACTOR} times the median of such messages and no longer than any fault can (or something else
 *       hit it), and if the kernel counted at least half as many faults as there are such pages
 * </ul>
 *
 * <p>A stall that none of these covers for half of it is unexplained: an interrupt, an exit of a virtual machine, a
 * deoptimisation, a page fault of code and a process that is stopped look alike from here.
 *
 * <p>A stall's own span is evidence of its cause too: a thread wakes up some time after a safepoint.
 */
final class Evidence {
    static final int FAULT_FACTOR = 8;

    /**
     * What a fault takes at most, beside 1 ns a byte, a tenth of what memory is cleared at. On a host so busy that the
     * median message waits for its CPU, the median says nothing.
     */
    private static final long FAULT_NANOS = 100_000;

    private static final int LISTED = 100;

    /** A remap is noticed at the next message, which may be long after it. */
    private static final long REMAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Of two causes with the same evidence the first counts: a thread's own counter says more. */
    private static final SlowCause[] CAUSES = {
        SlowCause.PREEMPTION,
        SlowCause.SAFEPOINT,
        SlowCause.HANDSHAKE,
        SlowCause.REMAP,
        SlowCause.PAGE_FAULT,
        SlowCause.UNEXPLAINED
    };

    private final List<Stalls> stalls;
    private final Map<SlowCause, Spans> known = new EnumMap<>(SlowCause.class);
    private final Map<SlowCause, Spans> all = new EnumMap<>(SlowCause.class);

    /** Takes the minor faults of all threads, null if unknown, and what one of them maps. */
    Evidence(List<Samples> windows, List<Stalls> stalls, Safepoints safepoints, Long minorFaults, long pageBytes) {
        this.stalls = stalls;
        known.put(SlowCause.SAFEPOINT, safepoints.spans());
        known.put(SlowCause.HANDSHAKE, safepoints.handshakes());
        known.put(SlowCause.REMAP, remaps(stalls));
        known.put(SlowCause.PAGE_FAULT, pageFaults(windows, minorFaults, FAULT_NANOS + pageBytes));
        Map<SlowCause, Spans.Builder> spans = new EnumMap<>(SlowCause.class);
        for (SlowCause cause : CAUSES) {
            spans.put(cause, new Spans.Builder());
        }
        known.forEach((cause, of) -> spans.get(cause).addAll(of));
        for (Stalls ofThread : stalls) {
            for (int i = 0; i < ofThread.kept(); i++) {
                if (ofThread.kind(i) != Stalls.REMAP) {
                    spans.get(causeOf(ofThread, i)).add(ofThread.start(i), ofThread.end(i));
                }
            }
        }
        spans.forEach((cause, of) -> all.put(cause, of.build()));
    }

    /**
     * The cause with the most evidence in a span of time, {@link SlowCause#UNEXPLAINED} if that is stalls without a
     * cause; null if none covers {@code atLeast} ns.
     */
    SlowCause strongest(long from, long to, long atLeast) {
        SlowCause strongest = null;
        long most = Math.max(1, atLeast) - 1;
        for (SlowCause cause : CAUSES) {
            long covered = all.get(cause).covered(from, to);
            if (covered > most) {
                most = covered;
                strongest = cause;
            }
        }
        return strongest;
    }

    JsonObject json(long windowStart) {
        List<int[]> longest = new ArrayList<>();
        long notKept = 0;
        for (int thread = 0; thread < stalls.size(); thread++) {
            Stalls ofThread = stalls.get(thread);
            notKept += ofThread.notKept();
            for (int i = 0; i < ofThread.kept(); i++) {
                if (ofThread.kind(i) != Stalls.REMAP) {
                    longest.add(new int[] {thread, i});
                }
            }
        }
        longest.sort(Comparator.comparingLong(each -> -stalls.get(each[0]).nanos(each[1])));
        JsonArray list = new JsonArray();
        for (int[] each : longest.subList(0, Math.min(LISTED, longest.size()))) {
            Stalls ofThread = stalls.get(each[0]);
            Long waited = ofThread.waitedNanos(each[1]);
            JsonObject one = new JsonObject();
            one.addProperty("thread", each[0]);
            one.addProperty("atSeconds", Units.seconds(ofThread.start(each[1]) - windowStart));
            one.addProperty("micros", Units.micros(ofThread.nanos(each[1])));
            one.addProperty("runQueueMicros", waited == null ? null : Units.micros(waited));
            one.addProperty("cause", causeOf(ofThread, each[1]).key);
            list.add(one);
        }
        JsonObject json = new JsonObject();
        json.addProperty("thresholdMicros", Units.micros(Stalls.THRESHOLD_NANOS));
        json.addProperty("notKept", notKept);
        json.add("longest", list);
        return json;
    }

    /** The first cause whose evidence covers half of the stall. */
    private SlowCause causeOf(Stalls ofThread, int number) {
        long from = ofThread.start(number);
        long to = ofThread.end(number);
        Long waited = ofThread.waitedNanos(number);
        if (waited != null && 2 * waited >= to - from) {
            return SlowCause.PREEMPTION;
        }
        for (SlowCause cause : CAUSES) {
            // A thread that spins touches no new memory, whatever the other one does.
            boolean possible =
                    known.containsKey(cause) && (cause != SlowCause.PAGE_FAULT || ofThread.kind(number) != Stalls.SPIN);
            if (possible && 2 * known.get(cause).covered(from, to) >= to - from) {
                return cause;
            }
        }
        return SlowCause.UNEXPLAINED;
    }

    private static Spans remaps(List<Stalls> stalls) {
        Spans.Builder spans = new Spans.Builder();
        for (Stalls ofThread : stalls) {
            for (int i = 0; i < ofThread.kept(); i++) {
                if (ofThread.kind(i) == Stalls.REMAP) {
                    long end = ofThread.end(i);
                    spans.add(Math.max(ofThread.start(i), end - REMAP_NANOS), end);
                }
            }
        }
        return spans.build();
    }

    private static Spans pageFaults(List<Samples> windows, Long minorFaults, long longestFault) {
        Spans.Builder spans = new Spans.Builder();
        Histogram first = Samples.histogram("first");
        Samples.forEachRead(windows, (dueAt, sentAt, readAt, flags) -> {
            if ((flags & Samples.FIRST_ON_PAGE) != 0) {
                first.recordValue(Math.max(0, readAt - sentAt));
            }
        });
        if (minorFaults == null || 2 * minorFaults >= first.getTotalCount()) {
            long most = Math.min(FAULT_FACTOR * first.getValueAtPercentile(50), longestFault);
            Samples.forEachRead(windows, (dueAt, sentAt, readAt, flags) -> {
                if ((flags & Samples.FIRST_ON_PAGE) != 0 && readAt - sentAt <= most) {
                    spans.add(sentAt, readAt);
                }
            });
        }
        return spans.build();
    }
}
