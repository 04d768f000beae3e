package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Units;

/** How programs of a person's own were measured. */
final class ProgramFindings extends Findings {
    /** The most memory of a program, as the kernel counts it, and as samples saw it. */
    private static final String COUNTED = "peak-memory";

    private static final String SAMPLED = "peak-pss";

    ProgramFindings(Result result) {
        super(result);
    }

    @Override
    void rows() {
        String counted = forks(each -> has(each, COUNTED));
        String sampled = forks(each -> has(each, SAMPLED));
        if (!counted.isEmpty() && !sampled.isEmpty()) {
            warning(
                    "The kernel counted the memory of some forks (peak-memory: {counted}), and of others there are samples (peak-pss: {sampled}). These are never compared.",
                    "Run the campaign again as one user who may make control groups in all of its forks, such as root.",
                    values("counted", counted, "sampled", sampled));
        }
        double samples = median(Disturbances.MEMORY_SAMPLES);
        if (!Double.isNaN(samples)) {
            note(
                    "Memory (peak-pss) was sampled: {times} times in a fork, every {seconds} s (medians). A peak between two samples is not seen, and a fork with fewer than 5 samples has no figure.",
                    "For exact peaks, use --runner docker, or root on a host with control groups of version 1.",
                    values(
                            "times", Math.round(samples),
                            "seconds", Units.text("%.1f", median(Disturbances.MEMORY_SAMPLE_MILLIS) / 1e3)));
        }
        String left = forks(each -> each.get(Disturbances.LEFT_PROCESSES) >= 1);
        if (!left.isEmpty()) {
            note(
                    "Programs left processes running when they ended: {forks}.",
                    "These were ended, and their CPU time counts. Have the program wait for what it starts.",
                    values("forks", left));
        }
        String notCopied = forks(each -> each.get(Disturbances.NOT_COPIED) >= 1);
        if (!notCopied.isEmpty()) {
            note(
                    "A part of the program's folder was too large to copy, so the program could only read it: {forks}.",
                    "program.notCopied in a fork's file has the names. Give --memory with more, or --mount with a smaller folder.",
                    values("forks", notCopied));
        }
    }

    /** The contenders that have such forks, with the number of these. */
    private String forks(Predicate<Fork> such) {
        List<String> found = new ArrayList<>();
        for (ContenderResult each : result.contenders()) {
            List<Fork> forks = result.forksOf(each.name());
            long some = forks.stream().filter(such).count();
            if (some > 0) {
                found.add("%s of %s of %s".formatted(some, Words.count(forks.size(), "fork"), each.name()));
            }
        }
        return String.join(", ", found);
    }

    /** NaN if no fork tells it. */
    private double median(Metric figure) {
        return Medians.known(result.forks(), each -> each.get(figure));
    }

    private static boolean has(Fork fork, String score) {
        return fork.scores().keySet().stream().anyMatch(each -> each.name().equals(score));
    }
}
