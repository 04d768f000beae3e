package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ExclusionRule;

/**
 * The forks and turns that an exclusion rule of a campaign excludes.
 *
 * @param limit of it; NaN for one that has none
 * @param forks how many; a fork may be several rules'
 * @param blocks how many have such a fork
 * @param turns how many turns it excludes of all forks, or leaves out of comparisons; 0 of a rule that is no matter of
 *     turns
 */
public record ExclusionCount(
        ExclusionRule gate,
        @Nullable double limit,
        int forks,
        int blocks,

        @About("That it excludes of all forks; of floorInRound the rounds that it leaves out of" + " comparisons.")
        int turns) {
    public static List<ExclusionCount> of(Campaign campaign) {
        int leftOut =
                Pairs.all(campaign).stream().mapToInt(Pairs::roundsLeftOut).sum();
        List<ExclusionCount> counts = new ArrayList<>();
        campaign.settings().gates().limits().forEach((rule, limit) -> {
            List<Integer> blocks = campaign.contenders().stream()
                    .flatMap(each -> each.blocksExcludedBy(rule).stream())
                    .toList();
            int turns = campaign.contenders().stream()
                    .mapToInt(each -> each.turnsExcludedBy(rule))
                    .sum();
            counts.add(new ExclusionCount(
                    rule,
                    limit,
                    blocks.size(),
                    (int) blocks.stream().distinct().count(),
                    rule.ofRounds() ? leftOut : turns));
        });
        return counts;
    }
}
