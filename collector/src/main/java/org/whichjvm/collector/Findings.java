package org.whichjvm.collector;

import static org.whichjvm.collector.Finding.Level.DOUBT;
import static org.whichjvm.collector.Finding.Level.NOTE;
import static org.whichjvm.collector.Finding.Level.WARNING;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.stats.SignTest;

/** What a reader should know before believing a campaign, each with what to do about it. */
final class Findings {
  private static final double FLOORS_APART = 1.10;
  private static final double JIT_BUSY = 0.10;
  private static final String MODES_NEXT =
      "Its merged percentiles are a mixture of these groups; the ratio is that of the median block."
          + " More blocks tell how often each comes.";

  private final Campaign campaign;
  private final List<VariantResult> variants;
  private final List<Comparison> comparisons;
  private final List<Modes> modes;
  private final List<Finding> findings = new ArrayList<>();

  private Findings(
      final Campaign campaign,
      final List<VariantResult> variants,
      final List<Comparison> comparisons,
      final List<Modes> modes) {
    this.campaign = campaign;
    this.variants = variants;
    this.comparisons = comparisons;
    this.modes = modes;
  }

  /** The findings of a campaign, the gravest first. */
  static List<Finding> of(
      final Campaign campaign,
      final List<VariantResult> variants,
      final List<Comparison> comparisons,
      final List<Modes> modes) {
    final Findings findings = new Findings(campaign, variants, comparisons, modes);
    findings.control();
    findings.delays();
    findings.plan();
    findings.overloaded();
    findings.margin();
    findings.unfinished();
    findings.unusable();
    findings.tooFewBlocks();
    findings.modes();
    findings.floors();
    findings.jit();
    findings.host();
    findings.undecided();
    findings.substitutes();
    findings.findings.sort(Comparator.comparing(Finding::level));
    return List.copyOf(findings.findings);
  }

  private void add(final Finding.Level level, final String what, final String next) {
    findings.add(new Finding(level, what, next));
  }

  private void control() {
    for (final Comparison each : comparisons) {
      if (each.control() && each.adjustedP() <= Decision.ALPHA) {
        add(
            DOUBT,
            "The control differs: "
                + each.variant()
                + " is "
                + each.baseline()
                + " once more, yet the "
                + VerdictText.figure(each)
                + " differs by "
                + VerdictText.numbers(each)
                + ". Every verdict of this campaign is in doubt.",
            "Look for what changes on the host while it runs, and repeat the campaign; by chance one"
                + " campaign in twenty shows this.");
      }
    }
  }

  private void delays() {
    for (final VariantForks variant : campaign.variants()) {
      final long nanos = Arm.of(variant.name()).delayNanos();
      if (nanos > 0) {
        add(
            DOUBT,
            "Each message of " + variant.name() + " was delayed by " + nanos + " ns on purpose.",
            "This is a calibration: it tells what the host can resolve, and nothing about a JVM.");
      }
    }
  }

  private void unfinished() {
    final Progress progress = campaign.progress();
    final CampaignSettings settings = campaign.settings();
    if (progress.stopped() != null) {
      add(
          NOTE,
          "The campaign stopped: " + progress.stopped().reason() + ".",
          "Nothing: looks were planned, and their price is in every p and interval.");
    } else if (settings.planned() && progress.completeBlocks() < settings.blocks()) {
      add(
          WARNING,
          "Of "
              + settings.blocks()
              + " planned blocks "
              + progress.completeBlocks()
              + " are whole.",
          "Go on with scripts/compare --resume "
              + settings.campaign()
              + "; to stop because of what the figures show raises the false-positive rate.");
    }
  }

  private void unusable() {
    final long failures = campaign.unusable().stream().filter(Unusable::failure).count();
    final long setAside = campaign.unusable().size() - failures;
    if (failures > 0) {
      add(
          WARNING,
          failures
              + (failures == 1 ? " file does" : " files do")
              + " not count: forks that failed,"
              + " or that cannot be used.",
          "The table Not counted gives each reason. Blocks without them are compared.");
    }
    if (setAside > 0) {
      add(
          WARNING,
          setAside + (setAside == 1 ? " fork is" : " forks are") + " set aside by a rule.",
          "The table Not counted names the rule.");
    }
  }

  private void overloaded() {
    for (final VariantForks variant : campaign.variants()) {
      final int all = variant.ok().size() + variant.failed() + variant.setAside();
      if (variant.overloaded() > 0) {
        add(
            DOUBT,
            variant.overloaded()
                + " of "
                + all
                + " forks of "
                + variant.name()
                + " could not keep the rate. They have no latency, so its figures are those of its"
                + " better forks.",
            "Compare at a lower rate: scripts/compare … -- --rate N.");
      }
    }
  }

  private void margin() {
    final double declared = campaign.settings().design().margin();
    final double used = campaign.progress().design().margin();
    if (declared != used) {
      add(
          WARNING,
          "The margin of "
              + Quantity.percent(used)
              + " was chosen after the run; the campaign declared "
              + Quantity.percent(declared)
              + ".",
          "Declare it before: scripts/compare --margin P.");
    }
  }

