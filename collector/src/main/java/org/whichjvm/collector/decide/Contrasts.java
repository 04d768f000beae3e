package org.whichjvm.collector.decide;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Contrast;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/** Two scores of each fork: they are a pair, as two forks of a block are elsewhere. */
final class Contrasts {
    /**
     * Every contrast of every contender that has forks with both of its scores; not to be decided, and last, where
     * exclusion rules exclude all of them.
     */
    static List<Sample> of(Campaign campaign) {
        return campaign.settings().contrasts().stream()
                .flatMap(contrast ->
                        campaign.contenders().stream().flatMap(each -> samples(contrast, each, campaign.progress())))
                .sorted(Comparator.comparing(each -> !each.decidable()))
                .toList();
    }

    private static Stream<Sample> samples(Contrast contrast, ContenderForks contender, Progress progress) {
        List<Fork> counting = contender.ok().stream()
                .filter(fork -> fork.name().block() <= progress.lastBlock())
                .sorted(Comparator.comparing(Fork::name))
                .toList();
        List<JudgedFork> left = contender.excluded().stream()
                .filter(each -> each.fork().name().block() <= progress.lastBlock())
                .toList();
        boolean excluded = counting.isEmpty() && !left.isEmpty();
        Optional<Reason> undecidable =
                excluded ? Optional.of(new Reason.AllExcluded(left.size(), Pairs.byRule(left))) : Optional.empty();
        List<Fork> told = excluded ? left.stream().map(JudgedFork::fork).toList() : counting;
        return scores(contrast, told).entrySet().stream()
                .map(each -> sample(contender.name(), each.getKey(), each.getValue(), counting, undecidable, progress));
    }

    /** Both scores, for each number of threads that a fork has both with. */
    private static Map<Metric, Metric> scores(Contrast contrast, List<Fork> forks) {
        Map<Metric, Metric> pairs = new LinkedHashMap<>();
        for (Fork fork : forks) {
            for (Metric one : fork.scores().keySet()) {
                if (one.named(contrast.score()) && !one.counted()) {
                    String key = contrast.ofKeys() ? contrast.against() : contrast.against() + "@" + one.threads();
                    fork.scores().keySet().stream()
                            .filter(each ->
                                    each.key().equals(key) && each.unit().equals(one.unit()))
                            .forEach(other -> pairs.put(one, other));
                }
            }
        }
        return pairs;
    }

    private static Sample sample(
            String contender,
            Metric one,
            Metric other,
            List<Fork> forks,
            Optional<Reason> undecidable,
            Progress progress) {
        List<Fork> both = forks.stream()
                .filter(fork -> fork.cost(one) > 0 && fork.cost(other) > 0)
                .toList();
        double[] logRatios = both.stream()
                .mapToDouble(fork -> Math.log(fork.cost(one)) - Math.log(fork.cost(other)))
                .toArray();
        InterimAnalyses analyses = progress.looks(contender, contender, logRatios.length, block ->
                (int) both.stream().filter(fork -> fork.name().block() <= block).count());
        return new Sample(
                new Pairs(contender, contender, List.of(), 0, null),
                one,
                other,
                logRatios,
                analyses,
                new PairedTest(logRatios, analyses, ScoreFunction.SIGN),
                null,
                undecidable);
    }
}
