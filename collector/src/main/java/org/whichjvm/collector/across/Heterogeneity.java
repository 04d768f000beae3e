package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.Decision;
import org.whichjvm.collector.stats.TrimmedWelch;

/**
 * Whether a contender's ratio differs between hosts: a test of the block log ratios of each host.
 * Each host's blocks are compared with those of the others; they are never put into one sample.
 *
 * @param hosts that were tested
 * @param p of "all hosts have the same ratio"; NaN if it was not tested
 * @param adjustedP that p corrected for all rows of the matrix (Holm); NaN if it was not tested
 * @param betweenSd the standard deviation of the hosts' log ratios that their noise does not
 *     explain; NaN if it was not tested
 * @param betweenShare the part of their scatter that it does not explain, 0 to 1; NaN if not tested
 * @param lowest the tested host with the lowest ratio; null if it was not tested
 * @param highest the one with the highest
 * @param untested why it was not tested, in a sentence's words; null if it was
 */
record Heterogeneity(
    int hosts,
    double p,
    double adjustedP,
    double betweenSd,
    double betweenShare,
    String lowest,
    String highest,
    String untested) {
  /**
   * Blocks that a host must have: with five, one is cut off at each end and three are left, and
   * where starts are slow the test then calls 12 % of 200 equal hosts different.
   */
  static final int LEAST_BLOCKS = 6;

  /** Of 12 blocks two are cut off at each end, so that two slow starts decide nothing. */
  static final double TRIM = 0.2;

  /** The test of a row is not yet corrected for the others. */
  static Heterogeneity of(final Map<String, HostVerdict> cells) {
    final List<double[]> groups = new ArrayList<>();
    String lowest = null;
    String highest = null;
    for (final Map.Entry<String, HostVerdict> each : cells.entrySet()) {
      final double ratio = each.getValue().ratio();
      if (each.getValue().logRatios().length >= LEAST_BLOCKS && !Double.isNaN(ratio)) {
        groups.add(each.getValue().logRatios());
        lowest = lowest == null || ratio < cells.get(lowest).ratio() ? each.getKey() : lowest;
        highest = highest == null || ratio > cells.get(highest).ratio() ? each.getKey() : highest;
      }
    }
    if (groups.size() < 2) {
      return untested(groups.size(), "it takes two hosts with " + LEAST_BLOCKS + " blocks each");
    }
    final TrimmedWelch test = TrimmedWelch.of(groups, TRIM);
    return Double.isNaN(test.p())
        ? untested(
            groups.size(),
            "a host has the same ratio in almost every block, or could not keep the rate in many")
        : new Heterogeneity(
            groups.size(),
            test.p(),
            Double.NaN,
            test.betweenSd(),
            test.betweenShare(),
            lowest,
            highest,
            null);
  }

  private static Heterogeneity untested(final int hosts, final String why) {
    final double none = Double.NaN;
    return new Heterogeneity(hosts, none, none, none, none, null, null, why);
  }

  Heterogeneity adjusted(final double corrected) {
    return new Heterogeneity(
        hosts, p, corrected, betweenSd, betweenShare, lowest, highest, untested);
  }

  boolean tested() {
    return untested == null;
  }

  boolean found() {
    return adjustedP <= Decision.ALPHA;
  }
}
