package org.whichjvm.collector.analysis;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.stats.TwoSamples;

/**
 * How far a figure of a contender moved between two campaigns, against the reference of its block.
 *
 * <p>Floors that agree are still a few per cent apart, and no campaign tells whether a contender's
 * cost over the reference is a share of the exchange or so many ns on top of it. In the first case
 * the ratio stays as it is when the floor moves, in the second the difference does. So both are
 * tested: the interval reaches from the lower to the higher end of the two, and p is the larger
 * one.
 *
 * @param ratio later over earlier, by the ratios to the reference
 * @param low lower end of its interval; NaN if there are too few values for one
 * @param high its upper end; NaN likewise
 * @param p of "nothing has changed"
 * @param difference how much more than before the contender takes longer than the reference, in the
 *     metric's unit
 */
record Shift(double ratio, double low, double high, double p, double difference) {
  /**
   * Of two campaigns.
   *
   * @param before pairs of the earlier one that have the figure, at least one
   * @param after those of the later one, at least one
   * @param alpha how often, at most, the interval may miss it
   */
  static Shift of(final Pairs before, final Pairs after, final Metric metric, final double alpha) {
    final Samples ratios = Samples.of(before.logRatios(metric), after.logRatios(metric));
    final Samples differences = Samples.of(before.differences(metric), after.differences(metric));
    final double[] share = ratios.interval(alpha);
    final double[] added = differences.interval(alpha);
    final double cost =
        DoubleStream.of(before.cost(metric), after.cost(metric))
            .filter(Double::isFinite) // no fork of one may have kept the rate
            .average()
            .orElse(Double.NaN);
    return new Shift(
        Math.exp(ratios.shift()),
        Math.min(Math.exp(share[0]), Math.max(0, 1 + added[0] / cost)), // NaN if one is
        Math.max(Math.exp(share[1]), 1 + added[1] / cost),
        Math.max(ratios.tests().p(), differences.tests().p()),
        differences.shift());
  }

  /**
   * Two samples some of whose values may be infinite: forks that could not keep the rate.
   *
   * @param tests of the samples with values far beyond all others in place of infinity
   * @param infinite from which shift on it is of such a value
   */
  private record Samples(TwoSamples tests, double infinite) {
    static Samples of(final double[] before, final double[] after) {
      final double most =
          1
              + DoubleStream.concat(Arrays.stream(before), Arrays.stream(after))
                  .filter(Double::isFinite)
                  .map(Math::abs)
                  .max()
                  .orElse(0);
      return new Samples(
          new TwoSamples(bounded(before, 10 * most), bounded(after, 10 * most)), 5 * most);
    }

    private static double[] bounded(final double[] values, final double bound) {
      return Arrays.stream(values).map(each -> Math.max(-bound, Math.min(bound, each))).toArray();
    }

    private double unbounded(final double shift) {
      return Math.abs(shift) < infinite ? shift : shift * Double.POSITIVE_INFINITY;
    }

    double shift() {
      return unbounded(tests.shift());
    }

    double[] interval(final double alpha) {
      return Arrays.stream(tests.interval(alpha))
          .map(end -> Double.isNaN(end) ? end : unbounded(end))
          .toArray();
    }
  }
}
