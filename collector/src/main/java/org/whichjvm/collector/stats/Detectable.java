package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.BetaDistribution;

/** How small a difference data like these would have shown. */
public final class Detectable {
  /** The customary power: found four times in five. */
  public static final double POWER = 0.8;

  private Detectable() {}

  /**
   * The smallest shift of the differences that the sign test finds with probability {@link #POWER}.
   * With probability q of a pair to be won, the {@code needed} wins are reached with probability
   * I_q(needed, pairs − needed + 1), the regularised incomplete beta function; the shift is what
   * gives the observed residuals that q, the mean of the two directions.
   *
   * @param differences as observed; their own median is taken off
   * @param needed wins that the test asks for; empty if no number of wins is enough
   * @return in the unit of the differences, 0 or more; NaN if nothing would be found
   */
  public static double shift(final double[] differences, final OptionalInt needed) {
    if (needed.isEmpty() || differences.length == 0) {
      return Double.NaN;
    }
    final int pairs = differences.length;
    final double won =
        BetaDistribution.of(needed.getAsInt(), pairs - needed.getAsInt() + 1.0)
            .inverseCumulativeProbability(POWER);
    final double median = Median.withDefaults().evaluate(differences);
    final double[] residuals = Arrays.stream(differences).map(each -> each - median).toArray();
    final double[] ends = Quantile.withDefaults().evaluate(residuals, 1 - won, won);
    return Math.max(0, (ends[1] - ends[0]) / 2);
  }
}
