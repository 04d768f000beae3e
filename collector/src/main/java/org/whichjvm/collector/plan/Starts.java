package org.whichjvm.collector.plan;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How often each fork of a block starts a short program, so that a block has more than one start of each contender.
 *
 * @param starts of each fork
 * @param slotNanos how long each start may take, with the copy of its folder
 */
record Starts(int starts, long slotNanos) {
    /** A program that takes longer, in s, is started once a fork. */
    private static final double SHORT = 1;

    /** The time of a contender's program in a block, all its starts together, in s. */
    private static final double OF_BLOCK = 2;

    // With fewer, a median leaves out no start that the host disturbed.
    private static final int LEAST = 3;
    private static final int MOST = 10;

    // A start may take longer than the first one did. Beside it, its folder is copied and removed, and whatever it left
    // behind is looked for.
    private static final double LONGER = 1.5;
    private static final double REST = 0.2;
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * Those of a program that took this long at most in the first fork of each contender, from its start to the end of
     * its process, in s; empty if it is not short.
     */
    static Optional<Starts> of(double longestSeconds) {
        if (!(longestSeconds < SHORT)) {
            return Optional.empty();
        }
        int starts = (int) Math.max(LEAST, Math.min(MOST, OF_BLOCK / longestSeconds));
        long steps = (long) Math.ceil((LONGER * longestSeconds + REST) * 1e9 / STEP_NANOS);
        return Optional.of(new Starts(starts, steps * STEP_NANOS));
    }
}
