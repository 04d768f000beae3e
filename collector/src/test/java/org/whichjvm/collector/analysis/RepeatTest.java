package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

class RepeatTest {
  @Test
  void inNineteenOfTwentyCasesARepeatIsNoFurtherOffThanItWasSaid() {
    final long seed = System.nanoTime();
    final RandomGenerator random = new SplittableRandom(seed);
    int within = 0;
    final int all = 2_000;
    for (int i = 0; i < all; i++) {
      final PairedTest first = campaign(random);
      final double[] own = first.interval(0.05);
      final double reach = Comparison.repeat(Math.exp(own[0]), Math.exp(own[1]));
      if (Math.abs(campaign(random).shift() - first.shift()) <= Math.log1p(reach)) {
        within++;
      }
    }
    System.out.printf(
        "repeats within what was said: %.3f (seed %d)%n", within / (double) all, seed);
    assertTrue(within >= 0.93 * all && within < 0.99 * all, within + " of " + all);
  }

  @Test
  void withoutAnIntervalNothingIsSaid() {
    assertEquals(Double.NaN, Comparison.repeat(Double.NaN, Double.NaN));
  }

  /** Twelve blocks that spread by 3 %, around the ratio of their session. */
  private static PairedTest campaign(final RandomGenerator random) {
    final double session = random.nextGaussian(0.02, Comparison.BETWEEN_SESSIONS);
    final double[] logRatios = new double[12];
    for (int i = 0; i < logRatios.length; i++) {
      logRatios[i] = random.nextGaussian(session, 0.03);
    }
    return new PairedTest(logRatios, ScoreFunction.REDESCENDING);
  }
}
