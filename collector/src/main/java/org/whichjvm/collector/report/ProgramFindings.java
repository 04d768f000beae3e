package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Units;

/** What a reader should know of programs of a person's own before believing a campaign of them. */
final class ProgramFindings {
  /** The most memory of a program, as the kernel counts it, and as samples saw it. */
  private static final String COUNTED = "peak-memory";

  private static final String SAMPLED = "peak-pss";

  private final Result result;

  private ProgramFindings(final Result result) {
    this.result = result;
  }

  static List<Finding> of(final Result result) {
    final ProgramFindings findings = new ProgramFindings(result);
    final List<Finding> found = new ArrayList<>();
    findings.memories().ifPresent(found::add);
    findings.sampled().ifPresent(found::add);
    findings.left().ifPresent(found::add);
    findings.notCopied().ifPresent(found::add);
    return found;
  }

  /** Figures of one name must mean one thing: of others there is no verdict, and that is said. */
  private Optional<Finding> memories() {
    final String counted = forks(each -> has(each, COUNTED) ? 1 : 0);
    final String sampled = forks(each -> has(each, SAMPLED) ? 1 : 0);
    return counted.isEmpty() || sampled.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Finding.Level.WARNING,
                "The kernel counted the memory of some forks (%s: %s), and of others there are samples (%s: %s). These are never compared."
                    .formatted(COUNTED, counted, SAMPLED, sampled),
                "Run the campaign again as one user who may make control groups in all of its forks, such as root."));
  }

  private Optional<Finding> sampled() {
    return Double.isNaN(median(Disturbances.MEMORY_SAMPLES))
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Finding.Level.NOTE,
                Units.text(
                    "Memory (%s) was sampled: %.0f times in a fork, every %.1f s (medians). A peak between two samples is not seen, and a fork with fewer than 5 samples has no figure.",
                    SAMPLED,
                    median(Disturbances.MEMORY_SAMPLES),
                    median(Disturbances.MEMORY_SAMPLE_MILLIS) / 1e3),
                "For exact peaks, use --runner docker, or root on a host with control groups of version 1."));
  }

  private Optional<Finding> left() {
    final String left = forks(each -> amount(each, Disturbances.LEFT_PROCESSES));
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Finding.Level.NOTE,
                "Programs left processes running when they ended: " + left + ".",
                "These were ended, and their CPU time counts. Have the program wait for what it starts."));
  }

  private Optional<Finding> notCopied() {
    final String names = forks(each -> amount(each, Disturbances.NOT_COPIED));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Finding.Level.NOTE,
                "A part of the program's folder was too large to copy, so the program could only read it: "
                    + names
                    + ".",
                "program.notCopied in a fork's file has the names. Give --memory with more, or --mount with a smaller folder."));
  }

  /** The contenders that have forks of which something is told, with the number of these. */
  private String forks(final ToIntFunction<Fork> told) {
    final Map<String, String> found = new LinkedHashMap<>();
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks = result.forksOf(contender.name());
      final long with = forks.stream().filter(each -> told.applyAsInt(each) > 0).count();
      if (with > 0) {
        found.put(contender.name(), with + " of " + Words.count(forks.size(), "fork"));
      }
    }
    return found.entrySet().stream()
        .map(each -> each.getValue() + " of " + each.getKey())
        .collect(Collectors.joining(", "));
  }

  /** NaN if no fork tells it. */
  private double median(final Figure figure) {
    return Medians.known(result.forks(), each -> each.get(figure));
  }

  private static int amount(final Fork fork, final Figure figure) {
    final double value = fork.get(figure);
    return Double.isNaN(value) ? 0 : (int) value;
  }

  private static boolean has(final Fork fork, final String score) {
    return fork.scores().keySet().stream().anyMatch(each -> each.name().equals(score));
  }
}
