package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.fork.Fork;

/**
 * What only a campaign by turns can tell.
 *
 * @param count of its turns, and what of them is left out
 * @param steadiness of each contender
 * @param carryOver from one turn to the next
 * @param sleep what contenders did while others had their turns; null if no fork tells
 */
public record ByTurns(
    TurnCount count, List<Steadiness> steadiness, CarryOver carryOver, IdleCpu sleep) {
  /** Of a campaign; null if none of its forks measured by turns. */
  static ByTurns of(final Campaign campaign) {
    return campaign.contenders().stream()
            .flatMap(each -> each.all().stream())
            .noneMatch(Fork::byTurns)
        ? null
        : new ByTurns(
            TurnCount.of(campaign),
            Steadiness.of(campaign.contenders()),
            CarryOver.of(campaign.contenders()),
            IdleCpu.of(campaign));
  }
}
