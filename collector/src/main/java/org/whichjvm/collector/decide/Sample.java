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
 * One figure of a contender beside the baseline's, before anything is decided.
 *
 * @param pairs the forks that have it; none of a contrast, which is of two scores of each fork
 * @param against the other score of a contrast; null of two contenders
 * @param logRatios a pair each, in the order of the blocks
 * @param looks at how many of them
 * @param test of the shift within a mode
 * @param starts how often each starts slow; null where it is not decided, or the figure does not tell
 * @param undecidable why nothing may be decided on it; empty if it may
 */
record Sample(
        Pairs pairs,
        Metric figure,
        Metric against,
        double[] logRatios,
        InterimAnalyses looks,
        PairedTest test,
        SlowStarts starts,
        Optional<Reason> undecidable) {
    static Sample of(Pairs all, Metric figure, Progress progress) {
        Pairs pairs = all.having(figure);
        double[] logRatios = pairs.logRatios(figure);
        InterimAnalyses looks = progress.looks(
                pairs.contender(), pairs.baseline(), pairs.forks().size(), pairs::upTo);
        Optional<Reason> undecidable = undecidable(all, pairs, figure, progress);
        boolean tellsStarts = figure.headline() || figure.ofScore();
        return new Sample(
                pairs,
                figure,
                null,
                logRatios,
                looks,
                new PairedTest(logRatios, looks, ScoreFunction.REDESCENDING),
                undecidable.isEmpty() && tellsStarts ? SlowStarts.of(logRatios, looks) : null,
                undecidable);
    }

    /**
     * The figures that a campaign's contenders are compared by: the scores in the forks' order, or both latencies'
     * percentiles; all of these where no fork tells.
     */
    static List<Metric> figures(List<ContenderForks> contenders) {
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

    static Family.Question question(Metric figure) {
        return figure.headline() ? Family.Question.HEADLINE : Family.Question.OTHER;
    }

    private static Optional<Reason> undecidable(Pairs all, Pairs pairs, Metric figure, Progress progress) {
        if (!progress.design().decides(figure)) {
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
                            : figure.ofLatency() ? Reason.Plain.TOO_FEW_ROUNDS : Reason.Plain.NO_COMMON_SCORE);
        }
        List<Pairs.Pair> finite =
                pairs.forks().stream().filter(Pairs.Pair::finite).toList();
        return finite.isEmpty() || !figure.ofLatency()
                ? Optional.empty()
                : tooFew(
                        Math.min(
                                typical(finite.stream().map(Pairs.Pair::contender), figure),
                                typical(finite.stream().map(Pairs.Pair::baseline), figure)),
                        figure,
                        finite.get(0).contender().durationSeconds());
    }

    /** The separate events that a percentile of the typical fork rests on; NaN without a fork. */
    static double typical(Stream<Fork> forks, Metric figure) {
        Latency latency = figure.latency().orElseThrow();
        Percentile percentile = figure.percentile().orElseThrow();
        return Medians.of(
                forks.mapToDouble(fork -> fork.summaries().get(latency).events().get(percentile)));
    }

    /** Why so many events of the typical fork decide nothing; empty if they may. */
    static Optional<Reason> tooFew(double events, Metric figure, double seconds) {
        // Half of all messages lie above the median: that is enough for any fork.
        return figure.is(Percentile.P50) || events >= Reason.TooFewEvents.LEAST
                ? Optional.empty()
                : Optional.of(new Reason.TooFewEvents(events, seconds));
    }
}
