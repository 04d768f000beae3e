package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Decision;
import org.whichjvm.collector.analysis.Modes;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Reason;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.Percentile;

/** A reader should know these findings before believing a campaign. */
public final class Findings {
  private static final String MODES_NEXT =
      "Its merged percentiles mix these groups; the ratio is that of the median block."
          + " More blocks tell how often each comes.";

  private final Campaign campaign;
  private final List<Comparison> comparisons;
  private final List<Modes> modes;
  private final List<Finding> found = new ArrayList<>();

  private Findings(final Result result) {
    this.campaign = result.campaign();
    this.comparisons = result.comparisons();
    this.modes = result.modes();
  }

  /** Returns the findings of a campaign, the gravest first. */
  public static List<Finding> of(final Result result) {
    final Findings findings = new Findings(result);
    final FindingsOfForks ofForks = new FindingsOfForks(result, findings);
    findings.emulated();
    findings.control();
    findings.delays();
    findings.plan();
    findings.overloaded();
    findings.margin();
    findings.unfinished();
    findings.unusable();
    findings.noSuchScore();
    ofForks.gates();
    findings.tooFewBlocks();
    findings.modes();
    ofForks.host();
    ofForks.jvms();
    findings.undecided();
    findings.substitutes();
    return findings.found.stream().sorted(Comparator.comparing(Finding::level)).toList();
  }

  /** Adds a finding that puts every verdict of the campaign in doubt. */
  void doubt(final String what, final String next) {
    found.add(new Finding(Finding.Level.DOUBT, what, next));
  }

  /** Adds a finding that limits what the campaign can tell. */
  void warning(final String what, final String next) {
    found.add(new Finding(Finding.Level.WARNING, what, next));
  }

  /** Adds a finding that is merely worth knowing. */
  void note(final String what, final String next) {
    found.add(new Finding(Finding.Level.NOTE, what, next));
  }

  private void emulated() {
    final List<ContenderForks> emulated =
        campaign.contenders().stream().filter(each -> !each.emulated().isEmpty()).toList();
    if (emulated.isEmpty()) {
      return;
    }
    final int forks = emulated.stream().mapToInt(each -> each.emulated().size()).sum();
    final String names =
        emulated.stream().map(ContenderForks::name).collect(Collectors.joining(", "));
    final String arch =
        VerdictText.machine(Json.shown(emulated.get(0).emulated().get(0).host(), "arch"));
    doubt(
        ("%s ran under an emulator (%s): what they measured is the emulator, so they are"
                + " marked, never compared and never decided on.")
            .formatted(Words.count(forks, "fork"), names),
        "Run these contenders on a real " + arch + " host.");
  }

