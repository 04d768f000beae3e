package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TwoSamplesTest {
  @Test
  void samplesWhollyApartAreAsUnlikelyAsTheirArrangement() {
    final double[] low = {1, 2, 3, 4, 5};
    final double[] high = {11, 12, 13, 14, 15};
    assertEquals(2 / 252.0, new TwoSamples(low, high).p(), 1e-9); // 10 choose 5
    assertEquals(10, new TwoSamples(low, high).shift());
    assertEquals(-10, new TwoSamples(high, low).shift());
  }

  @Test
  void threeAgainstThreeHaveNoInterval() {
    final double[] interval =
        new TwoSamples(new double[] {1, 2, 3}, new double[] {4, 5, 6}).interval(0.05);
    assertTrue(Double.isNaN(interval[0]) && Double.isNaN(interval[1]));
  }

  @Test
  void theIntervalMissesTheShiftAtMostOnceInTwenty() {
    final Random random = new Random(5);
    final int runs = 1_000;
    int missed = 0;
    int found = 0;
    for (int run = 0; run < runs; run++) {
      final double[] first = sample(random, 14, 0);
      final double[] second = sample(random, 11, 1.5);
      final double[] interval = new TwoSamples(first, second).interval(0.05);
      missed += interval[0] > 1.5 || interval[1] < 1.5 ? 1 : 0;
      found += interval[0] > 0 ? 1 : 0;
      assertEquals(
          interval[0] > 0 || interval[1] < 0,
          new TwoSamples(first, second).p() <= 0.05,
          "run " + run);
    }
    assertTrue(missed <= runs / 20, missed + " of " + runs + " missed");
    assertTrue(found > runs / 2, found + " of " + runs + " found");
  }

  private static double[] sample(final Random random, final int values, final double shift) {
    return random
        .doubles(values)
        .map(each -> shift + random.nextGaussian() * (each < 0.2 ? 3 : 0.7))
        .toArray();
  }
}
