package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterimAnalysesTest {
    @Test
    void looksGrowByHalfUpToTheCap() {
        assertEquals(List.of(9, 14, 21, 32, 48, 60), InterimAnalyses.plan(60, 0.05));
    }

    @Test
    void aShortCampaignIsLookedAtOnceAtItsEnd() {
        assertEquals(List.of(8), InterimAnalyses.plan(8, 0.05));
        assertEquals(List.of(3), InterimAnalyses.plan(3, 0.05));
        assertEquals(List.of(9), InterimAnalyses.plan(9, 0.0001));
    }

    @Test
    void theFirstLookCanDecideSomething() {
        // All of 11 pairs on one side have p = 2 / 2048, more than the 14 % of 0.005 that may be spent there.
        assertEquals(List.of(12, 18, 27, 41, 50), InterimAnalyses.plan(50, 0.005));
    }

    @Test
    void noLookComesJustBeforeTheLast() {
        assertEquals(List.of(8, 12, 18, 28), InterimAnalyses.plan(28, 0.05));
    }

    @Test
    void whatIsSpentDependsOnThePartOfTheBlocksAlone() {
        List<Double> four = InterimAnalyses.spent(List.of(10, 20, 30, 40));
        assertEquals(InterimAnalyses.spent(List.of(20, 40)), List.of(four.get(1), four.get(3)));
        assertEquals(1, four.get(3));
        // Each quarter of the blocks spends more than the one before: the last 35 %, not 25 %.
        assertEquals((Math.exp(0.5) - 1) / (Math.E - 1), four.get(1), 1e-12);
        assertEquals(0.35, 1 - four.get(2), 0.005);
    }

    @Test
    void looksOutOfOrderAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(12, 8), List.of(0.5, 1.0)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8, 12), List.of(1.0, 0.5)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8), List.of(1.5)));
        assertThrows(IllegalArgumentException.class, () -> new InterimAnalyses(List.of(8), List.of()));
    }
}
