package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values that fall apart into groups of like size, with a wide gap between them. */
public final class Groups {
  // JIT modes lie 30 % and more apart where they were seen; noise between forks is a few per cent.
  private static final double LEAST_GAP = Math.log(1.10);

  // Neighbours in one group of noise lie closer than this many of its typical deviations.
  private static final double DEVIATIONS = 4;

  // The median absolute deviation of a normal distribution is that of its standard deviation, over:
  private static final double NORMAL = 1.4826;

  /**
   * The values in groups from small to large: split where, on a logarithmic scale, two neighbours
   * lie at least 10 % and four typical deviations of the largest group apart.
   *
   * @param values above 0
   */
  public static List<double[]> of(final double[] values) {
    final List<double[]> groups = ofLogs(Arrays.stream(values).map(Math::log).toArray());
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    final List<double[]> all = new ArrayList<>();
    int from = 0;
    for (final double[] group : groups) {
      all.add(Arrays.copyOfRange(sorted, from, from + group.length));
      from += group.length;
    }
    return all;
  }

  /** Logarithms in groups, split by the same rule. */
  public static List<double[]> ofLogs(final double[] logs) {
    final double[] sorted = logs.clone();
    Arrays.sort(sorted);
    double gap = LEAST_GAP;
    List<double[]> groups = split(sorted, gap);
    // The largest group shows the noise of one; wide noise is one group, however it is split.
    while (groups.size() > 1 && DEVIATIONS * deviation(largest(groups)) > gap) {
      gap = DEVIATIONS * deviation(largest(groups));
      groups = split(sorted, gap);
    }
    return groups;
  }

  /** The one with most values; of several the one with the least. */
  public static double[] largest(final List<double[]> groups) {
    double[] largest = {};
    for (final double[] each : groups) {
      largest = each.length > largest.length ? each : largest;
    }
    return largest;
  }

  private static List<double[]> split(final double[] sorted, final double gap) {
    final List<double[]> groups = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] - sorted[i - 1] >= gap) {
        groups.add(Arrays.copyOfRange(sorted, from, i));
        from = i;
      }
    }
    return groups;
  }

  private static double deviation(final double[] group) {
    final double median = Medians.of(Arrays.stream(group));
    return NORMAL * Medians.of(Arrays.stream(group).map(each -> Math.abs(each - median)));
  }
}
