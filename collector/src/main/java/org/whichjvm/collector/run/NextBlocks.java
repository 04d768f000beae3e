package org.whichjvm.collector.run;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.whichjvm.collector.decide.Halving;
import org.whichjvm.collector.model.CampaignSettings;

/**
 * The blocks that a campaign plans after those that have run, with the contenders of each: a rule for each kind of
 * campaign.
 */
final class NextBlocks {
    private NextBlocks() {}

    /**
     * Of a campaign without a race, which is planned from the beginning: the excluded blocks once more, as many as
     * exclusion rules allow.
     */
    static List<List<String>> again(CampaignSettings settings, List<Integer> excluded) {
        int added = settings.plannedBlocks() - settings.blocks();
        int allowed = settings.design().stops() ? 0 : settings.gates().retries();
        // As many as were added so far have their block again.
        return excluded.stream()
                .limit(allowed)
                .skip(Math.max(0, added))
                .map(block -> settings.contendersByBlock().get(block - 1))
                .toList();
    }

    /** Of a race: the blocks up to the next interim analysis, without those that it has decided. */
    static List<List<String>> upToNextAnalysis(CampaignSettings settings, int complete, List<String> leaving) {
        int next = settings.design().looks().stream()
                .filter(each -> each > complete)
                .findFirst()
                .orElseThrow();
        return of(settings, complete, next - complete, leaving);
    }

    /**
     * Of a search: the rest of its rung, or the next rung with half of the contenders.
     *
     * @param slower the half that leaves if the rung is over
     */
    static List<List<String>> ofRung(CampaignSettings settings, int complete, MeasuredTime time, List<String> slower) {
        Set<String> alive = settings.plan().of(complete);
        int first = complete;
        while (first > 1 && settings.plan().of(first - 1).equals(alive)) {
            first--;
        }
        double all = settings.design().maxSeconds();
        double each = time.seconds(first, complete) / (complete - first + 1);
        int rung = Halving.blocks(alive.size() - 1, all - time.seconds(1, first - 1), each);
        int rest = first + rung - 1 - complete;
        List<String> leaving = rest > 0 ? List.of() : slower;
        int stay = alive.size() - leaving.size();
        int next = leaving.isEmpty()
                ? Math.max(1, rest)
                : Halving.blocks(stay - 1, all - time.seconds(), each * stay / alive.size());
        int count = Math.min(next, settings.blocks() - complete);
        return of(settings, complete, count, leaving);
    }

    private static List<List<String>> of(CampaignSettings settings, int complete, int count, List<String> leaving) {
        Set<String> alive = settings.plan().of(complete);
        List<String> stay = settings.contenders().stream()
                .filter(name -> alive.contains(name) && !leaving.contains(name))
                .toList();
        return Collections.nCopies(count, stay);
    }
}
