package org.whichjvm.workload.load;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What counts as a rate that the system settles at. */
class RateStepTest {
    @Test
    void settledIsWhatAnsweredNearlyEverything() {
        assertTrue(RateStep.isKept(10_000, 20, 9_950));
        assertFalse(RateStep.isKept(10_000, 20, 9_949));
        // 20 of them came last.
        assertTrue(RateStep.isKept(1_000, 20, 980));
        assertFalse(RateStep.isKept(1_000, 20, 979));
    }
}
