package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;

/**
 * The groups that the forks of one contender fall into by their service p50: a JVM compiles the
 * loop into one of a few shapes when it starts and keeps it.
 *
 * @param contender whose forks
 * @param groups from fast to slow; one if the forks do not fall apart
 */
public record Modes(String contender, List<Group> groups) {
  /**
   * Forks of like p50.
   *
   * @param forks how many
   * @param p50Ns their median service p50, in ns
   * @param floorNs their median floor, in ns; NaN if not measured
   */
  public record Group(int forks, double p50Ns, double floorNs) {}

  static Modes of(final ContenderForks contender) {
    final List<Fork> forks = new ArrayList<>(contender.added());
    forks.sort(Comparator.comparingDouble(Fork::p50));
    final List<Group> groups = new ArrayList<>();
    int from = 0;
    for (final double[] values : Groups.of(forks.stream().mapToDouble(Fork::p50).toArray())) {
      groups.add(group(forks.subList(from, from + values.length)));
      from += values.length;
    }
    return new Modes(contender.name(), groups);
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
