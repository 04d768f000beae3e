package org.whichjvm.common;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How far the monotonic clock is from the time of day. A thread can lose its CPU for many ms between its readings of
 * the two, above all while several JVMs start at once. So it reads both again until it was not interrupted.
 */
public final class ClockOffset {
    /** Readings that took no longer than this were not interrupted; 50 ns to 10 us are usual. */
    static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** After this many readings the quickest one counts. */
    static final int MOST_LOOKS = 1_000;

    /** {@link System#nanoTime()} less the time of day, in ns, which is told in ms. */
    public static long nanos() {
        return nanos(System::nanoTime, System::currentTimeMillis);
    }

    /**
     * The monotonic clock less the time of day, in ns.
     *
     * @param nanoTime tells the one, in ns
     * @param timeOfDay tells the other, in ms since 1970
     */
    public static long nanos(LongSupplier nanoTime, LongSupplier timeOfDay) {
        long quickest = Long.MAX_VALUE;
        long offset = 0;
        for (int looks = 0; quickest > QUICK_NANOS && looks < MOST_LOOKS; looks++) {
            long before = nanoTime.getAsLong();
            long millis = timeOfDay.getAsLong();
            long took = nanoTime.getAsLong() - before;
            if (took < quickest) {
                quickest = took;
                offset = before - TimeUnit.MILLISECONDS.toNanos(millis);
            }
        }
        return offset;
    }
}
