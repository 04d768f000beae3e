package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/** Values that fall apart into groups of like size, with a wide gap between them. */
public final class Groups {
  // JIT modes lie 30 % and more apart where they were seen; noise between forks is a few per cent.
  private static final double LEAST_GAP = Math.log(1.10);

  // Neighbours in one group of noise lie closer than this many of its typical deviations.
  private static final double DEVIATIONS = 4;

  // The median absolute deviation of a normal distribution is that of its standard deviation, over:
  private static final double NORMAL = 1.4826;

  private Groups() {}

  /**
   * The values in groups from small to large: split where, on a logarithmic scale, two neighbours
   * lie at least 10 % and four typical deviations of the values within the groups apart.
   *
   * @param values above 0
   */
  public static List<double[]> of(final double[] values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    List<double[]> groups = split(sorted, LEAST_GAP);
    // Deviations inside the groups, for a wide gap must not be measured by itself.
    final double deviation = deviation(groups);
    if (groups.size() > 1 && DEVIATIONS * deviation > LEAST_GAP) {
      groups = split(sorted, DEVIATIONS * deviation);
    }
    return groups;
  }

  private static List<double[]> split(final double[] sorted, final double gap) {
    final List<double[]> groups = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || Math.log(sorted[i] / sorted[i - 1]) >= gap) {
        groups.add(Arrays.copyOfRange(sorted, from, i));
        from = i;
      }
    }
    return groups;
  }

  private static double deviation(final List<double[]> groups) {
    final double[] deviations =
        groups.stream()
            .flatMapToDouble(
                group -> {
                  final double median = Median.withDefaults().evaluate(group);
                  return Arrays.stream(group).map(each -> Math.abs(Math.log(each / median)));
                })
            .toArray();
    return NORMAL * Median.withDefaults().evaluate(deviations);
  }
}
