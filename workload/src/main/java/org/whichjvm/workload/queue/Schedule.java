package org.whichjvm.workload.queue;

/**
 * When each message is meant to be sent: {@code start + i × interval}, never re-based, so that a stall is charged to
 * every message it delayed.
 */
final class Schedule {
    /** Nanoseconds between two messages of one producer; 0 sends without a pause. */
    final double intervalNanos;

    private final long start;
    private final double offset;

    /**
     * @param start of the first message, on the clock of {@link System#nanoTime()}
     * @param rate messages a second over all producers
     */
    Schedule(long start, double rate, int producers) {
        this(start, 1e9 * producers / rate, 1e9 / rate);
    }

    private Schedule(long start, double intervalNanos, double offset) {
        this.start = start;
        this.intervalNanos = intervalNanos;
        this.offset = offset;
    }

    static Schedule unpaced(long start) {
        return new Schedule(start, 0, 0);
    }

    /** The schedule after this many messages of each producer, without a gap. */
    Schedule from(long message) {
        return new Schedule(start + (long) (message * intervalNanos), intervalNanos, offset);
    }

    /** Producers take turns: the messages of all of them together are evenly spaced. */
    long intendedAt(int producer, long message) {
        return intendedAt(firstOf(producer), message, intervalNanos);
    }

    /**
     * The formula, also for the hot loop, which has the first two values in its own variables.
     *
     * @param first when the producer's first message is due
     */
    static long intendedAt(long first, long message, double intervalNanos) {
        return first + (long) (message * intervalNanos);
    }

    long firstOf(int producer) {
        return start + (long) (producer * offset);
    }
}
