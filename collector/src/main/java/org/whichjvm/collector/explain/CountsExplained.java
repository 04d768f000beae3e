package org.whichjvm.collector.explain;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;

/**
 * What else differs between two contenders that was counted beside their messages: collections, safepoints, allocation,
 * page faults, CPU time of compilers, and what a start took. Differences are taken block by block, and the intervals of
 * all rows hold together.
 *
 * @param rows one for each metric that all forks have and that is not the same in all
 * @param control how many of them differ between the baseline and itself
 */
public record CountsExplained(List<Difference<Metric>> rows, int control) {
    /** What a JVM does, and not what its host does to it. */
    private static final List<Metric> ASKED = Stream.of(
                    Disturbances.of(Disturbances.Of.JVM),
                    Disturbances.of(Disturbances.Of.COST),
                    Disturbances.of(Disturbances.Of.START),
                    List.of(Disturbances.named("minorFaultsPer1000"), Disturbances.named("voluntarySwitches")))
            .flatMap(List::stream)
            .toList();

    /** Explains a campaign of the contender, the baseline, and the baseline once more, in this order. */
    public static CountsExplained of(Campaign campaign) {
        List<ExplainedBlock<Fork>> blocks = ExplainedBlock.ofForks(campaign);
        List<Metric> asked = ASKED.stream()
                .filter(metric -> {
                    Set<Double> all = blocks.stream()
                            .flatMap(ExplainedBlock::all)
                            .map(fork -> value(fork, metric))
                            .collect(Collectors.toSet());
                    return all.size() > 1 && !all.contains(Double.NaN);
                })
                .toList();
        long seed = campaign.settings().seed();
        return new CountsExplained(
                ExplainedBlock.compare(blocks, asked, CountsExplained::value, seed),
                Difference.found(ExplainedBlock.compareAgain(blocks, asked, CountsExplained::value, seed))
                        .size());
    }

    private static double value(Fork fork, Metric metric) {
        return fork.measured().disturbances().get(metric);
    }
}
