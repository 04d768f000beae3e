package org.whichjvm.collector.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Decision;
import org.whichjvm.collector.analysis.Modes;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.Percentile;

/** What a reader should know before believing a campaign, each with what to do about it. */
public final class Findings {
  private static final String MODES_NEXT =
      "Its merged percentiles mix these groups; the ratio is that of the median block."
          + " More blocks tell how often each comes.";

  private final Campaign campaign;
  private final List<Comparison> comparisons;
  private final List<Modes> modes;
  private final FindingList found = new FindingList();

  private Findings(
      final Campaign campaign, final List<Comparison> comparisons, final List<Modes> modes) {
    this.campaign = campaign;
    this.comparisons = comparisons;
    this.modes = modes;
  }

  /** The findings of a campaign, the gravest first. */
  public static List<Finding> of(final Result result) {
    final Campaign campaign = result.campaign();
    final Findings findings = new Findings(campaign, result.comparisons(), result.modes());
    EmulatedText.add(campaign, findings.found);
    findings.control();
    FindingsOfPlan.add(campaign, findings.found);
    FindingsOfGates.add(campaign, findings.found);
    findings.tooFewBlocks();
    findings.modes();
    FindingsOfHost.add(result, findings.found);
    FindingsOfJvm.add(result, findings.found);
    findings.undecided();
    findings.substitutes();
    return findings.found.sorted();
  }

  private void control() {
    for (final Comparison each : comparisons) {
      if (each.control() && each.found()) {
        found.doubt(
            ("The control differs: %s is %s once more, yet the %s differs by %s%s. Every verdict"
                    + " of this campaign is in doubt.")
                .formatted(
                    each.contender(),
                    each.baseline(),
                    VerdictText.figure(each),
                    VerdictText.numbers(each),
                    StartsText.of(each)),
            "Look for what changes on the host while it runs, and repeat the campaign; by chance one"
                + " campaign in twenty shows this.");
      }
    }
  }

  private void tooFewBlocks() {
    final int most = comparisons.stream().mapToInt(Comparison::blocks).max().orElse(0);
    final int least = PairedTest.leastPairs(Decision.ALPHA);
    final boolean real = campaign.contenders().stream().anyMatch(each -> !each.ok().isEmpty());
    if (real && !comparisons.isEmpty() && most < least) {
      found.warning(
          (most == 1 ? "There is 1 common block" : "There are " + most + " common blocks")
              + ": two forks of the same JVM differ as much.",
          least + " blocks are the least that has an interval: --blocks " + 2 * least + ".");
    }
  }

  private void modes() {
    for (final Modes each : modes) {
      if (each.several()) {
        found.warning(sentence(each), MODES_NEXT);
      }
    }
  }

  /** For example "2 of 12 forks of jdk11 started in a slower JIT mode (640 ns against 385 ns).". */
  static String sentence(final Modes modes) {
    final Modes.Group usual =
        modes.groups().stream().max(Comparator.comparingInt(Modes.Group::forks)).orElseThrow();
    final int all = modes.groups().stream().mapToInt(Modes.Group::forks).sum();
    return modes.groups().stream()
        .filter(group -> group != usual)
        .map(
            group ->
                group.forks()
                    + " of "
                    + all
                    + " forks of "
                    + modes.contender()
                    + (floorMoved(group, usual)
                        ? " ran at another floor ("
                            + Quantity.time(group.floorNs())
                            + " against "
                            + Quantity.time(usual.floorNs())
                            + "), p50 "
                        : " started in a "
                            + (group.p50Ns() > usual.p50Ns() ? "slower" : "faster")
                            + " JIT mode (")
                    + Quantity.time(group.p50Ns())
                    + " against "
                    + Quantity.time(usual.p50Ns())
                    + (floorMoved(group, usual) ? "" : ")"))
        .collect(Collectors.joining("; ", "", "."));
  }

  private static boolean floorMoved(final Modes.Group one, final Modes.Group other) {
    return Math.max(one.floorNs(), other.floorNs())
        > Ranking.FLOORS_APART * Math.min(one.floorNs(), other.floorNs());
  }

  private void undecided() {
    final List<Comparison> undecidable =
        comparisons.stream()
            .filter(each -> !each.decidable() && each.blocks() > 0)
            .filter(each -> each.figure().ofLatency() && emulatedNeither(each))
            .filter(each -> campaign.settings().design().decides(each.figure()))
            .toList();
    if (!undecidable.isEmpty()) {
      found.note(
          undecidable.stream().map(VerdictText::figure).distinct().collect(Collectors.joining(", "))
              + (undecidable.size() == 1 ? " is" : " are")
              + " not decided for every contender: too few events in a fork.",
          "Take longer forks (--duration; the table of verdicts says how long for each): "
              + presets(undecidable.stream().map(Comparison::figure).toList())
              + ".");
    }
  }

  private boolean emulatedNeither(final Comparison comparison) {
    return campaign.contenders().stream()
        .filter(ContenderForks::onlyEmulated)
        .map(ContenderForks::name)
        .noneMatch(
            name -> name.equals(comparison.contender()) || name.equals(comparison.baseline()));
  }

  /** Which presets are long enough for all of these. */
  private static String presets(final List<Figure> undecided) {
    final boolean full = undecided.stream().anyMatch(each -> !each.is(Percentile.P99_99));
    final boolean deep = undecided.stream().anyMatch(each -> each.is(Percentile.P99_99));
    return (full ? "--preset full, 100 turns in each of 20 blocks, decides up to p99.9" : "")
        + (full && deep ? "; " : "")
        + (deep
            ? "--preset deep, 60 turns of 1 s in each of 15 blocks, decides p99.99 and shows p99.999"
            : "");
  }

  private void substitutes() {
    final String names =
        campaign.contenders().stream()
            .filter(contender -> !Json.shown(contender.jvm(), "substitute").isEmpty())
            .map(ContenderForks::name)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      found.note(
          "Not the builds that their names promise, but substitutes: " + names + ".",
          "Table 1 says what each is; for the named builds, run where their image registry can be"
              + " reached.");
    }
  }
}
