package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TIME_OF_DAY = 1_700_000_000_000L;

    private long now;

    /** The clocks of a thread that loses its CPU for a time after its nth look at any of them. */
    private long offset(LongSupplier lost) {
        now = 0;
        LongSupplier nanoTime = () -> {
            long said = now;
            now += lost.getAsLong();
            return said;
        };
        return ClockOffset.nanos(nanoTime, () -> TIME_OF_DAY + now / MILLI);
    }

    private LongSupplier lostAfterLooks(long most, long nanos) {
        int[] looks = new int[1];
        return () -> looks[0]++ < most ? nanos : 0;
    }

    @Test
    void aLookThatWasInterruptedDoesNotCount() {
        assertEquals(-TIME_OF_DAY * MILLI, offset(lostAfterLooks(0, 0)));
        assertEquals(-TIME_OF_DAY * MILLI, offset(lostAfterLooks(1, 20 * MILLI)));
        assertEquals(-TIME_OF_DAY * MILLI, offset(lostAfterLooks(501, 20 * MILLI)));
    }

    @Test
    void whereEachLookIsInterruptedTheQuickestCounts() {
        int[] looks = new int[1];
        LongSupplier lost = () -> looks[0]++ == 400 ? 2 * MILLI : 20 * MILLI;
        assertEquals(-(TIME_OF_DAY + 2) * MILLI, offset(lost));
        assertEquals(2 * ClockOffset.MOST_LOOKS, looks[0]);
    }
}
