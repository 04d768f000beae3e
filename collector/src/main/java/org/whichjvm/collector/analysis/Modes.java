package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;

/**
 * The JIT modes of one contender, by its forks' p50 service time: a JVM compiles the loop in one of
 * a few ways when it starts and keeps it.
 *
 * @param groups from fast to slow; one if the forks do not fall apart
 */
public record Modes(String contender, List<Group> groups) {
  /**
   * Forks of like p50.
   *
   * @param p50Ns their median p50 service time, in ns
   * @param floorNs their median floor, in ns; NaN if not measured
   */
  public record Group(int forks, double p50Ns, double floorNs) {}

  static Modes of(final ContenderForks contender) {
    return new Modes(
        contender.name(), groups(contender.added()).stream().map(Modes::group).toList());
  }

  /** The forks of the mode that most of them have; of several the fastest; empty without forks. */
  static List<Fork> largest(final List<Fork> forks) {
    List<Fork> largest = List.of();
    for (final List<Fork> each : groups(forks)) {
      largest = each.size() > largest.size() ? each : largest;
    }
    return largest;
  }

  private static List<List<Fork>> groups(final List<Fork> forks) {
    final List<Fork> sorted = forks.stream().sorted(Comparator.comparing(Fork::p50)).toList();
    final List<List<Fork>> groups = new ArrayList<>();
    int from = 0;
    for (final double[] values : Groups.of(sorted.stream().mapToDouble(Fork::p50).toArray())) {
      groups.add(sorted.subList(from, from + values.length));
      from += values.length;
    }
    return groups;
  }

  private static Group group(final List<Fork> forks) {
    return new Group(
        forks.size(),
        Medians.of(forks.stream().mapToDouble(Fork::p50)),
        Medians.of(forks.stream().mapToDouble(Fork::floorNs).filter(floor -> floor > 0)));
  }

  public boolean several() {
    return groups.size() > 1;
  }
}
