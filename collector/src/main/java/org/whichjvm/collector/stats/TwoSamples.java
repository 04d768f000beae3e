package org.whichjvm.collector.stats;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * How far a second sample is shifted against a first one that it has no pairs with: the
 * Mann-Whitney test with the Hodges-Lehmann estimate (Hodges and Lehmann, "Estimates of location
 * based on rank tests", Annals of Mathematical Statistics 34, 1963). Valid for samples of any one
 * distribution.
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
  }

  /** The median of all differences between a value of the second and one of the first. */
  public double shift() {
    return Median.withDefaults().evaluate(shifts);
  }

  /** The two-sided p of "both have the same distribution". */
  public double p() {
    return MannWhitneyUTest.withDefaults().test(second, first).getPValue();
  }
}
