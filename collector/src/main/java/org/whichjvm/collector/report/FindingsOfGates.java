package org.whichjvm.collector.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.GateCount;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.fork.Contender;

/** What gates exclude, and whether it is more of one side. */
final class FindingsOfGates {
  // Fewer may be chance.
  private static final int LOPSIDED_FORKS = 3;
  private static final double LOPSIDED_SHARE = 0.25;
  private static final double LOPSIDED_TURNS = 0.1;

  private final Campaign campaign;
  private final FindingList found;

  private FindingsOfGates(final Campaign campaign, final FindingList found) {
    this.campaign = campaign;
    this.found = found;
  }

  static void add(final Campaign campaign, final FindingList found) {
    final FindingsOfGates findings = new FindingsOfGates(campaign, found);
    findings.excluded();
    findings.excludedTurns();
    findings.lopsided();
  }

  private void excluded() {
    final int excluded =
        campaign.contenders().stream().mapToInt(each -> each.excluded().size()).sum();
    final int all = campaign.contenders().stream().mapToInt(each -> each.all().size()).sum();
    if (excluded == 0) {
      return;
    }
    final GateCount most =
        GateCount.of(campaign).stream()
            .max(Comparator.comparingInt(GateCount::forks))
            .orElseThrow();
    final String what =
        "Gates excluded %s of %s forks, mostly %s: %s."
            .formatted(excluded, all, most.gate().option(), most.gate().what);
    if (excluded > LOPSIDED_SHARE * all) {
      found.warning(
          what,
          "This host is not quiet: scripts/doctor says what can be done. More blocks run again with"
              + " --retries N.");
    } else {
      found.note(
          what, "Nothing: they decide nothing, and the table Excluded by gates counts them.");
    }
  }

  private void excludedTurns() {
    final int excluded =
        campaign.contenders().stream().mapToInt(ContenderForks::turnsExcluded).sum();
    final int all = campaign.contenders().stream().mapToInt(ContenderForks::turns).sum();
    if (excluded > LOPSIDED_SHARE * all) {
      final GateCount most =
          GateCount.of(campaign).stream()
              .filter(each -> !each.gate().ofRounds())
              .max(Comparator.comparingInt(GateCount::turns))
              .orElseThrow();
      found.warning(
          "Gates excluded %s of %s turns, mostly %s: %s."
              .formatted(excluded, all, most.gate().option(), most.gate().what),
          "This host is not quiet: scripts/doctor says what can be done. More rounds (--duration)"
              + " make up for them.");
    }
  }

  /** What gates exclude of one side alone, that side may have caused itself. */
  private void lopsided() {
    final List<String> names = campaign.contenders().stream().map(ContenderForks::name).toList();
    for (final ContenderForks contender : campaign.contenders()) {
      final String baseline = Contender.baselineOf(contender.name(), names, campaign.baseline());
      final ContenderForks base =
          campaign.contenders().stream()
              .filter(each -> each.name().equals(baseline))
              .findFirst()
              .orElseThrow();
      for (final Unit unit : Unit.values()) {
        final int more = unit.excluded.applyAsInt(contender) - unit.excluded.applyAsInt(base);
        if (contender != base
            && Math.abs(more) >= LOPSIDED_FORKS
            && Math.abs(unit.share(contender) - unit.share(base)) >= unit.lopsided) {
          final ContenderForks most = more > 0 ? contender : base;
          found.warning(
              "Gates excluded %s, but %s: the JVM itself may have caused what they exclude."
                  .formatted(unit.counts(most), unit.counts(more > 0 ? base : contender)),
              "If it did, repeat the campaign without the gate ("
                  + unit.gates.apply(most)
                  + "): --gate NAME=off.");
        }
      }
    }
  }

  /** What gates exclude: whole forks, or turns of forks that measured by turns. */
  private enum Unit {
    FORKS(
        "forks",
        LOPSIDED_SHARE,
        each -> each.excluded().size(),
        each -> each.all().size(),
        FindingsOfGates::gates),
    // A host disturbs all contenders alike, and each has hundreds of turns.
    TURNS(
        "turns",
        LOPSIDED_TURNS,
        ContenderForks::turnsExcluded,
        ContenderForks::turns,
        FindingsOfGates::gatesOfTurns);

    private final String word;
    private final double lopsided;
    private final ToIntFunction<ContenderForks> excluded;
    private final ToIntFunction<ContenderForks> all;
    private final Function<ContenderForks, String> gates;

    Unit(
        final String word,
        final double lopsided,
        final ToIntFunction<ContenderForks> excluded,
        final ToIntFunction<ContenderForks> all,
        final Function<ContenderForks, String> gates) {
      this.word = word;
      this.lopsided = lopsided;
      this.excluded = excluded;
      this.all = all;
      this.gates = gates;
    }

    double share(final ContenderForks contender) {
      return (double) excluded.applyAsInt(contender) / Math.max(1, all.applyAsInt(contender));
    }

    String counts(final ContenderForks contender) {
      return "%s of %s %s of %s"
          .formatted(
              excluded.applyAsInt(contender), all.applyAsInt(contender), word, contender.name());
    }
  }

  private static String gatesOfTurns(final ContenderForks contender) {
    return Arrays.stream(Gate.values())
        .filter(each -> contender.turnsExcludedBy(each) > 0)
        .map(Gate::option)
        .collect(Collectors.joining(", "));
  }

  private static String gates(final ContenderForks contender) {
    return contender.excluded().stream()
        .flatMap(each -> each.trips().stream())
        .map(trip -> trip.gate().option())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