  private void plan() {
    campaign.unusable().stream()
        .filter(each -> each.file().equals(Names.CAMPAIGN_JSON))
        .forEach(
            each ->
                add(
                    DOUBT,
                    "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                    "Its baseline, looks and declared margin are unknown; restore the file."));
  }

  private void tooFewBlocks() {
    final int most = comparisons.stream().mapToInt(Comparison::blocks).max().orElse(0);
    final int least = SignTest.leastPairs(Decision.ALPHA);
    if (!comparisons.isEmpty() && most < least) {
      add(
          WARNING,
          (most == 1 ? "There is 1 common block" : "There are " + most + " common blocks")
              + ": two runs of the same JVM differ as much.",
          least + " blocks are the least that has an interval: --blocks " + 2 * least + ".");
    }
  }

  private void modes() {
    for (final Modes each : modes) {
      if (each.several()) {
        add(WARNING, sentence(each), MODES_NEXT);
      }
    }
  }

  /** For example "2 of 12 forks of jdk11 compiled into a slower shape (640 ns against 385 ns).". */
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
                    + modes.variant()
                    + (floorMoved(group, usual)
                        ? " ran at another floor ("
                            + Quantity.time(group.floorNs())
                            + " against "
                            + Quantity.time(usual.floorNs())
                            + "), p50 "
                        : " compiled into a "
                            + (group.p50Ns() > usual.p50Ns() ? "slower" : "faster")
                            + " shape (")
                    + Quantity.time(group.p50Ns())
                    + " against "
                    + Quantity.time(usual.p50Ns())
                    + (floorMoved(group, usual) ? "" : ")"))
        .collect(Collectors.joining("; ", "", "."));
  }

  private static boolean floorMoved(final Modes.Group one, final Modes.Group other) {
    return Math.max(one.floorNs(), other.floorNs())
        > FLOORS_APART * Math.min(one.floorNs(), other.floorNs());
  }

  private void floors() {
    final List<VariantResult> measured =
        variants.stream()
            .filter(each -> each.floorNs() > 0)
            .sorted(Comparator.comparingDouble(VariantResult::floorNs))
            .toList();
    if (measured.size() > 1) {
      final VariantResult low = measured.get(0);
      final VariantResult high = measured.get(measured.size() - 1);
      if (high.floorNs() > FLOORS_APART * low.floorNs()) {
        add(
            WARNING,
            "The floor was not the same for all: "
                + Quantity.time(low.floorNs())
                + " beside "
                + low.name()
                + ", "
                + Quantity.time(high.floorNs())
                + " beside "
                + high.name()
                + ".",
            "A virtual machine's CPUs may have been moved. Compare 50 % ÷ floor in table 3, and take"
                + " more blocks: their median evens it out.");
      }
    }
  }

  private void jit() {
    for (final VariantForks variant : campaign.variants()) {
      final double busy =
          Modes.median(
              variant.ok().stream()
                  .mapToDouble(fork -> Disturbances.jitMillis(fork) / 1e3 / fork.durationSeconds())
                  .filter(share -> share >= 0));
      if (busy > JIT_BUSY) {
        add(
            WARNING,
            "The JIT compiler of "
                + variant.name()
                + " still worked for "
                + Quantity.percent(busy)
                + " of the typical fork's window.",
            "Warm up longer: scripts/compare … -- --warmup 10s.");
      }
    }
  }

  private void host() {
    final JsonObject host =
        campaign.variants().stream()
            .flatMap(variant -> variant.ok().stream())
            .map(Fork::host)
            .findFirst()
            .orElse(new JsonObject());
    final String governor = Json.shown(host, "governor");
    if (!governor.isEmpty() && !governor.equals("performance")) {
      add(
          WARNING,
          "The CPUs' clock is governed by " + governor + ".",
          "Let the host run at a fixed clock: cpupower frequency-set --governor performance.");
    }
    if (host.size() > 0 && Json.shown(host, "isolatedCpus").isEmpty()) {
      add(
          NOTE,
          "No CPU of this host is isolated: 99.9 % and beyond are also what else runs there.",
          "For the tail, isolate two CPUs (isolcpus=, nohz_full=) and give them with --cpus.");
    }
  }

  private void undecided() {
    final List<Comparison> undecidable =
        comparisons.stream()
            .filter(each -> !each.decidable() && each.blocks() > 0)
            .filter(each -> campaign.settings().design().decide().contains(each.percentile()))
            .toList();
    if (!undecidable.isEmpty()) {
      add(
          NOTE,
          undecidable.stream().map(VerdictText::figure).distinct().collect(Collectors.joining(", "))
              + (undecidable.size() == 1 ? " is" : " are")
              + " not decided for every variant: too few events in a fork.",
          "Take longer forks (--duration): the table of verdicts says how long for each.");
    }
  }

  private void substitutes() {
    final String names =
        campaign.variants().stream()
            .filter(variant -> !Json.shown(variant.jvm(), "substitute").isEmpty())
            .map(VariantForks::name)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      add(
          NOTE,
          "Not the builds that their names promise, but substitutes: " + names + ".",
          "Table 1 says what each is; for the named builds, run where their image registry can be"
              + " reached.");
    }
  }
}
