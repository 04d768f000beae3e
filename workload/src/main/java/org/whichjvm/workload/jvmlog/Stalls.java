package org.whichjvm.workload.jvmlog;

import java.util.Arrays;
import org.whichjvm.workload.host.RunQueue;

/**
 * The gaps of one measured thread: two consecutive readings of the clock that lie further apart than the loop between
 * them can explain. A loop that spins makes no system call, so what made the gap was the JVM, the kernel or what lies
 * under it. Whether the thread waited for its CPU meanwhile the kernel tells, and so that is looked at as soon as a gap
 * is seen.
 *
 * <p>One array of its own thread, made and touched before the window, with room at both ends so that no cache line (nor
 * the adjacent one) is shared with what another thread writes. Read by others only when that thread has ended.
 */
public final class Stalls {
    /** The shortest gap that is kept, in ns; a poll, a write or a read takes a tenth of it. */
    public static final long THRESHOLD_NANOS = 5_000;

    /**
     * The shortest gap that is kept, in ns, over a wait strategy's call that gives the CPU away: the timer's slack of
     * 50 µs and a slice of whatever else runs are what such a call asks for.
     */
    public static final long WAIT_THRESHOLD_NANOS = 1_000_000;

    /**
     * The shortest gap in a write or a read, in ns, for which it is looked how much of it the thread waited for its
     * CPU; of a loop that only waits it is looked for each. Shorter ones are page faults by thousands a second on a
     * virtual machine, and a look would delay what comes next.
     */
    static final long LOOK_NANOS = 20_000;

    /** More than a look may take, in ns: the next gap would be one because of it. */
    private static final long SLOW_LOOK_NANOS = 4 * THRESHOLD_NANOS / 5;

    /** Stalls that are kept; more are counted. */
    static final int CAPACITY = 1 << 17;

    /** Between two readings of a loop that only waits. */
    public static final int SPIN = 0;

    /** From the last reading before a message was written to the first one after. */
    public static final int WRITE = 1;

    /** From the reading before a message was read to the one when it was. */
    public static final int READ = 2;

    /** Kept whatever its length: in between, the thread mapped another part of its queue. */
    public static final int REMAP = 3;

    /** Bytes of heap that one thread's take. */
    public static final long BYTES = (3L * CAPACITY + 64) * Long.BYTES;

    /** More than a method is called before the last compiler takes it (HotSpot: 5,000). */
    private static final int TRAINING = 5_000;

    private static final int KIND_BITS = 2;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    // The array: 16 longs of room, these six, room, the gaps (start, length with kind, and wait),
    // room.
    private static final int KEPT = 16;
    private static final int COUNT = 17;
    private static final int TOTAL = 18;
    private static final int MAX = 19;
    private static final int NOT_KEPT = 20;
    private static final int LOOKED = 21;
    private static final int FIRST = 32;
    private static final int EACH = 3;

    private final long[] data;
    private final int capacity;

    /** Null if nobody knows how long the thread waits for its CPU. */
    private RunQueue runQueue;

    public Stalls() {
        this(CAPACITY);
    }

    /** Has room for {@code capacity} gaps; more are counted, not kept. */
    public Stalls(int capacity) {
        this.capacity = capacity;
        data = new long[FIRST + EACH * capacity + 32];
        // Not zero, so that every page is touched now and not in the measured window.
        Arrays.fill(data, -1);
        clear();
    }

    /** Forgets all of them: the last thing before the window. */
    public void clear() {
        Arrays.fill(data, KEPT, NOT_KEPT + 1, 0);
    }

    /** Looks from now on how long the calling thread, whose gaps these are, waited for its CPU. */
    public void lookAt(RunQueue ofThread) {
        runQueue = ofThread;
    }