  private void control() {
    for (final Comparison each : comparisons) {
      if (each.control() && each.found()) {
        doubt(
            ("The control differs: %s is %s once more, yet the %s differs by %s%s. Every verdict"
                    + " of this campaign is in doubt.")
                .formatted(
                    each.contender(),
                    each.baseline(),
                    each.figure().label(),
                    VerdictText.numbers(each),
                    VerdictText.starts(each)),
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
      warning(
          (most == 1 ? "There is " : "There are ")
              + Words.count(most, "common block")
              + ": two forks of the same JVM differ as much.",
          least + " blocks are the least that has an interval: --blocks " + 2 * least + ".");
    }
  }

  private void modes() {
    for (final Modes each : modes) {
      if (each.several()) {
        warning(sentence(each), MODES_NEXT);
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
                "%s of %s forks of %s ".formatted(group.forks(), all, modes.contender())
                    + apart(group, usual))
        .collect(Collectors.joining("; ", "", "."));
  }

  private static String apart(final Modes.Group group, final Modes.Group usual) {
    final String p50 = Quantity.time(group.p50Ns()) + " against " + Quantity.time(usual.p50Ns());
    return floorMoved(group, usual)
        ? "ran at another floor (%s against %s), p50 %s"
            .formatted(Quantity.time(group.floorNs()), Quantity.time(usual.floorNs()), p50)
        : "started in a %s JIT mode (%s)"
            .formatted(group.p50Ns() > usual.p50Ns() ? "slower" : "faster", p50);
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
      note(
          undecidable.stream()
                  .map(each -> each.figure().label())
                  .distinct()
                  .collect(Collectors.joining(", "))
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
      note(
          "Not the builds that their names promise, but substitutes: " + names + ".",
          "Table 1 says what each is; for the named builds, run where their image registry can be"
              + " reached.");
    }
  }

  private void delays() {
    for (final ContenderForks contender : campaign.contenders()) {
      final long nanos = Contender.of(contender.name()).delayNanos();
      if (nanos > 0) {
        doubt(
            "Each message of " + contender.name() + " was delayed by " + nanos + " ns on purpose.",
            "This is a calibration: it tells what the host can resolve, and nothing about a JVM.");
      }
    }
  }

  private void plan() {
    campaign.unusable().stream()
        .filter(each -> each.file().equals(Names.CAMPAIGN_JSON))
        .forEach(
            each ->
                doubt(
                    "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                    "Its baseline, interim looks and declared margin are unknown; restore the file."));
  }

  private void overloaded() {
    for (final ContenderForks contender : campaign.contenders()) {
      final int all = contender.all().size() + contender.failed();
      final int excluded = contender.overloaded() - contender.tooSlow().size();
      if (contender.overloaded() > 0) {
        warning(
            ("%s of %s forks of %s could not keep the rate. %s count as slower than all others; its"
                    + " latencies are those of its better forks.")
                .formatted(
                    contender.overloaded(),
                    all,
                    contender.name(),
                    excluded == 0
                        ? "In verdicts they"
                        : excluded
                            + " of these decide nothing, because a gate saw what the host did to"
                            + " them; the others"),
            "Compare at a lower rate: scripts/compare … -- --rate N.");
      }
    }
  }

  private void margin() {
    final double declared = campaign.settings().design().margin();
    final double used = campaign.progress().design().margin();
    if (declared != used) {
      warning(
          "The margin of %s was chosen after the run; the campaign declared %s."
              .formatted(Quantity.percent(used), Quantity.percent(declared)),
          "Declare it before: scripts/compare --margin P.");
    }
  }

  private void unfinished() {
    final Progress progress = campaign.progress();
    final CampaignSettings settings = campaign.settings();
    if (progress.stopped() != null) {
      note(
          "The campaign stopped: " + Reason.of(progress.stopped(), progress.design()) + ".",
          "Nothing: the interim looks were planned, and every p and interval pays for them.");
    } else if (settings.planned() && progress.completeBlocks() < settings.plannedBlocks()) {
      warning(
          "Of %s planned blocks %s are whole."
              .formatted(settings.plannedBlocks(), progress.completeBlocks()),
          "Go on with scripts/compare --resume "
              + settings.campaign()
              + ". Stopping early because of the results produces false positives.");
    }
  }

  private void unusable() {
    final long failures = campaign.unusable().stream().filter(Unusable::failure).count();
    if (failures > 0) {
      warning(
          Words.count(failures, "file")
              + (failures == 1 ? " does" : " do")
              + " not count: the forks failed, or the collector cannot use them.",
          "The table Not counted gives each reason. Blocks without them are compared.");
    }
  }

  private void noSuchScore() {
    final Set<String> known = new TreeSet<>();
    for (final ContenderForks contender : campaign.contenders()) {
      for (final Fork fork : contender.all()) {
        fork.scores().keySet().forEach(each -> known.addAll(List.of(each.key(), each.name())));
      }
    }
    final List<String> unknown =
        Stream.concat(
                campaign.settings().design().decide().stream()
                    .filter(each -> Figure.ofLatency(each).isEmpty()),
                campaign.settings().contrasts().stream()
                    .flatMap(each -> Stream.of(each.score(), each.against())))
            .filter(name -> !known.contains(name))
            .distinct()
            .toList();
    if (!known.isEmpty() && !unknown.isEmpty()) {
      warning(
          "No fork has the score "
              + String.join(", ", unknown)
              + ", which the campaign was to decide or contrast.",
          "The forks have: " + String.join(", ", known) + ".");
    }
  }
}
