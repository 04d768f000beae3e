package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a gate of a campaign has set aside.
 *
 * @param gate which
 * @param limit of it; NaN for one that has none
 * @param forks how many; a fork may be several gates'
 * @param blocks how many have such a fork
 */
record GateCount(Gate gate, double limit, int forks, int blocks) {
  /** Every gate that is on. */
  static List<GateCount> of(final Campaign campaign) {
    final List<GateCount> counts = new ArrayList<>();
    campaign
        .settings()
        .gates()
        .limits()
        .forEach(
            (gate, limit) -> {
              int forks = 0;
              final Set<Integer> blocks = new TreeSet<>();
              for (final VariantForks variant : campaign.variants()) {
                final List<Integer> these = blocks(variant, gate);
                forks += these.size();
                blocks.addAll(these);
              }
              counts.add(new GateCount(gate, limit, forks, blocks.size()));
            });
    return counts;
  }

  /** The blocks in which a gate set the variant's fork aside. */
  private static List<Integer> blocks(final VariantForks variant, final Gate gate) {
    return gate == Gate.OVERLOADED
        ? variant.overloadedBlocks()
        : variant.gated().stream()
            .filter(each -> each.trips().stream().anyMatch(trip -> trip.gate() == gate))
            .map(each -> each.fork().name().block())
            .toList();
  }
}
