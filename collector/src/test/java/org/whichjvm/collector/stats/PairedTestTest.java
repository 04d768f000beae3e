package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PairedTestTest {
    @Test
    void theProbabilityIsThatOfAsManyHeadsOfAFairCoin() {
        double[] nineOfTen = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
        assertEquals(2 * (10 + 1) / 1024.0, fixed(nineOfTen).p(), 1e-12);
    }

    @Test
    void theDirectionDoesNotMatter() {
        double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
        double[] mirrored = DoubleStream.of(values).map(each -> -each).toArray();
        assertEquals(fixed(values).p(), fixed(mirrored).p());
    }

    @Test
    void aTieCountsForNeitherSide() {
        double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 0, 0};
        assertEquals(2 / 256.0, fixed(values).p(), 1e-12);
    }

    @Test
    void halfAndHalfIsNoEvidence() {
        assertEquals(1, fixed(new double[] {1, -1, 2, -2}).p());
        assertEquals(1, fixed(new double[0]).p());
    }

    @Test
    void theIntervalOfTwelveIsFromTheThirdToTheTenth() {
        // Table A3 of Conover: 2 * P(Bin(12, 1/2) <= 2) = 0.0386, and of <= 3 it would be 0.146.
        double[] values = {7, 3, 12, 1, 9, 5, 11, 2, 10, 4, 8, 6};
        assertEquals(new Interval(3, 10), fixed(values).interval(0.05));
    }

    @Test
    void fivePairsHaveNoIntervalAndSixHave() {
        double[] five = {1, 2, 3, 4, 5};
        assertEquals(Interval.UNKNOWN, fixed(five).interval(0.05));
        assertEquals(new Interval(1, 6), fixed(new double[] {3, 1, 2, 6, 5, 4}).interval(0.05));
        assertEquals(6, PairedTest.leastPairs(0.05));
    }

    @Test
    void lookedAtOnceTheIntervalLeavesOutZeroExactlyWhenTheTestRejects() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int others = 0;
        for (int run = 0; run < 2_000; run++) {
            int pairs = 6 + random.nextInt(40);
            double shift = random.nextDouble();
            double[] values =
                    random.doubles(pairs, -1, 1).map(each -> each + shift).toArray();
            InterimAnalyses looks = InterimAnalyses.single(pairs);
            ScoreFunction score = random.nextBoolean() ? ScoreFunction.SIGN : ScoreFunction.REDESCENDING;
            PairedTest test = new PairedTest(values, looks, score);
            Interval interval = test.interval(0.05);
            boolean excluded = interval.excludes(0);
            // The redescending score may not reject a shift that lies beyond one that it rejects.
            boolean agree = excluded == test.p() <= 0.05;
            // Where the values fall apart into groups, the interval reaches over all that may be typical.
            others += score == ScoreFunction.REDESCENDING && !agree && !test.fallsApart() ? 1 : 0;
            if (score == ScoreFunction.SIGN) {
                assertTrue(agree);
            }
        }
        assertTrue(others <= 40, others + " of some 1,000 intervals of the redescending score");
    }

    @Test
    void lookingTwiceAsksForMoreWinsThanLookingOnce() {
        int once = fixed(new double[40]).needed(0.05).orElseThrow();
        int twice = new PairedTest(new double[40], at(20, 40), ScoreFunction.SIGN)
                .needed(0.05)
                .orElseThrow();
        assertEquals(27, once); // P(Bin(40, 1/2) >= 27) = 0.0192 <= 0.025 < 0.0403
        assertTrue(twice >= once, twice + " wins");
        int six = new PairedTest(new double[40], at(8, 12, 18, 27, 36, 40), ScoreFunction.SIGN)
                .needed(0.05)
                .orElseThrow();
        assertTrue(six > once, six + " wins");
    }

    @Test
    void oneLookThatSpendsAllIsTheFixedTest() {
        double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
        InterimAnalyses twoOfWhichOneSpendsAll = new InterimAnalyses(List.of(0, 10), List.of(0.0, 1.0));
        assertEquals(fixed(values).p(), new PairedTest(values, twoOfWhichOneSpendsAll, ScoreFunction.SIGN).p(), 1e-4);
    }

    @Test
    void aLookThatCannotRejectAsksForMoreWinsThanThereArePairs() {
        assertEquals(OptionalInt.empty(), fixed(new double[5]).needed(0.05));
    }

    @Test
    void noLookIsNoEvidence() {
        PairedTest test =
                new PairedTest(new double[0], new InterimAnalyses(List.of(), List.of()), ScoreFunction.REDESCENDING);
        assertEquals(1, test.p());
        assertTrue(Double.isNaN(test.shift()));
        assertTrue(Double.isNaN(test.interval(0.05).low()));
    }

    @Test
    void aLookAtMorePairsThanThereAreIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new PairedTest(new double[3], InterimAnalyses.single(4), ScoreFunction.SIGN));
    }

    @Test
    void withFewPairsItIsWhatEverySetOfSignsSays() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            int pairs = 6 + random.nextInt(7);
            double[] values = random.doubles(pairs, -1, 1.5).toArray();
            values[0] = 40; // of another mode
            assertEquals(byEnumeration(values), redescending(values).p(), 1e-9, () -> "seed " + seed);
        }
    }

    /** The share of all sets of signs whose sum of scores is as far from 0 as the one there is. */
    private static double byEnumeration(double[] values) {
        double[] sizes = DoubleStream.of(values).map(Math::abs).toArray();
        int[] scores = ScoreFunction.REDESCENDING.of(sizes, ScoreFunction.scale(sizes));
        int seen = 0;
        for (int i = 0; i < values.length; i++) {
            seen += values[i] > 0 ? scores[i] : -scores[i];
        }
        int asFar = 0;
        for (int signs = 0; signs < 1 << values.length; signs++) {
            int sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += (signs >> i & 1) == 0 ? scores[i] : -scores[i];
            }
            asFar += Math.abs(sum) >= Math.abs(seen) ? 1 : 0;
        }
        return asFar / (double) (1 << values.length);
    }

    @Test
    void whatLiesInAnotherModeSaysNothingOfTheShift() {
        double[] shifted = new double[24];
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] = i % 4 == 0 ? -0.45 : 0.02 + 0.004 * (i % 3 - 1);
        }
        assertEquals(0.02, redescending(shifted).shift(), 0.004);
        Interval interval = redescending(shifted).interval(0.05);
        assertTrue(interval.low() > 0.01 && interval.high() < 0.03, interval.toString());
        assertTrue(fixed(shifted).p() < 0.05 && fixed(shifted).interval(0.05).low() > 0.01);
        // A quarter more in the other mode, and signs alone call it the other way round.
        double[] mostly = shifted.clone();
        for (int i = 0; i < mostly.length; i += 2) {
            mostly[i] = -0.45;
        }
        assertTrue(fixed(mostly).interval(0.05).low() < 0);
    }

    @Test
    void whatIsInfiniteCountsByItsSignWhereMostIs() {
        double[] few = {0.1, 0.11, 0.09, 0.12, 0.1, 0.1, 0.11, Double.POSITIVE_INFINITY};
        assertEquals(0.1, redescending(few).shift(), 0.02);
        assertTrue(redescending(few).interval(0.05).low() > 0);
        double[] most = new double[12];
        Arrays.fill(most, Double.POSITIVE_INFINITY);
        most[3] = -0.1;
        assertEquals(Double.POSITIVE_INFINITY, redescending(most).shift());
        assertEquals(2 / 2048.0, redescending(most).p(), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, redescending(most).interval(0.05).low());
    }

    @Test
    void whatALookCannotSpendIsLeftToTheNext() {
        // Five pairs cannot reject at any level below 1 in 16, so the second look has all of it.
        InterimAnalyses looks = at(5, 12);
        int carried = new PairedTest(new double[12], looks, ScoreFunction.SIGN)
                .needed(0.05)
                .orElseThrow();
        assertEquals(fixed(new double[12]).needed(0.05).orElseThrow(), carried);
    }

    @Test
    void everyLevelAboveItsPRejects() {
        Random random = new Random(5);
        InterimAnalyses looks = at(8, 12, 18, 27);
        for (int run = 0; run < 40; run++) {
            double shift = random.nextDouble();
            double[] values =
                    random.doubles(27, -1, 1).map(each -> each + shift).toArray();
            PairedTest test = new PairedTest(values, looks, ScoreFunction.SIGN);
            double p = test.p();
            for (double level = p * 1.002; level < 1; level *= 1.05) {
                double rejecting = level;
                assertTrue(rejects(values, looks, level), () -> "p is " + p + ", and not at " + rejecting);
            }
        }
    }

    private static boolean rejects(double[] values, InterimAnalyses looks, double level) {
        int[] ones = new int[values.length];
        Arrays.fill(ones, 1);
        int[] needed = new SignedWalk(ones, looks).needed(level / 2);
        for (int look = 0; look < needed.length; look++) {
            int pairs = looks.pairs().get(look);
            int above = (int) DoubleStream.of(values)
                    .limit(pairs)
                    .filter(each -> each > 0)
                    .count();
            if (Math.max(above, pairs - above) >= needed[look]) {
                return true;
            }
        }
        return false;
    }

    private static PairedTest redescending(double[] values) {
        return new PairedTest(values, ScoreFunction.REDESCENDING);
    }

    private static PairedTest fixed(double[] values) {
        return new PairedTest(values, ScoreFunction.SIGN);
    }

    private static InterimAnalyses at(Integer... pairs) {
        return new InterimAnalyses(List.of(pairs), InterimAnalyses.spent(List.of(pairs)));
    }
}
