package org.whichjvm.collector.cli;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Reason;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.report.VerdictText;

/**
 * What a pipeline is told: which comparisons fail its rules, and what leaves it undecided. What is
 * undecided never passes.
 */
final class Pipeline {
  private final List<String> failing = new ArrayList<>();
  private final List<String> undecided = new ArrayList<>();
  private boolean doubtful;

  /** Of a campaign: each contender against its baseline. */
  Pipeline(final List<FailOn> rules, final Result result) {
    doubt(result);
    if (!judge(rules, result.comparisons())) {
      undecided.add(
          result.settings().campaign() + " has no contender to compare with its baseline.");
    }
  }

  /** A control that was called different says that this host finds differences where none are. */
  private void doubt(final Result result) {
    for (final Comparison each : result.comparisons()) {
      if (each.control() && each.found()) {
        doubtful = true;
        undecided.add(
            "The control of %s differs, so its verdicts are in doubt: %s"
                .formatted(result.settings().campaign(), VerdictText.sentence(each)));
      }
    }
  }

  /** Whether there is anything to judge. */
  private boolean judge(final List<FailOn> rules, final List<Comparison> comparisons) {
    final List<Comparison> asked = comparisons.stream().filter(Pipeline::isAsked).toList();
    for (final Comparison each : asked) {
      if (!each.decidable() || Double.isNaN(each.low()) || Double.isNaN(each.high())) {
        undecided.add(VerdictText.sentence(each));
      } else {
        rules.stream()
            .filter(rule -> rule.fails(each))
            .forEach(rule -> failing.add(rule.asked() + ": " + VerdictText.sentence(each)));
      }
    }
    return !asked.isEmpty();
  }

  /**
   * The p50 service time of each contender, or each score that the campaign decides; not those of a
   * control or of a delay added on purpose.
   */
  private static boolean isAsked(final Comparison each) {
    final boolean score =
        each.figure().ofScore()
            && !(each.reason() instanceof Reason.Undeclared)
            && each.reason() != Reason.Plain.FEW_PAUSES;
    return Contender.of(each.contender()).plain() && (each.headline() || score);
  }

  /** A sentence for each rule that a comparison fails; empty if a control is in doubt. */
  List<String> failing() {
    return doubtful ? List.of() : List.copyOf(failing);
  }

  /** Why it is undecided, in sentences; empty if it is not. */
  List<String> undecided() {
    return List.copyOf(undecided);
  }
}
