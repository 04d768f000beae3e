package org.whichjvm.collector.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How small a difference data like these would have shown, by the redescending {@link PairedTest}.
 * It is computed, not drawn: noise of both signs gives the mean and the variance of a pair's signed
 * score, the walk of scores gives the sum that the test asks for, and the sum of independent scores
 * is taken as normal.
 */
public final class Detectable {
  /** The customary power: found four times in five. */
  public static final double POWER = 0.8;

  // Shifts are tried from a tenth of the noise upwards, then between the last two.
  private static final double FIRST = 0.1;
  private static final double STEP = 1.4;
  private static final double MOST = 1e4;
  private static final int HALVINGS = 7;

  // Multiples of it lie evenly in any stretch of them (the golden ratio less 1).
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private final double[] noise;
  private final Looks looks;
  private final double alpha;

  /**
   * Campaigns of one design.
   *
   * @param noise differences of pairs that differ by nothing else; infinite ones count for nothing
   * @param looks the pairs that a campaign has at each
   * @param alpha the significance level of the comparison
   */
  public Detectable(final double[] noise, final Looks looks, final double alpha) {
    this.noise = Arrays.stream(noise).filter(Double::isFinite).toArray();
    this.looks = looks;
    this.alpha = alpha;
  }

  /** The probability that a shift is found in its own direction. */
  public double power(final double shift) {
    final int pairs = looks.last();
    if (noise.length == 0 || pairs == 0) {
      return 0;
    }
    // Which of two forks of one JVM came first says nothing, so each difference has both signs.
    final double[] shifted = new double[2 * noise.length];
    for (int i = 0; i < noise.length; i++) {
      shifted[2 * i] = shift + noise[i];
      shifted[2 * i + 1] = shift - noise[i];
    }
    final double[] sizes = Arrays.stream(shifted).map(Math::abs).toArray();
    final int[] scores = Score.REDESCENDING.of(sizes, Score.scale(sizes));
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < scores.length; i++) {
      sum += Math.signum(shifted[i]) * scores[i];
      squares += (double) scores[i] * scores[i];
    }
    final double mean = sum / scores.length;
    final double variance = squares / scores.length - mean * mean;
    // The sum of signed scores is twice what the winner has, less the total.
    final SignedWalk walk = new SignedWalk(typical(scores, pairs), looks);
    final int last = looks.pairs().size() - 1;
    final int needed = walk.needed(alpha / 2)[last];
    final int total = walk.total(last);
    if (needed > total) {
      return 0;
    }
    final double missing = 2.0 * needed - total - 1 - pairs * mean;
    return variance == 0
        ? missing <= 0 ? 1 : 0
        : NormalDistribution.of(0, 1).survivalProbability(missing / Math.sqrt(pairs * variance));
  }

  /** So many of the scores, spread as all of them are, at any look. */
  private static int[] typical(final int[] scores, final int pairs) {
    final int[] sorted = scores.clone();
    Arrays.sort(sorted);
    final int[] typical = new int[pairs];
    for (int i = 0; i < pairs; i++) {
      final double place = (i + 0.5) * GOLDEN;
      typical[i] = sorted[(int) (sorted.length * (place - Math.floor(place)))];
    }
    return typical;
  }

  /**
   * The smallest shift that is found with probability {@link #POWER}: in the unit of the noise, 0
   * or more; NaN if none is.
   */
  public double shift() {
    final double scale = Score.scale(Arrays.stream(noise).map(Math::abs).toArray());
    if (looks.last() == 0 || power(Math.max(scale, 1) * MOST) < POWER) {
      return Double.NaN;
    }
    if (scale == 0) {
      return 0;
    }
    double found = FIRST * scale;
    while (power(found) < POWER) {
      found *= STEP;
    }
    double not = found / STEP;
    for (int i = 0; i < HALVINGS; i++) {
      final double middle = (found + not) / 2;
      if (power(middle) >= POWER) {
        found = middle;
      } else {
        not = middle;
      }
    }
    return found;
  }
}
