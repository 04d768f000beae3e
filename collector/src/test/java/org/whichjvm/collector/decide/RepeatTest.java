package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

class RepeatTest {
    /** How far a campaign's blocks lie apart. */
    private static final double BLOCKS = 0.03;

    @Test
    void inNineteenOfTwentyCasesARepeatIsNoFurtherOffThanItWasSaid() {
        long seed = System.nanoTime();
        RandomGenerator random = new SplittableRandom(seed);
        int within = 0;
        int all = 2_000;
        for (int i = 0; i < all; i++) {
            PairedTest first = campaign(random);
            Interval own = first.interval(0.05);
            double reach = Comparison.repeat(first, (own.high() - own.low()) / 2, Comparison.SESSIONS_BY_TURNS);
            if (Math.abs(campaign(random).shift() - first.shift()) <= Math.log1p(reach)) {
                within++;
            }
        }
        System.out.printf("repeats within what was said: %.3f (seed %d)%n", within / (double) all, seed);
        assertTrue(within >= 0.945 * all && within < 0.98 * all, within + " of " + all);
    }

    @Test
    void withoutAnIntervalNothingIsSaid() {
        assertEquals(
                Double.NaN,
                Comparison.repeat(new PairedTest(new double[0], ScoreFunction.REDESCENDING), Double.NaN, 0.3));
    }

    /** Twelve blocks around the ratio of their session. */
    private static PairedTest campaign(RandomGenerator random) {
        double session = random.nextGaussian(0.02, BLOCKS * Comparison.SESSIONS_BY_TURNS);
        double[] logRatios = new double[12];
        for (int i = 0; i < logRatios.length; i++) {
            logRatios[i] = random.nextGaussian(session, BLOCKS);
        }
        return new PairedTest(logRatios, ScoreFunction.REDESCENDING);
    }
}
