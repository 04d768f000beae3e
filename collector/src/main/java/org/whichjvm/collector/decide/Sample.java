package org.whichjvm.collector.decide;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.Percentile;

/**
 * One metric of a contender beside the baseline's, before anything is decided.
 *
 * @param pairs the forks that have it; none of a contrast, which is of two scores of each fork
 * @param against the other score of a contrast; null of two contenders
 * @param logRatios a pair each, in the order of the blocks
 * @param analyses at how many of them
 * @param test of the shift within a mode
 * @param starts how often each starts slow; null where it is not decided, or the metric does not tell
 * @param undecidable why nothing may be decided on it; empty if it may
 */
record Sample(
        Pairs pairs,
        Metric metric,
        Metric against,
        double[] logRatios,
        InterimAnalyses analyses,
        PairedTest test,
        SlowStarts starts,
        Optional<Reason> undecidable) {
    static Sample of(Pairs all, Metric metric, Progress progress) {
        Pairs pairs = all.having(metric);
        double[] logRatios = pairs.logRatios(metric);
        InterimAnalyses analyses = progress.looks(
                pairs.contender(), pairs.baseline(), pairs.forks().size(), pairs::upTo);
        Optional<Reason> undecidable = undecidable(all, pairs, metric, progress);
        boolean tellsStarts = metric.headline() || metric.ofScore();
        return new Sample(
                pairs,
                metric,
                null,
                logRatios,
                analyses,
                new PairedTest(logRatios, analyses, ScoreFunction.REDESCENDING),
                undecidable.isEmpty() && tellsStarts ? SlowStarts.of(logRatios, analyses) : null,
                undecidable);
    }

    /**
     * The metrics that a campaign's contenders are compared by: the scores in the forks' order, or both latencies'
     * percentiles; all of these where no fork tells.
     */
    static List<Metric> metrics(List<ContenderForks> contenders) {
        List<Fork> forks =
                contenders.stream().flatMap(each -> each.all().stream()).toList();
        List<Metric> scores = forks.stream()
                .flatMap(fork -> fork.scores().keySet().stream())
                .distinct()
                .toList();
        Set<Metric> latencies = forks.stream()
                .flatMap(fork -> fork.summaries().entrySet().stream())
                .flatMap(each -> each.getValue().ns().keySet().stream().map(at -> Metric.of(each.getKey(), at)))
                .collect(Collectors.toSet());
        return scores.isEmpty()
                ? Metric.OF_LATENCIES.stream()
                        .filter(each -> latencies.isEmpty() || latencies.contains(each))
                        .toList()
                : scores.stream().filter(each -> !each.counted()).toList();
    }

    boolean decidable() {
        return undecidable.isEmpty();
    }

    static Family.Question question(Metric metric) {
        return metric.headline() ? Family.Question.HEADLINE : Family.Question.OTHER;
    }

    private static Optional<Reason> undecidable(Pairs all, Pairs pairs, Metric metric, Progress progress) {
        if (!progress.design().decides(metric)) {
            return Optional.of(Reason.Plain.UNDECLARED);
        }
        if (pairs.forks().isEmpty() && progress.beforeFirstLook()) {
            return Optional.of(
                    new Reason.BeforeFirstLook(progress.design().looks().get(0)));
        }
        if (pairs.forks().isEmpty()) {
            return Optional.of(
                    all.forks().isEmpty()
                            ? all.none()
                            : metric.ofLatency() ? Reason.Plain.TOO_FEW_ROUNDS : Reason.Plain.NO_COMMON_SCORE);
        }
        List<Pairs.Pair> finite =
                pairs.forks().stream().filter(Pairs.Pair::finite).toList();
        return finite.isEmpty() || !metric.ofLatency()
                ? Optional.empty()
                : tooFew(
                        Math.min(
                                typical(finite.stream().map(Pairs.Pair::contender), metric),
                                typical(finite.stream().map(Pairs.Pair::baseline), metric)),
                        metric,
                        finite.get(0).contender().durationSeconds());
    }

    /** The separate events that a percentile of the typical fork rests on; NaN without a fork. */
    static double typical(Stream<Fork> forks, Metric metric) {
        Latency latency = metric.latency().orElseThrow();
        Percentile percentile = metric.percentile().orElseThrow();
        return Medians.of(
                forks.mapToDouble(fork -> fork.summaries().get(latency).events().get(percentile)));
    }

    /** Why this number of events in the typical fork decides nothing; empty if it is enough. */
    static Optional<Reason> tooFew(double events, Metric metric, double seconds) {
        // Half of all messages lie above the median: that is enough for any fork.
        return metric.is(Percentile.P50) || events >= Reason.TooFewEvents.LEAST
                ? Optional.empty()
                : Optional.of(new Reason.TooFewEvents(events, seconds));
    }
}
