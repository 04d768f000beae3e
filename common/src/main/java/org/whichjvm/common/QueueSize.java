package org.whichjvm.common;

import java.util.concurrent.TimeUnit;

/** The size of a fork's queue, in bytes, and the article's settings that it follows from. */
public final class QueueSize {
    /** Messages a second where nobody says it. */
    public static final long RATE = 100_000;

    /** Bytes of a message where nobody says it. */
    public static final long SIZE = 256;

    /** The most messages of a turn at one of many rates, so that the memory of its queue is known. */
    public static final long MOST_OF_RATE = 1_000_000;

    /** Bytes that Chronicle Queue maps at once where nobody says it. */
    public static final long BLOCK = 64L << 20;

    /** Enough for the compilers of all JVMs to compile both loops before the schedule starts. */
    public static final long UNPACED_MESSAGES = 200_000;

    /** More than a method that loops is called before the last compiler takes it (HotSpot: 600). */
    public static final int WARM_UP_CALLS = 2_000;

    /** The unpaced messages take no more bytes, unless each call would have none. */
    private static final long UNPACED_BYTES = 256L << 20;

    /** A delay adds no more to the unpaced messages, by the same rule. */
    private static final long UNPACED_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The unpaced messages of a profiled turn take no more bytes. */
    private static final long UNPACED_TURN_BYTES = 16L << 20;

    /** Chronicle keeps an index, a metadata file and whole blocks beside the messages. */
    private static final long OVERHEAD_BLOCKS = 2;

    /** Messages of the warm-up without a pause: fewer where they are large, in bytes, or long delayed. */
    public static long unpacedMessages(long size, long delayNanos) {
        long bySize = UNPACED_BYTES / Math.max(1, size);
        long byDelay = UNPACED_DELAY_NANOS / Math.max(1, delayNanos);
        return Math.min(UNPACED_MESSAGES, Math.max(WARM_UP_CALLS, Math.min(bySize, byDelay)));
    }

    /**
     * The most messages without a pause that a profiled turn has, of {@code size} bytes each: at most one for each µs
     * of its second half.
     */
    public static long unpacedOfTurn(long turnNanos, long size) {
        return Math.max(1, Math.min(turnNanos / 2_000, UNPACED_TURN_BYTES / Math.max(1, size)));
    }

    /** Bytes that this many messages take in a queue: each has a header of 4 bytes, and padding to 4. */
    public static long bytes(double messages, long size) {
        return (long) (messages * (4 + (size + 3) / 4 * 4));
    }

    /** Bytes that must be free for a queue with this many bytes of messages. */
    public static long mapped(long bytes, long blockSize) {
        return bytes + OVERHEAD_BLOCKS * blockSize;
    }
}
