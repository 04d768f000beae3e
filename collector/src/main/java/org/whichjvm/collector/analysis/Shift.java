package org.whichjvm.collector.analysis;

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
 * @param low lower end of the 95 % interval; NaN if there are too few values for one
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
   */
  static Shift of(final Pairs before, final Pairs after, final Metric metric) {
    final TwoSamples ratios = new TwoSamples(before.logRatios(metric), after.logRatios(metric));
    final TwoSamples differences =
        new TwoSamples(before.differences(metric), after.differences(metric));
    final double[] share = ratios.interval(Decision.ALPHA);
    final double[] added = differences.interval(Decision.ALPHA);
    final double cost = (before.cost(metric) + after.cost(metric)) / 2;
    return new Shift(
        Math.exp(ratios.shift()),
        Math.min(Math.exp(share[0]), Math.max(0, 1 + added[0] / cost)), // NaN if one is
        Math.max(Math.exp(share[1]), 1 + added[1] / cost),
        Math.max(ratios.p(), differences.p()),
        differences.shift());
  }
}
