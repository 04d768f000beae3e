package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;

/**
 * Waits until the compilers are done with what a warm-up gave them, while the measured threads wait too: on two CPUs
 * they compete with the compilers, and one that works in Java, as Graal's may, falls far behind.
 *
 * <p>They are idle when their threads took under {@value #IDLE_PERCENT} % of a CPU over {@value #STEPS} times
 * {@value #STEP_MILLIS} ms, and then all of them sleep: one that others keep from a CPU takes no time either. In a JVM
 * that does not name its compiler threads (8), all threads but the measured ones and the one that waits count. A
 * compiler takes its next method at once, so that a longer look would tell no more. A fork waits
 * {@value #LIMIT_SECONDS} s at most, all its waits together, and beside that {@value #CATCH_UP_MILLIS} ms at most each
 * time it only lets them catch up.
 */
public final class CompilersIdle {
    private static final int STEP_MILLIS = 10;

    private static final int STEPS = 3;

    private static final int IDLE_PERCENT = 1;
    private static final int LIMIT_SECONDS = 30;

    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(STEPS * STEP_MILLIS) * IDLE_PERCENT / 100;

    private static final int CATCH_UP_STEP_MILLIS = 10;
    private static final int CATCH_UP_MILLIS = 1_000;

    private long began = System.nanoTime();
    private final HelperThreads threads = new HelperThreads();
    private long left = TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    private boolean idle;
    private long ended;

    public void begin() {
        began = System.nanoTime();
    }

    /**
     * Returns once they have done most of what was given to them, or {@value #CATCH_UP_MILLIS} ms later: what is sent
     * next runs in their code, and not in the interpreter.
     */
    public void catchUp() throws InterruptedException {
        long start = System.nanoTime();
        HelperThreads.Snapshot before = threads.read();
        boolean busy = true;
        while (busy && System.nanoTime() - start < CATCH_UP_MILLIS * 1_000_000L) {
            TimeUnit.MILLISECONDS.sleep(CATCH_UP_STEP_MILLIS);
            HelperThreads.Snapshot now = threads.read();
            Long worked = worked(now, before);
            busy = worked != null && worked > CATCH_UP_STEP_MILLIS * 1_000_000L / 2;
            before = now;
        }
    }

    /** Returns once they are idle, or the limit is reached. */
    public void await() throws InterruptedException {
        long start = System.nanoTime();
        Deque<HelperThreads.Snapshot> earlier = new ArrayDeque<>();
        earlier.add(threads.read());
        idle = false;
        while (!idle && System.nanoTime() - start < left) {
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            HelperThreads.Snapshot now = threads.read();
            earlier.add(now);
            if (earlier.size() <= STEPS) {
                continue;
            }
            HelperThreads.Snapshot before = earlier.remove();
            Long worked = worked(now, before);
            idle = worked == null || worked < IDLE_NANOS && !threads.anyRuns(compilers(now.since(before)));
        }
        ended = System.nanoTime();
        left -= ended - start;
    }

    /** CPU time of the compilers in between, in ns; null if the kernel does not tell. */
    private static Long worked(HelperThreads.Snapshot now, HelperThreads.Snapshot before) {
        Map<Kind, Long> nanos = now.since(before);
        return HelperThreads.sum(nanos, compilers(nanos));
    }

    private static Set<Kind> compilers(Map<Kind, Long> nanos) {
        return nanos.containsKey(Kind.COMPILER) ? EnumSet.of(Kind.COMPILER) : HelperThreads.helpers();
    }

    /** Describes for a fork's file how long the warm-up was, and whether the compilers were idle. */
    public JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("seconds", Units.seconds(ended - began));
        json.addProperty("compilersIdle", idle);
        return json;
    }
}
