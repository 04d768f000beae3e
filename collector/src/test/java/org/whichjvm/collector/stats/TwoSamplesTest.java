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
  void samplesOfOneDistributionAreToldApartAtMostOnceInTwenty() {
    final Random random = new Random(5);
    final int runs = 1_000;
    int told = 0;
    int found = 0;
    for (int run = 0; run < runs; run++) {
      final double[] first = sample(random, 14, 0);
      told += new TwoSamples(first, sample(random, 11, 0)).p() <= 0.05 ? 1 : 0;
      found += new TwoSamples(first, sample(random, 11, 1.5)).p() <= 0.05 ? 1 : 0;
    }
    assertTrue(told <= runs / 20 + 20, told + " of " + runs + " told apart");
    assertTrue(found > runs / 2, found + " of " + runs + " found");
  }

  private static double[] sample(final Random random, final int values, final double shift) {
    return random
        .doubles(values)
        .map(each -> shift + random.nextGaussian() * (each < 0.2 ? 3 : 0.7))
        .toArray();
  }
}
