package org.whichjvm.collector.report;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Units;

/** How programs of a person's own were measured. */
final class ProgramFindings extends Findings {
    /** The most memory of a program, as samples saw it. */
    private static final String SAMPLED = "peak-pss";

    ProgramFindings(Result result) {
        super(result);
    }

    @Override
    void rows() {
        String counted = forks(each -> has(each, Metric.PEAK_MEMORY));
        String sampled = forks(each -> has(each, SAMPLED));
        if (!counted.isEmpty() && !sampled.isEmpty()) {
            warning(
                    "The kernel counted the memory of some forks (peak-memory: %s), and of others there are samples (peak-pss: %s). These are never compared."
                            .formatted(counted, sampled),
                    "Run the campaign again as one user who may make control groups in all of its forks, such as root.");
        }
        String whyForks = result.settings().execution().whyForks();
        if (whyForks != null) {
            note(
                    "The programs ran one after another, because " + Escape.oneLine(whyForks) + ".",
                    "By turns they would share the noise of the host. --interleave turns asks for that.");
        }
        double samples = median(Disturbances.MEMORY_SAMPLES);
        if (!Double.isNaN(samples)) {
            String seconds = Units.text("%.1f", median(Disturbances.MEMORY_SAMPLE_MILLIS) / 1e3);
            note(
                    "Memory (peak-pss) was sampled: %s times in a fork, every %s s (medians). A peak between two samples is not seen, and a fork with fewer than 5 samples has no value."
                            .formatted(Quantity.count(Math.round(samples)), seconds),
                    "For exact peaks, use --runner docker, or root on a host with control groups of version 1.");
        }
        result.comparisons().stream()
                .filter(each -> each.metric().name().equals(Metric.PEAK_MEMORY)
                        && each.verdict().differs())
                .forEach(this::memoryNoise);
        String left = forks(each -> each.get(Disturbances.LEFT_PROCESSES) >= 1);
        if (!left.isEmpty()) {
            note(
                    "Programs left processes running when they ended: " + left + ".",
                    "These were ended, and their CPU time counts. Have the program wait for what it starts.");
        }
        String notCopied = forks(each -> each.get(Disturbances.NOT_COPIED) >= 1);
        if (!notCopied.isEmpty()) {
            note(
                    "A part of the program's folder was too large to copy, so the program could only read it: "
                            + notCopied
                            + ".",
                    "program.notCopied in a fork's file has the names. Give --memory with more, or --mount with a smaller folder.");
        }
    }

    /** A heap grows as its garbage collector likes: the memory of one JVM differs much from fork to fork. */
    private void memoryNoise(Comparison memory) {
        double spread = memory.spread();
        if (spread > 0) {
            note(
                    "The %s of %s is %s times that of %s. That is %s times the spread of this ratio from block to block, which is %s."
                            .formatted(
                                    Metric.PEAK_MEMORY,
                                    memory.contender(),
                                    Quantity.ratio(memory.ratio()),
                                    memory.baseline(),
                                    Units.text("%.1f", Math.abs(Math.log(memory.ratio())) / spread),
                                    Quantity.percent(Math.expm1(spread))),
                    "One fork tells little of a JVM's memory. Compare medians of many.");
        }
    }

    /** The contenders that have such forks, with the number of these. */
    private String forks(Predicate<Fork> such) {
        return result.contenders().stream()
                .map(each -> forks(each.name(), such))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private String forks(String contender, Predicate<Fork> such) {
        List<Fork> forks = result.forksOf(contender);
        long some = forks.stream().filter(such).count();
        return some == 0 ? "" : "%s of %s of %s".formatted(some, Words.count(forks.size(), "fork"), contender);
    }

    /** NaN if no fork tells it. */
    private double median(Metric metric) {
        return Medians.known(result.forks(), each -> each.get(metric));
    }

    private static boolean has(Fork fork, String score) {
        return fork.scores().keySet().stream().anyMatch(each -> each.name().equals(score));
    }
}
