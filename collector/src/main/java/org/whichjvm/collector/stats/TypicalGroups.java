package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalInt;

/** Which groups of differences may have the typical one, their median, as far as signs tell. */
final class TypicalGroups {
  // How often, at most, a group is taken for one that cannot have the median and has it.
  private static final double LEVEL = 0.05;

  private TypicalGroups() {}

  /**
   * From the least to the greatest of the groups beside an estimate that may have the median too.
   *
   * @param differences of any size, also infinite
   * @return the estimate twice if there are none
   */
  static double[] around(final double[] differences, final double estimate) {
    final double[] median =
        new PairedTest(differences, Looks.single(differences.length), ScoreFunction.SIGN)
            .interval(LEVEL);
    // What is infinite is a group of its own.
    final double[] range = {
      median[0] == Double.NEGATIVE_INFINITY ? median[0] : estimate,
      median[1] == Double.POSITIVE_INFINITY ? median[1] : estimate
    };
    final double[] finite = Arrays.stream(differences).filter(Double::isFinite).toArray();
    for (final double[] group : Groups.ofLogs(finite)) {
      final double least = group[0];
      final double greatest = group[group.length - 1];
      if (greatest >= median[0] && greatest < estimate) {
        range[0] = Math.min(range[0], least);
      }
      if (least <= median[1] && least > estimate) {
        range[1] = Math.max(range[1], greatest);
      }
    }
    return range;
  }

  /** How many of so many pairs must lie to one side of a group for it not to have the median. */
  static OptionalInt needed(final int pairs) {
    return new PairedTest(new double[pairs], Looks.single(pairs), ScoreFunction.SIGN).needed(LEVEL);
  }
}
