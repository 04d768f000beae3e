package org.whichjvm.collector.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * How far a second sample is shifted against a first one that was not measured beside it: the
 * Mann-Whitney test, and the Hodges-Lehmann estimate with the interval of all shifts that the test
 * does not reject (Hodges and Lehmann, "Estimates of location based on rank tests", Annals of
 * Mathematical Statistics 34, 1963). Valid for samples of any one distribution; what it cannot know
 * is whether something else changed between the two.
 */
public final class TwoSamples {
  private final double[] first;
  private final double[] second;
  private final double[] shifts;

  /**
   * Two samples.
   *
   * @param first the earlier one, at least one value
   * @param second the later one, at least one value
   */
  public TwoSamples(final double[] first, final double[] second) {
    this.first = first.clone();
    this.second = second.clone();
    this.shifts = new double[first.length * second.length];
    for (int i = 0; i < shifts.length; i++) {
      shifts[i] = second[i / first.length] - first[i % first.length];
    }
    Arrays.sort(shifts);
  }

  /** The median of all differences between a value of the second and one of the first. */
  public double shift() {
    return Median.withDefaults().evaluate(shifts);
  }

  /** The two-sided p of "both have the same distribution". */
  public double p() {
    return p(0);
  }

  /** The two-sided p of "the second is the first, shifted by so much". */
  public double p(final double shift) {
    final double[] moved = Arrays.stream(second).map(each -> each - shift).toArray();
    return MannWhitneyUTest.withDefaults().test(moved, first).getPValue();
  }

  /**
   * The interval of the shift, from its lower to its upper end.
   *
   * @param alpha how often, at most, it may miss it
   * @return two NaN if there are too few values for one
   */
  public double[] interval(final double alpha) {
    if (p(shifts[0] - 1) > alpha) { // even samples that are wholly apart would not be told
      return new double[] {Double.NaN, Double.NaN};
    }
    return new double[] {shifts[lowest(alpha)], shifts[highest(alpha)]};
  }

  // p rises towards the middle of the sorted shifts and falls after it, so the ends are found by
  // halving. A shift itself makes a tie; just beside it the test is exact.
  private int lowest(final double alpha) {
    int rejected = -1;
    int kept = shifts.length / 2;
    while (kept - rejected > 1) {
      final int middle = (kept + rejected) >>> 1;
      if (p(shifts[middle] + beside(middle)) > alpha) {
        kept = middle;
      } else {
        rejected = middle;
      }
    }
    return kept;
  }

  /** Less than differences differ by, and more than is lost to rounding. */
  private double beside(final int index) {
    return 1e-12 * Math.max(1, Math.abs(shifts[index]));
  }

  private int highest(final double alpha) {
    int kept = (shifts.length - 1) / 2;
    int rejected = shifts.length;
    while (rejected - kept > 1) {
      final int middle = (kept + rejected) >>> 1;
      if (p(shifts[middle] - beside(middle)) > alpha) {
        kept = middle;
      } else {
        rejected = middle;
      }
    }
    return kept;
  }
}
