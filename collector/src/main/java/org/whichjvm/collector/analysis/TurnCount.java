package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;

/**
 * How many turns a campaign took, and what of them is left out.
 *
 * @param turns of all forks that ended well
 * @param excluded turns that a gate excludes, whatever they are compared with
 * @param rounds in which two turns that count could be compared, of all contenders with their
 *     baselines
 * @param leftOut those of them that a gate leaves out for the two alone
 */
public record TurnCount(int turns, int excluded, int rounds, int leftOut) {
  static TurnCount of(final Campaign campaign) {
    final List<Pairs> pairs = Pairs.all(campaign);
    return new TurnCount(
        campaign.contenders().stream().mapToInt(ContenderForks::turns).sum(),
        campaign.contenders().stream().mapToInt(ContenderForks::turnsExcluded).sum(),
        pairs.stream().mapToInt(Pairs::rounds).sum(),
        pairs.stream().mapToInt(Pairs::roundsLeftOut).sum());
  }
}
