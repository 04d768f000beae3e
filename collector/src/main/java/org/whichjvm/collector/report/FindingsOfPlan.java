package org.whichjvm.collector.report;

import static org.whichjvm.collector.report.Finding.Level.DOUBT;
import static org.whichjvm.collector.report.Finding.Level.NOTE;
import static org.whichjvm.collector.report.Finding.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Quantity;

/** What became of a campaign's plan: what did not run, what failed, and what is excluded. */
final class FindingsOfPlan {
  private final Campaign campaign;
  private final List<Finding> findings = new ArrayList<>();

  private FindingsOfPlan(final Campaign campaign) {
    this.campaign = campaign;
  }

  static List<Finding> of(final Campaign campaign) {
    final FindingsOfPlan findings = new FindingsOfPlan(campaign);
    findings.delays();
    findings.plan();
    findings.overloaded();
    findings.margin();
    findings.unfinished();
    findings.unusable();
    findings.noSuchScore();
    return findings.findings;
  }

  private void add(final Finding.Level level, final String what, final String next) {
    findings.add(new Finding(level, what, next));
  }

  private void delays() {
    for (final ContenderForks contender : campaign.contenders()) {
      final long nanos = Contender.of(contender.name()).delayNanos();
      if (nanos > 0) {
        add(
            DOUBT,
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
                add(
                    DOUBT,
                    "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                    "Its baseline, interim looks and declared margin are unknown; restore the file."));
  }

  private void overloaded() {
    for (final ContenderForks contender : campaign.contenders()) {
      final int all = contender.all().size() + contender.failed();
      final int excluded = contender.overloaded() - contender.tooSlow().size();
      if (contender.overloaded() > 0) {
        add(
            WARNING,
            contender.overloaded()
                + " of "
                + all
                + " forks of "
                + contender.name()
                + " could not keep the rate. "
                + (excluded == 0
                    ? "In verdicts they count as slower than all others;"
                    : excluded
                        + " of these decide nothing, because a gate saw what the host did to them;"
                        + " the others count as slower than all others;")
                + " its latencies are those of its better forks.",
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

  private void unfinished() {
    final Progress progress = campaign.progress();
    final CampaignSettings settings = campaign.settings();
    if (progress.stopped() != null) {
      add(
          NOTE,
          "The campaign stopped: " + ReasonText.of(progress.stopped(), progress.design()) + ".",
          "Nothing: the interim looks were planned, and every p and interval pays for them.");
    } else if (settings.planned() && progress.completeBlocks() < settings.plannedBlocks()) {
      add(
          WARNING,
          "Of "
              + settings.plannedBlocks()
              + " planned blocks "
              + progress.completeBlocks()
              + " are whole.",
          "Go on with scripts/compare --resume "
              + settings.campaign()
              + ". Stopping early because of the results produces false positives.");
    }
  }

  private void unusable() {
    final long failures = campaign.unusable().stream().filter(Unusable::failure).count();
    if (failures > 0) {
      add(
          WARNING,
          failures
              + (failures == 1 ? " file does" : " files do")
              + " not count: the forks failed,"
              + " or the collector cannot use them.",
          "The table Not counted gives each reason. Blocks without them are compared.");
    }
  }

  /** What was declared, though no fork has it. */
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
      add(
          WARNING,
          "No fork has the score "
              + String.join(", ", unknown)
              + ", which the campaign was to decide or contrast.",
          "The forks have: " + String.join(", ", known) + ".");
    }
  }
}
