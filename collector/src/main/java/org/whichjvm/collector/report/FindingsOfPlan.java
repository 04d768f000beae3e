package org.whichjvm.collector.report;

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
  private final FindingList found;

  private FindingsOfPlan(final Campaign campaign, final FindingList found) {
    this.campaign = campaign;
    this.found = found;
  }

  static void add(final Campaign campaign, final FindingList found) {
    final FindingsOfPlan findings = new FindingsOfPlan(campaign, found);
    findings.delays();
    findings.plan();
    findings.overloaded();
    findings.margin();
    findings.unfinished();
    findings.unusable();
    findings.noSuchScore();
  }

  private void delays() {
    for (final ContenderForks contender : campaign.contenders()) {
      final long nanos = Contender.of(contender.name()).delayNanos();
      if (nanos > 0) {
        found.doubt(
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
                found.doubt(
                    "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                    "Its baseline, interim looks and declared margin are unknown; restore the file."));
  }

  private void overloaded() {
    for (final ContenderForks contender : campaign.contenders()) {
      final int all = contender.all().size() + contender.failed();
      final int excluded = contender.overloaded() - contender.tooSlow().size();
      if (contender.overloaded() > 0) {
        found.warning(
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
      found.warning(
          "The margin of %s was chosen after the run; the campaign declared %s."
              .formatted(Quantity.percent(used), Quantity.percent(declared)),
          "Declare it before: scripts/compare --margin P.");
    }
  }

  private void unfinished() {
    final Progress progress = campaign.progress();
    final CampaignSettings settings = campaign.settings();
    if (progress.stopped() != null) {
      found.note(
          "The campaign stopped: " + ReasonText.of(progress.stopped(), progress.design()) + ".",
          "Nothing: the interim looks were planned, and every p and interval pays for them.");
    } else if (settings.planned() && progress.completeBlocks() < settings.plannedBlocks()) {
      found.warning(
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
      found.warning(
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
      found.warning(
          "No fork has the score "
              + String.join(", ", unknown)
              + ", which the campaign was to decide or contrast.",
          "The forks have: " + String.join(", ", known) + ".");
    }
  }
}
