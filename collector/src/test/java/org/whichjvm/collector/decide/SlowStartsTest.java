package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.stats.InterimAnalyses;

/** Whose starts are slow, and how often: what a ratio alone cannot say. */
class SlowStartsTest {
    private static final int BLOCKS = 24;

    private final long seed = Long.getLong("seed", 20_261_123);
    private final Random random = new Random(seed);

    // Of each block: what the host, the contender and the baseline add to the logarithm.
    private final double[] host = new double[BLOCKS];
    private final double[] contender = noise();
    private final double[] baseline = noise();

    @Test
    void mostSlowStartsOfTheContenderAreNotChargedToTheBaseline() {
        // Six of ten starts: the largest group of the ratios is that of the slow starts.
        slow(contender, 14);
        SlowStarts starts = starts();
        assertEquals(14, starts.slower());
        assertEquals(0, starts.faster());
        assertTrue(starts.slowerMore());
        assertEquals(1.57, starts.slowerBy(), 0.05);
        assertEquals(SlowStarts.Mover.CONTENDER, starts.mover());
    }

    @Test
    void mostSlowStartsOfTheBaselineAreItsOwn() {
        slow(baseline, 14);
        SlowStarts starts = starts();
        assertEquals(14, starts.faster());
        assertTrue(starts.fasterMore());
        assertEquals(SlowStarts.Mover.BASELINE, starts.mover());
    }

    @Test
    void aLuckyFastModeOfTheContenderIsNotASlowOneOfTheBaseline() {
        for (int i = 0; i < 9; i++) {
            contender[i] -= 0.45;
        }
        SlowStarts starts = starts();
        assertEquals(9, starts.faster());
        assertEquals(SlowStarts.Mover.CONTENDER, starts.mover());
    }

    @Test
    void whereTheHostMovesAsMuchNobodyIsNamed() {
        slow(contender, 8);
        for (int i = 0; i < BLOCKS; i++) {
            host[i] = 1.5 * (i % 2);
        }
        SlowStarts starts = starts();
        assertEquals(8, starts.slower());
        assertEquals(SlowStarts.Mover.UNKNOWN, starts.mover());
    }

    @Test
    void aShiftAlikeInAllBlocksIsNoSlowStart() {
        for (int i = 0; i < BLOCKS; i++) {
            contender[i] += 0.45;
        }
        SlowStarts starts = starts();
        assertEquals(0, starts.slower() + starts.faster());
        assertEquals(1, starts.p());
    }

    @Test
    void slowStartsOfBothTellNothing() {
        slow(contender, 6);
        for (int i = 10; i < 16; i++) {
            baseline[i] += 0.45;
        }
        SlowStarts starts = starts();
        assertEquals(6, starts.slower());
        assertEquals(6, starts.faster());
        assertEquals(1, starts.p());
        assertFalse(starts.decided());
    }

    @Test
    void whoCannotKeepTheRateIsNamed() {
        double[] ratios = ratios();
        for (int i = 0; i < 9; i++) {
            ratios[i] = Double.POSITIVE_INFINITY;
        }
        SlowStarts starts = starts(ratios);
        assertEquals(9, starts.slower());
        assertEquals(Double.POSITIVE_INFINITY, starts.slowerBy());
        assertEquals(SlowStarts.Mover.CONTENDER, starts.mover());
    }

    private static void slow(double[] starts, int number) {
        for (int i = 0; i < number; i++) {
            starts[i] += 0.45;
        }
    }

    private double[] noise() {
        return random.doubles(BLOCKS).map(each -> 0.02 * random.nextGaussian()).toArray();
    }

    private double[] ratios() {
        double[] ratios = new double[BLOCKS];
        Arrays.setAll(ratios, i -> contender[i] - baseline[i]);
        return ratios;
    }

    private SlowStarts.Levels levels() {
        double[] one = contender.clone();
        double[] other = baseline.clone();
        Arrays.setAll(one, i -> one[i] + host[i]);
        Arrays.setAll(other, i -> other[i] + host[i]);
        return new SlowStarts.Levels(one, other);
    }

    private SlowStarts starts() {
        return starts(ratios());
    }

    private SlowStarts starts(double[] ratios) {
        SlowStarts starts = SlowStarts.of(ratios, InterimAnalyses.single(BLOCKS));
        return starts.with(starts.mover(ratios, levels()), starts.p());
    }
}
