package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;
import org.junit.jupiter.api.Test;

class TrimmedWelchTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** https://rdrr.io/rforge/WRS2/man/t1way.html, the example of t1way. */
  @Test
  void agreesWithThePublishedExampleOfTrimmedMeans() {
    final TrimmedWelch test =
        TrimmedWelch.of(
            List.of(
                new double[] {3, 2, 1, 1, 4},
                new double[] {5, 2, 4, 2, 3},
                new double[] {7, 4, 5, 3, 6}),
            0.2);
    assertEquals(3, test.statistic(), 1e-9);
    assertEquals(2, test.df1());
    assertEquals(4, test.df2(), 1e-9);
    assertEquals(0.16, pByF(test), 1e-9);
    // By hand: weights 1.5, trimmed means 2, 3 and 5, so that the scatter is 7.
    assertEquals(Math.sqrt(5.0 / 3), test.betweenSd(), 1e-9);
    assertEquals(5.0 / 7, test.betweenShare(), 1e-9);
  }

  /** oneway.test(extra ~ group, data = sleep) of R. */
  @Test
  void agreesWithWelchOfTwoGroups() {
    final TrimmedWelch test =
        TrimmedWelch.of(
            List.of(
                new double[] {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2},
                new double[] {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}),
            0);
    assertEquals(3.4626, test.statistic(), 5e-5);
    assertEquals(17.776, test.df2(), 5e-4);
    assertEquals(0.07939, pByF(test), 5e-6);
    assertEquals(pByF(test), test.p(), 0.008);
  }

  /** oneway.test(count ~ spray, data = InsectSprays) of R. */
  @Test
  void agreesWithWelchOfSixGroups() {
    final TrimmedWelch test =
        TrimmedWelch.of(
            List.of(
                new double[] {10, 7, 20, 14, 14, 12, 10, 23, 17, 20, 14, 13},
                new double[] {11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7, 13},
                new double[] {0, 1, 7, 2, 3, 1, 2, 1, 3, 0, 1, 4},
                new double[] {3, 5, 12, 6, 4, 3, 5, 5, 5, 5, 2, 4},
                new double[] {3, 5, 3, 5, 3, 6, 1, 1, 3, 2, 6, 4},
                new double[] {11, 9, 15, 22, 15, 16, 13, 10, 26, 26, 24, 13}),
            0);
    assertEquals(36.0654, test.statistic(), 5e-4);
    assertEquals(30.043, test.df2(), 5e-4);
    assertEquals(7.999e-12, pByF(test), 5e-15);
    assertEquals(1e-4, test.p(), 1e-9);
  }

  @Test
  void aFewValuesFarAwayDecideNothing() {
    final double[] one = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    final double[] other = {1, 2, 3, 4, 5, 6, 7, 8, 90, INFINITE};
    assertEquals(0, TrimmedWelch.of(List.of(one, other), 0.2).statistic(), 1e-9);
    assertEquals(1, TrimmedWelch.of(List.of(one, other), 0.2).p());
    assertEquals(0, TrimmedWelch.of(List.of(one, other), 0.2).betweenSd());
  }

  @Test
  void whatHasNoVarianceIsNotTested() {
    final double[] one = {1, 2, 3, 4, 5, 6, 7};
    final double[] still = {2, 2, 2, 2, 2, 2, 3};
    final double[] endless = {1, 2, 3, 4, 5, INFINITE, INFINITE};
    assertEquals(Double.NaN, TrimmedWelch.of(List.of(one, still), 0.2).p());
    assertEquals(Double.NaN, TrimmedWelch.of(List.of(one, endless), 0.2).p());
    assertEquals(1, TrimmedWelch.of(List.of(one, endless), 0.2).df1());
  }

  @Test
  void saysTheSameEachTime() {
    final double[] one = {1, 2, 3, 4, 5, 6};
    final double[] other = Arrays.stream(one).map(each -> 2 * each).toArray();
    final double p = TrimmedWelch.of(List.of(one, other), 0.2).p();
    assertEquals(p, TrimmedWelch.of(List.of(one, other), 0.2).p());
    assertTrue(p > 0.02 && p < 0.5, () -> "p " + p);
  }

  @Test
  void tooLittleIsRefused() {
    final double[] one = {1, 2, 3};
    assertThrows(IllegalArgumentException.class, () -> TrimmedWelch.of(List.of(one), 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> TrimmedWelch.of(List.of(one, new double[] {1, 2, 3}), 0.4));
  }

  /** The p of the F distribution, which the published examples have. */
  static double pByF(final TrimmedWelch test) {
    return FDistribution.of(test.df1(), test.df2()).survivalProbability(test.statistic());
  }
}
