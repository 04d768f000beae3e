package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which garbage collections are those of a window. */
class JvmActivityTest {
    private final JvmActivity activity = new JvmActivity();

    private long count() {
        return activity.json().get("gcCount").getAsLong();
    }

    @Test
    void whatSeveralWindowsCountIsAddedUp() {
        for (int window = 1; window <= 2; window++) {
            System.gc();
            activity.start();
            System.gc();
            activity.end();
            assertTrue(count() >= window, "in " + window + " windows " + count());
        }
    }

    @Test
    void aWindowThatNeverEndsCountsNothing() {
        System.gc();
        activity.start();
        assertEquals(0, count());
    }
}
