package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gate;

/**
 * What a gate of a campaign has set aside.
 *
 * @param gate which
 * @param limit of it; NaN for one that has none
 * @param forks how many; a fork may be several gates'
 * @param blocks how many have such a fork
 */
public record GateCount(Gate gate, double limit, int forks, int blocks) {
  /** Every gate that is on. */
  public static List<GateCount> of(final Campaign campaign) {
    final List<GateCount> counts = new ArrayList<>();
    campaign
        .settings()
        .gates()
        .limits()
        .forEach(
            (gate, limit) -> {
              int forks = 0;
              final Set<Integer> blocks = new TreeSet<>();
              for (final ContenderForks contender : campaign.contenders()) {
                final List<Integer> these = blocks(contender, gate);
                forks += these.size();
                blocks.addAll(these);
              }
              counts.add(new GateCount(gate, limit, forks, blocks.size()));
            });
    return counts;
  }

  /** The blocks in which a gate set the contender's fork aside. */
  private static List<Integer> blocks(final ContenderForks contender, final Gate gate) {
    return gate == Gate.OVERLOADED
        ? contender.overloadedBlocks()
        : contender.gated().stream()
            .filter(each -> each.trips().stream().anyMatch(trip -> trip.gate() == gate))
            .map(each -> each.fork().name().block())
            .toList();
  }
}
