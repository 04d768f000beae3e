package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;
import org.whichjvm.collector.stats.Groups;

/**
 * The groups that the forks of one variant fall into by their service p50: a JVM compiles the loop
 * into one of a few shapes when it starts and keeps it.
 *
 * @param variant whose forks
 * @param groups from fast to slow; one if the forks do not fall apart
 */
record Modes(String variant, List<Group> groups) {
  /**
   * Forks of like p50.
   *
   * @param forks how many
   * @param p50Ns their median service p50, in ns
   * @param floorNs their median floor, in ns; NaN if not measured
   */
  record Group(int forks, double p50Ns, double floorNs) {}

  static Modes of(final VariantForks variant) {
    final List<Fork> forks = new ArrayList<>(variant.added());
    forks.sort(Comparator.comparingDouble(Fork::p50));
    final List<Group> groups = new ArrayList<>();
    int from = 0;
    for (final double[] values : Groups.of(forks.stream().mapToDouble(Fork::p50).toArray())) {
      groups.add(group(forks.subList(from, from + values.length)));
      from += values.length;
    }
    return new Modes(variant.name(), groups);
  }

  private static Group group(final List<Fork> forks) {
    return new Group(
        forks.size(),
        median(forks.stream().mapToDouble(Fork::p50)),
        median(forks.stream().mapToDouble(Fork::floorNs).filter(floor -> floor > 0)));
  }

  /** The median; NaN without a value. */
  static double median(final DoubleStream values) {
    return Median.withDefaults().evaluate(values.toArray());
  }

  boolean several() {
    return groups.size() > 1;
  }
}
