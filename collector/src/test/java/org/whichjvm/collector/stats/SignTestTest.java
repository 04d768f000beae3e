package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignTestTest {
  @Test
  void theProbabilityIsThatOfAsManyHeadsOfAFairCoin() {
    final double[] nineOfTen = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
    assertEquals(2 * (10 + 1) / 1024.0, fixed(nineOfTen).p(), 1e-12);
  }

  @Test
  void theDirectionDoesNotMatter() {
    final double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
    final double[] mirrored = DoubleStream.of(values).map(each -> -each).toArray();
    assertEquals(fixed(values).p(), fixed(mirrored).p());
  }

  @Test
  void aTieCountsForNeitherSide() {
    final double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 0, 0};
    assertEquals(2 * (45 + 10 + 1) / 1024.0, fixed(values).p(), 1e-12);
  }

  @Test
  void halfAndHalfIsNoEvidence() {
    assertEquals(1, fixed(new double[] {1, -1, 2, -2}).p());
    assertEquals(1, fixed(new double[0]).p());
  }

  @Test
  void theIntervalOfTwelveIsFromTheThirdToTheTenth() {
    // Table A3 of Conover: 2 * P(Bin(12, 1/2) <= 2) = 0.0386, and of <= 3 it would be 0.146.
    final double[] values = IntStream.rangeClosed(1, 12).mapToDouble(i -> i).toArray();
    shuffle(values);
    assertArrayEquals(new double[] {3, 10}, fixed(values).interval(0.05));
  }

  @Test
  void fivePairsHaveNoIntervalAndSixHave() {
    final double[] five = {1, 2, 3, 4, 5};
    assertArrayEquals(new double[] {Double.NaN, Double.NaN}, fixed(five).interval(0.05));
    assertArrayEquals(new double[] {1, 6}, fixed(new double[] {3, 1, 2, 6, 5, 4}).interval(0.05));
    assertEquals(6, SignTest.leastPairs(0.05));
  }

  @Test
  void theIntervalLeavesOutZeroExactlyWhenTheTestRejects() {
    final long seed = System.nanoTime();
    System.out.println("seed " + seed);
    final Random random = new Random(seed);
    for (int run = 0; run < 2_000; run++) {
      final int pairs = 6 + random.nextInt(40);
      final double shift = random.nextDouble();
      final double[] values = random.doubles(pairs, -1, 1).map(each -> each + shift).toArray();
      final Looks looks = random.nextBoolean() ? Looks.single(pairs) : halves(pairs);
      final SignTest test = new SignTest(values, looks);
      final double[] interval = test.interval(0.05);
      final boolean excluded = interval[0] > 0 || interval[1] < 0;
      if (excluded) { // an earlier interim look may have rejected where the last does not
        assertTrue(test.p() <= 0.0501, () -> test.p() + " " + Arrays.toString(interval));
      }
      if (looks.pairs().size() == 1) {
        assertEquals(excluded, test.p() <= 0.05);
      }
    }
  }

  @Test
  void lookingTwiceAsksForMoreWinsThanLookingOnce() {
    final int once = fixed(new double[40]).needed(0.05).orElseThrow();
    final int twice = new SignTest(new double[40], halves(40)).needed(0.05).orElseThrow();
    assertEquals(27, once); // P(Bin(40, 1/2) >= 27) = 0.0192 <= 0.025 < 0.0403
    assertTrue(twice > once, twice + " wins");
  }

  @Test
  void oneLookThatSpendsAllIsTheFixedTest() {
    final double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1};
    final Looks twoOfWhichOneSpendsAll = new Looks(List.of(0, 10), List.of(0.0, 1.0));
    assertEquals(fixed(values).p(), new SignTest(values, twoOfWhichOneSpendsAll).p(), 1e-4);
  }

  @Test
  void aLookThatCannotRejectAsksForMoreWinsThanThereArePairs() {
    assertEquals(OptionalInt.empty(), fixed(new double[5]).needed(0.05));
  }

  @Test
  void noLookIsNoEvidence() {
    final SignTest test = new SignTest(new double[0], new Looks(List.of(), List.of()));
    assertEquals(1, test.p());
    assertTrue(Double.isNaN(test.median()));
    assertTrue(Double.isNaN(test.interval(0.05)[0]));
  }

  @Test
  void aLookAtMorePairsThanThereAreIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new SignTest(new double[3], Looks.single(4)));
  }

  private static SignTest fixed(final double[] values) {
    return new SignTest(values, Looks.single(values.length));
  }

  private static Looks halves(final int pairs) {
    return new Looks(List.of(pairs / 2, pairs), Looks.evenly(2));
  }

  private static void shuffle(final double[] values) {
    final Random random = new Random(1);
    for (int i = values.length - 1; i > 0; i--) {
      final int j = random.nextInt(i + 1);
      final double kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
  }
}
