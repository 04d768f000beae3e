package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class ClosedPairsTest {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    @Test
    void twoAloneHaveTheWholeLevel() {
        assertEquals(0.05, ClosedPairs.ofPair(2, 2, 0.05), 1e-12);
        assertTrue(new ClosedPairs(2, 0.05, (one, other, level) -> level >= 0.05).differ(0, 1));
        assertFalse(new ClosedPairs(2, 0.05, (one, other, level) -> level > 0.05).differ(0, 1));
    }

    @Test
    void allTogetherASetPaysForEachOfItsPairs() {
        // Six things: 15 pairs share the level of the set of all.
        assertEquals(0.05 / 15, ClosedPairs.ofPair(6, 6, 0.05), 1e-12);
        // A pair alone has two sixths of it.
        assertEquals(0.05 / 3, ClosedPairs.ofPair(6, 2, 0.05), 1e-12);
    }

    @Test
    void aPairIsHeldBackByASetThatMayBeAlike() {
        // 0 and 2 differ by themselves, yet 0, 1 and 2 together may be alike.
        ClosedPairs held = new ClosedPairs(
                3, 0.05, (one, other, level) -> level >= ClosedPairs.ofPair(3, 2, 0.05) && one + other == 2);
        assertFalse(held.differ(0, 2));
        ClosedPairs free = new ClosedPairs(
                3, 0.05, (one, other, level) -> level >= ClosedPairs.ofPair(3, 3, 0.05) && one + other == 2);
        assertTrue(free.differ(0, 2));
        assertFalse(free.differ(0, 1));
    }

    @Test
    void anyFalseDifferenceComesAtMostOnceInTwentyWhicheverAreAlike() {
        long seed = Long.getLong("seed", 20_261_123);
        Random random = new Random(seed);
        double[][] truths = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 9, 9, 9}, {0, 0, 6, 6, 12, 12}};
        for (double[] truth : truths) {
            int wrong = 0;
            int runs = 4_000;
            for (int run = 0; run < runs; run++) {
                double[] means = truth.clone();
                for (int i = 0; i < means.length; i++) {
                    means[i] += random.nextGaussian();
                }
                ClosedPairs pairs = new ClosedPairs(
                        means.length,
                        0.05,
                        (one, other, level) ->
                                2 * NORMAL.survivalProbability(Math.abs(means[one] - means[other]) / Math.sqrt(2))
                                        <= level);
                wrong += anyWrong(pairs, truth) ? 1 : 0;
            }
            double rate = (double) wrong / runs;
            assertTrue(rate <= 0.05 + 2 * Math.sqrt(0.05 * 0.95 / runs), rate + ", seed " + seed);
        }
    }

    private static boolean anyWrong(ClosedPairs pairs, double[] truth) {
        for (int i = 0; i < truth.length; i++) {
            for (int j = 0; j < i; j++) {
                if (truth[i] == truth[j] && pairs.differ(i, j)) {
                    return true;
                }
            }
        }
        return false;
    }
}
