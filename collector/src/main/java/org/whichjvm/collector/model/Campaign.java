package org.whichjvm.collector.model;

import java.util.List;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Workload;

/**
 * A campaign as read from its folder.
 *
 * @param contenders in the order of the report
 * @param unusable every file that does not count, with its reason
 */
public record Campaign(
        CampaignSettings settings, Progress progress, List<ContenderForks> contenders, List<Unusable> unusable) {
    public Campaign withMargin(double margin) {
        return with(progress.design().withMargin(margin), progress.stopped());
    }

    /** This campaign if its time is up now, so that there is a last interim analysis. */
    public Campaign whenTimeIsUp() {
        return with(progress.design(), new EarlyStop(progress.completeBlocks(), true, 0, 0));
    }

    private Campaign with(Design design, EarlyStop stopped) {
        Progress changed = new Progress(design, progress.completeBlocks(), stopped, progress.left());
        return new Campaign(settings, changed, contenders, unusable);
    }

    /** Whether planned blocks are still to run: it was interrupted, or runs now. */
    public boolean unfinished() {
        return progress.stopped() == null && settings.planned() && progress.completeBlocks() < settings.plannedBlocks();
    }

    /** Whether its forks have scores, and no latencies. */
    public boolean ofScores() {
        return Workload.hasScores(settings.workload())
                || contenders.stream().flatMap(each -> each.all().stream()).anyMatch(Fork::ofScores);
    }

    /** The contender that others are compared with: the plan's, or the first by name. */
    public String baseline() {
        return settings.planned() ? settings.baseline() : contenders.get(0).name();
    }
}
