package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectableTest {
    private final long seed = Long.getLong("seed", 11);
    private final Random random = new Random(seed);

    @ParameterizedTest
    @CsvSource({
        "12, 0.04, 0",
        "24, 0.03, 0",
        "24, 0.03, 0.15",
        "60, 0.03, 0.15",
        "12, 0.03, 0.04",
        "16, 0.03, 0.04",
        "24, 0.03, 0.04",
        "16, 0.03, 0.10",
        "24, 0.03, 0.10"
    })
    void aShiftOfThatSizeIsAVerdictFourTimesInFive(int pairs, double noise, double slow) {
        double[] wide = noise(2_000, noise, slow);
        InterimAnalyses looks = InterimAnalyses.single(pairs);
        double shift = new Detectable(wide, looks, 0.05).shift();
        int found = 0;
        int runs = 2_000;
        for (int run = 0; run < runs; run++) {
            double[] sample = noise(pairs, noise, slow);
            for (int i = 0; i < pairs; i++) {
                sample[i] += shift;
            }
            double low = new PairedTest(sample, looks, ScoreFunction.REDESCENDING)
                    .interval(0.05)
                    .low();
            found += low > 0 ? 1 : 0;
        }
        System.out.printf(
                "%d pairs, noise %.2f, %.0f %% slow: a shift of %.4f is found in %.3f (seed %d)%n",
                pairs, noise, 100 * slow, shift, (double) found / runs, seed);
        assertEquals(Detectable.POWER, (double) found / runs, 0.05, () -> "seed " + seed);
    }

    /** Differences of two forks, each of which starts 57 % slower with a probability. */
    private double[] noise(int pairs, double noise, double slow) {
        return random.doubles(pairs)
                .map(each -> fork(noise, slow) - fork(noise, slow))
                .toArray();
    }

    private double fork(double noise, double slow) {
        return noise * random.nextGaussian() + (random.nextDouble() < slow ? 0.45 : 0);
    }

    /** Designs of two contenders and of five. */
    @ParameterizedTest
    @CsvSource({"0.0416667, 8, 12, 18, 27", "0.0041667, 12, 18, 27, 41"})
    void aConvexSpendingFindsSmallerDifferencesAtTheEndThanEqualParts(
            double level, int first, int second, int third, int last) {
        List<Integer> looks = List.of(first, second, third, last);
        double[] noise = noise(2_000, 0.03, 0);
        double convex = new Detectable(noise, new InterimAnalyses(looks, InterimAnalyses.spent(looks)), level).shift();
        double even = new Detectable(noise, new InterimAnalyses(looks, List.of(0.25, 0.5, 0.75, 1.0)), level).shift();
        System.out.printf("%s: the minimum detectable effect is %.3f of that by equal parts%n", looks, convex / even);
        assertTrue(convex / even < 0.97, () -> "seed " + seed);
        // The first analysis can still decide.
        assertTrue(PairedTest.leastPairs(level * InterimAnalyses.spent(looks).get(0)) <= first);
    }

    @Test
    void whereNoNumberOfWinsIsEnoughNothingIsDetectable() {
        assertTrue(Double.isNaN(new Detectable(new double[] {1, 2}, InterimAnalyses.single(2), 0.05).shift()));
        assertTrue(Double.isNaN(new Detectable(new double[0], InterimAnalyses.single(0), 0.05).shift()));
        assertEquals(0, new Detectable(new double[] {1, 2}, InterimAnalyses.single(2), 0.05).power(9));
    }

    @Test
    void withoutNoiseAnythingIsDetectable() {
        assertEquals(0, new Detectable(new double[8], InterimAnalyses.single(8), 0.05).shift());
    }
}
