package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gate;

/**
 * The forks and turns that a gate of a campaign excludes.
 *
 * @param limit of it; NaN for one that has none
 * @param forks how many; a fork may be several gates'
 * @param blocks how many have such a fork
 * @param turns how many turns it excludes of all forks, or leaves out of comparisons; 0 of a gate
 *     that is no matter of turns
 */
public record GateCount(Gate gate, double limit, int forks, int blocks, int turns) {
  public static List<GateCount> of(final Campaign campaign) {
    final List<GateCount> counts = new ArrayList<>();
    final int leftOut = Pairs.all(campaign).stream().mapToInt(Pairs::roundsLeftOut).sum();
    campaign
        .settings()
        .gates()
        .limits()
        .forEach(
            (gate, limit) -> {
              int forks = 0;
              final Set<Integer> blocks = new TreeSet<>();
              for (final ContenderForks contender : campaign.contenders()) {
                final List<Integer> these = contender.blocksExcludedBy(gate);
                forks += these.size();
                blocks.addAll(these);
              }
              final int turns =
                  campaign.contenders().stream().mapToInt(each -> each.turnsExcludedBy(gate)).sum();
              counts.add(
                  new GateCount(
                      gate, limit, forks, blocks.size(), gate.ofRounds() ? leftOut : turns));
            });
    return counts;
  }
}
