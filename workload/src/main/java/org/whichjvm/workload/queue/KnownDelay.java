package org.whichjvm.workload.queue;

import java.util.Arrays;
import org.whichjvm.workload.fork.CompilersIdle;

/**
 * A known effect, to calibrate with: work of a given number of ns. The consumer does it for each message, after it
 * copies the message out and before it takes the time of reading.
 *
 * <p>The work is a chain of steps of Knuth's MMIX generator, x ← a·x + c mod 2^64 (The Art of Computer Programming,
 * vol. 2, 3.3.4), each of which needs the one before: about 1 ns a step, whatever compiled it. Polling
 * {@link System#nanoTime()} instead could not do less than the 20 ns and more that one reading takes.
 *
 * <p>Made by the thread that spends it: that is the CPU its steps are timed on, and no other thread writes near it.
 */
final class KnownDelay {
    static final long MAX_NANOS = 1_000_000;

    /** More than a method that loops is called before the last compiler takes it (HotSpot: 600). */
    private static final int WARM_UP_CALLS = 2_000;

    private static final int WARM_UP_STEPS = 1_000;
    private static final int TIMINGS = 21;
    private static final int TIMED_STEPS = 100_000;

    // These are fields, not constants: C2 makes one step of many out of constants (0.06 ns on 25).
    private long multiplier = 6364136223846793005L;
    private long increment = 1442695040888963407L;

    private final long steps;

    /** Kept, so that no compiler may leave the work out. */
    long last;

    /** Times the steps, unless there is nothing to spend: 0 to {@value #MAX_NANOS} ns a message. */
    KnownDelay(long nanos) throws InterruptedException {
        steps = nanos == 0 ? 0 : Math.max(1, Math.round(nanos / nanosPerStep()));
    }

    boolean isNone() {
        return steps == 0;
    }

    /**
     * Hot. Starts from the end of the message, or the CPU would work on the steps while it still waits for the copy;
     * the reading of the clock that follows waits for the steps by itself.
     */
    void spend(Payload message) {
        last = chain(last ^ message.end(), steps);
    }

    private long chain(long start, long steps) {
        long multiplier = this.multiplier;
        long increment = this.increment;
        long x = start;
        for (long i = 0; i < steps; i++) {
            x = x * multiplier + increment;
        }
        return x;
    }

    /** The median of several timings: a stall of the host distorts only a few. */
    private double nanosPerStep() throws InterruptedException {
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            last = chain(last, WARM_UP_STEPS);
        }
        new CompilersIdle().await();
        long[] timings = new long[TIMINGS];
        for (int i = 0; i < TIMINGS; i++) {
            long before = System.nanoTime();
            last = chain(last, TIMED_STEPS);
            timings[i] = System.nanoTime() - before;
        }
        Arrays.sort(timings);
        return timings[TIMINGS / 2] / (double) TIMED_STEPS;
    }
}
