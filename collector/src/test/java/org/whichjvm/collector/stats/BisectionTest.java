package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The search for a step among noisy builds: how often it is right, and what it costs. */
class BisectionTest {
  private static final int BUILDS = 64;
  private static final double STEP = Math.log(1.04);

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void withoutNoiseItHalves() {
    final Bisection search = new Bisection(BUILDS, STEP, 1e-6);
    int asked = 0;
    while (search.found(0.95).isEmpty()) {
      final int build = search.next();
      search.observe(build, build < 37 ? 0 : STEP, 1e-4);
      asked++;
    }
    assertEquals(37, search.found(0.95).getAsInt());
    assertEquals(6, asked);
  }

  @Test
  void oneMeasurementThatMisleadsIsOutvoted() {
    final Bisection search = new Bisection(BUILDS, STEP, 1e-6);
    search.observe(search.next(), STEP, STEP / 3);
    while (search.found(0.95).isEmpty()) {
      final int build = search.next();
      search.observe(build, build < 50 ? 0 : STEP, STEP / 3);
    }
    assertEquals(50, search.found(0.95).getAsInt());
  }

  @Test
  void itIsRightNineteenTimesOfTwentyAndTakesLessThanFixedComparisons() {
    System.out.printf(
        "seed %d%nblock spread  right of 400  blocks  of fixed comparisons  ratio%n", seed);
    for (final double spread : new double[] {0.02, 0.03, 0.05}) {
      final int blocks = new Bisection(BUILDS, STEP, 0).blocks(spread);
      int right = 0;
      double taken = 0;
      for (int i = 0; i < 400; i++) {
        final int step = 1 + random.nextInt(BUILDS - 1);
        // The ends are compared until they differ for sure.
        final double endsError = STEP / 5;
        final Bisection search =
            new Bisection(BUILDS, STEP + endsError * random.nextGaussian(), endsError);
        final double error = spread / Math.sqrt(blocks);
        while (search.found(0.95).isEmpty()) {
          final int build = search.next();
          search.observe(build, (build < step ? 0 : STEP) + error * random.nextGaussian(), error);
          taken += blocks;
        }
        right += search.found(0.95).getAsInt() == step ? 1 : 0;
      }
      final double fixed = fixed(spread);
      System.out.printf(
          "%10.0f %%  %12d  %6.1f  %20.0f  %5.2f%n",
          100 * spread, right, taken / 400, fixed, taken / 400 / fixed);
      // Of 400 that are right at 95 %, fewer than 365 come once in a thousand times.
      assertTrue(right >= 365, right + " of 400 at " + spread + ", seed " + seed);
      assertTrue(taken / 400 <= 0.65 * fixed, taken / 400 + " of " + fixed + ", seed " + seed);
    }
  }

  /**
   * Blocks of six halvings of one size, of which all are right in 19 of 20 searches: each takes the
   * nearer of the two ends, and errs once in 120.
   */
  private static double fixed(final double spread) {
    final double quantile = 2.394; // of the normal distribution at 1 - 0.05/6
    return 6 * Math.ceil(Math.pow(2 * quantile * spread / STEP, 2));
  }
}
