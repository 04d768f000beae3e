package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The two-sided sign test of paired differences, with the order-statistic interval for their median
 * that belongs to it, looked at once or several times. Both are exact for independent pairs of any
 * distribution, whatever its shape, modes or tails (Conover, "Practical Nonparametric Statistics",
 * 3rd ed., 3.2 and 3.4); a difference of exactly 0 counts for neither side, which is conservative.
 *
 * <p>With interim looks the number of pairs that a side must have won is, at each look, the least
 * that keeps the probability of reaching it there for the first time within what the look may
 * spend. It is computed from the random walk of the signs, so nothing is lost to an approximation.
 * The interval is the repeated one (Jennison and Turnbull, "Interim analyses: the repeated
 * confidence interval approach", JRSS B 51, 1989): it leaves out 0 exactly when the test rejects at
 * that look.
 */
public final class SignTest {
  // Enough for p to three digits over any range that matters.
  private static final double P_PRECISION = 1.0005;
  private static final double LEAST_P = 1e-12;

  private final double[] differences;
  private final Looks looks;

  /**
   * A test of differences in the order in which they were measured.
   *
   * @param differences one a pair, finite
   * @param looks at how many of them; the last look is at no more than there are
   */
  public SignTest(final double[] differences, final Looks looks) {
    if (looks.last() > differences.length) {
      throw new IllegalArgumentException(
          "a look at " + looks.last() + " of " + differences.length + " pairs");
    }
    this.differences = Arrays.copyOf(differences, looks.last());
    this.looks = looks;
  }

  /** The median difference at the last look; NaN without a pair. */
  public double median() {
    return Median.withDefaults().evaluate(differences);
  }

  /**
   * The least false-positive rate at which one of the looks would have rejected "the median
   * difference is 0"; 1 if none would at any.
   */
  public double p() {
    if (looks.pairs().size() == 1 && looks.spent().get(0) == 1) {
      return fixedP();
    }
    if (!rejectsAt(1)) {
      return 1;
    }
    double rejecting = 1;
    double not = LEAST_P;
    while (rejecting / not > P_PRECISION) {
      final double middle = Math.sqrt(rejecting * not);
      if (rejectsAt(middle)) {
        rejecting = middle;
      } else {
        not = middle;
      }
    }
    return rejecting;
  }

  private double fixedP() {
    final int pairs = differences.length;
    return pairs == 0
        ? 1
        : Math.min(1, 2 * BinomialDistribution.of(pairs, 0.5).survivalProbability(won(pairs) - 1));
  }

  private boolean rejectsAt(final double alpha) {
    final int[] needed = needed(looks, alpha);
    for (int i = 0; i < needed.length; i++) {
      if (won(looks.pairs().get(i)) >= needed[i]) {
        return true;
      }
    }
    return false;
  }

  /** The wins, among the first pairs, of the side that has more. */
  private int won(final int pairs) {
    int above = 0;
    int below = 0;
    for (int i = 0; i < pairs; i++) {
      above += differences[i] > 0 ? 1 : 0;
      below += differences[i] < 0 ? 1 : 0;
    }
    return Math.max(above, below);
  }

  /**
   * The interval of the median difference, from its lower to its upper end.
   *
   * @param alpha how often, at most, it may miss the median at any of the looks
   * @return two NaN if there are too few pairs for one
   */
  public double[] interval(final double alpha) {
    final int pairs = differences.length;
    final OptionalInt needed = needed(alpha);
    if (needed.isEmpty()) {
      return new double[] {Double.NaN, Double.NaN};
    }
    final double[] sorted = differences.clone();
    Arrays.sort(sorted);
    return new double[] {sorted[pairs - needed.getAsInt()], sorted[needed.getAsInt() - 1]};
  }

  /** How many pairs a side must have won at the last look; empty if not even all are enough. */
  public OptionalInt needed(final double alpha) {
    final int[] all = needed(looks, alpha);
    final boolean enough = all.length > 0 && all[all.length - 1] <= looks.last();
    return enough ? OptionalInt.of(all[all.length - 1]) : OptionalInt.empty();
  }

  /** The least pairs of a fixed design with which a side that wins all of them is significant. */
  public static int leastPairs(final double alpha) {
    return (int) Math.ceil(1 - Math.log(alpha) / Math.log(2)); // from 2 * 0.5^n <= alpha
  }

  /** The wins needed at each look; more than there are pairs where it cannot reject. */
  private static int[] needed(final Looks looks, final double alpha) {
    final double[] perSide = looks.increments(alpha / 2);
    final int[] needed = new int[perSide.length];
    double[] walk = {1}; // probability of each number of wins, not yet rejected
    int pairs = 0;
    for (int look = 0; look < needed.length; look++) {
      walk = convolve(walk, looks.pairs().get(look) - pairs);
      pairs = looks.pairs().get(look);
      double beyond = 0;
      int wins = pairs + 1;
      while (wins > 0 && beyond + walk[wins - 1] <= perSide[look]) {
        wins--;
        beyond += walk[wins];
      }
      Arrays.fill(walk, wins, walk.length, 0);
      needed[look] = wins;
    }
    return needed;
  }

  /** The walk after so many more fair coins. */
  private static double[] convolve(final double[] walk, final int coins) {
    if (coins == 0) {
      return walk.clone();
    }
    final double[] coin = new double[coins + 1];
    final BinomialDistribution fair = BinomialDistribution.of(coins, 0.5);
    Arrays.setAll(coin, fair::probability);
    final double[] after = new double[walk.length + coins];
    for (int i = 0; i < walk.length; i++) {
      for (int j = 0; walk[i] > 0 && j <= coins; j++) {
        after[i + j] += walk[i] * coin[j];
      }
    }
    return after;
  }
}