    /**
     * Keeps made-up gaps of all kinds and forgets them: the compilers have seen each then, and never throw compiled
     * code away because the first one of a kind comes in the window.
     */
    public void train() {
        for (int i = 0; i < TRAINING; i++) {
            for (int kind = SPIN; kind <= REMAP; kind++) {
                keep(0, 1, kind);
                keep(1, 1 + (i % 2 == 0 ? THRESHOLD_NANOS : LOOK_NANOS), kind);
            }
            clear();
        }
        if (runQueue != null && usualLookNanos() > SLOW_LOOK_NANOS) {
            runQueue = null;
        }
    }

    private long usualLookNanos() {
        long[] nanos = new long[101];
        for (int i = 0; i < nanos.length; i++) {
            long before = System.nanoTime();
            runQueue.nanos();
            nanos[i] = System.nanoTime() - before;
        }
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    /**
     * Keeps a gap. Not hot, but called in the hot loops: each call of them starts with a gap from 0, the time at which
     * nothing was read yet, which is left out here. So the compilers see this happen in the warm-up and never have to
     * throw compiled code away in the window.
     *
     * @param from reading of {@link System#nanoTime()} before the gap, or 0
     * @param to reading after it
     * @param kind {@link #SPIN}, {@link #WRITE}, {@link #READ} or {@link #REMAP}
     */
    public void keep(long from, long to, int kind) {
        if (from == 0) {
            // The time that the thread waited before is in no gap.
            look(kind, LOOK_NANOS);
        } else {
            keep(from, to, kind, look(kind, to - from));
        }
    }

    /**
     * How long the thread waited for its CPU since the last look, in ns: in this gap, but for what it waited in between
     * in gaps too short to be looked at.
     */
    private long look(int kind, long nanos) {
        if (runQueue == null || kind == REMAP || (kind != SPIN && nanos < LOOK_NANOS)) {
            return RunQueue.NONE;
        }
        long now = runQueue.nanos();
        long waited = Math.min(now - data[LOOKED], nanos);
        data[LOOKED] = now;
        return now == RunQueue.NONE ? RunQueue.NONE : waited;
    }

    /** Keeps a gap; {@code waited} ns of it the thread waited for its CPU, {@link RunQueue#NONE} if unknown. */
    public void keep(long from, long to, int kind, long waited) {
        long[] data = this.data;
        long nanos = to - from;
        if (kind != REMAP) {
            data[COUNT]++;
            data[TOTAL] += nanos;
            // Without a branch: one that was never taken is left out of compiled code.
            long more = nanos - data[MAX];
            data[MAX] += more & ~(more >> 63);
        }
        int at = (int) data[KEPT];
        if (at < capacity) {
            data[FIRST + EACH * at] = from;
            data[FIRST + EACH * at + 1] = nanos << KIND_BITS | kind;
            data[FIRST + EACH * at + 2] = waited;
            data[KEPT] = at + 1L;
        } else {
            data[NOT_KEPT]++;
        }
    }

    /** Gaps and remaps that are kept, in the order in which they ended. */
    public int kept() {
        return (int) data[KEPT];
    }

    /** Start of a kept one, on the clock of {@link System#nanoTime()}. */
    public long start(int number) {
        return data[FIRST + EACH * number];
    }

    public long end(int number) {
        return start(number) + nanos(number);
    }

    public long nanos(int number) {
        return data[FIRST + EACH * number + 1] >> KIND_BITS;
    }

    /** Kind of a kept one, as it was given to {@link #keep}. */
    public int kind(int number) {
        return (int) data[FIRST + EACH * number + 1] & KIND_MASK;
    }

    /** How long the thread waited for its CPU in a kept one, in ns; null if it is not known. */
    public Long waitedNanos(int number) {
        long waited = data[FIRST + EACH * number + 2];
        return waited == RunQueue.NONE ? null : (Long) waited;
    }

    public long notKept() {
        return data[NOT_KEPT];
    }

    /** All gaps, remaps not counted. */
    public long count() {
        return data[COUNT];
    }

    /** Sum of all gaps, in ns. */
    public long totalNanos() {
        return data[TOTAL];
    }

    /** The longest gap, in ns; 0 if there is none. */
    public long maxNanos() {
        return data[MAX];
    }
}
