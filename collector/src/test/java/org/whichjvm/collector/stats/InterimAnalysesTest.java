package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterimAnalysesTest {
    @Test
    void looksGrowByHalfUpToTheCap() {
        assertEquals(List.of(8, 12, 18, 27, 41, 60), InterimAnalyses.plan(60, 0.05));
    }

    @Test
    void aShortCampaignIsLookedAtOnceAtItsEnd() {
        assertEquals(List.of(8), InterimAnalyses.plan(8, 0.05));
        assertEquals(List.of(3), InterimAnalyses.plan(3, 0.05));
        assertEquals(List.of(9), InterimAnalyses.plan(9, 0.0001));
    }

    @Test
    void theFirstLookCanDecideSomething() {
        // All of 11 pairs on one side have p = 2 / 2048; a fifth of 0.005 is 0.001, a sixth is less.
        assertEquals(List.of(11, 17, 26, 39, 50), InterimAnalyses.plan(50, 0.005));
    }

    @Test
    void noLookComesJustBeforeTheLast() {
        assertEquals(List.of(8, 12, 18, 28), InterimAnalyses.plan(28, 0.05));
    }

    @Test
    void allIsSpentAtTheEnd() {
        assertEquals(List.of(0.25, 0.5, 0.75, 1.0), InterimAnalyses.evenly(4));
    }

    @Test
    void looksOutOfOrderAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(12, 8), List.of(0.5, 1.0)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8, 12), List.of(1.0, 0.5)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8), List.of(1.5)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8), List.of()));
    }
}
