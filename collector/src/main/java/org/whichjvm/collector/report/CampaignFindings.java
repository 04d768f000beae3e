package org.whichjvm.collector.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.stats.PairedTest;

/** How a campaign was planned, how it ended, and what it lacks. */
final class CampaignFindings extends Findings {
    private final CampaignSettings settings;
    private final List<ContenderForks> contenders;

    CampaignFindings(Result result) {
        super(result);
        settings = result.settings();
        contenders = result.campaign().contenders();
    }

    @Override
    void rows() {
        doubts();
        whatWasPlanned();
        whatIsMissing();
        tooFewBlocks();
    }

    private void doubts() {
        if (settings.execution().explains()) {
            doubt(
                    "These forks were run to explain a difference: what they were watched by has slowed them.",
                    "The campaign that is explained compares the JVMs; {explanation} has what this one is for.",
                    values("explanation", Names.EXPLAIN_MD));
        }
        List<Comparison> controls =
                result.comparisons().stream().filter(Comparison::control).toList();
        double chance = controls.stream().mapToDouble(Comparison::falseAlarm).sum();
        for (Comparison each : controls) {
            if (each.found()) {
                doubt(
                        "The control differs: {contender} is {baseline} once more, yet the {figure} differs by {numbers}{starts}. Every verdict of this campaign is in doubt.",
                        "Look for what changes on the host while it runs, and repeat the campaign: at most one campaign in {campaigns} shows this by chance.",
                        values(
                                "contender", each.contender(),
                                "baseline", each.baseline(),
                                "figure", each.metric().label(),
                                "numbers", VerdictText.numbers(each),
                                "starts", VerdictText.starts(each),
                                "campaigns", (long) (1 / chance + 1e-6)));
            }
        }
        for (ContenderForks each : contenders) {
            long nanos = Contender.of(each.name()).delayNanos();
            if (nanos > 0) {
                doubt(
                        "Each message of {contender} was delayed by {ns} ns on purpose.",
                        "This is a calibration: it tells what the host can resolve, and nothing about a JVM.",
                        values("contender", each.name(), "ns", nanos));
            }
        }
        for (Unusable each : result.unusable()) {
            if (each.file().equals(Names.CAMPAIGN_JSON)) {
                doubt(
                        "The campaign's plan cannot be used: campaign.json {reason}.",
                        "Its baseline, interim looks and declared margin are unknown; restore the file.",
                        values("reason", each.reason()));
            }
        }
    }

    private void whatWasPlanned() {
        settings.skipped().entrySet().stream()
                .collect(groupingBy(Map.Entry::getValue, LinkedHashMap::new, mapping(Map.Entry::getKey, joining(", "))))
                .forEach((why, names) -> warning(
                        "This campaign is without {names}: {why}.",
                        "Mend that and run the campaign again, or do without.",
                        values("names", names, "why", why.replaceFirst("\\.$", ""))));
        for (ContenderForks each : contenders) {
            if (each.overloaded() > 0) {
                int counting = each.tooSlow().size();
                int excluded = each.overloaded() - counting;
                boolean better = each.ok().size() + each.excluded().size() > 0;
                warning(
                        "{overloaded} of {all} forks of {contender} could not keep the rate{excluded}. In verdicts {counting} {counting|counts|count} as slower than all others{better}.",
                        "Compare at a lower rate: scripts/compare … -- --rate N.",
                        values(
                                "overloaded",
                                each.overloaded(),
                                "all",
                                each.all().size() + each.failed(),
                                "contender",
                                each.name(),
                                "excluded",
                                excluded == 0 ? "" : ", of which gates exclude " + excluded,
                                "counting",
                                counting,
                                "better",
                                better ? "; the latencies of the contender are those of its better forks" : ""));
            }
        }
        double declared = settings.design().margin();
        if (declared != result.margin()) {
            warning(
                    "The margin of {used} was chosen after the run; the campaign declared {declared}.",
                    "Declare it before: scripts/compare --margin P.",
                    values("used", Quantity.percent(result.margin()), "declared", Quantity.percent(declared)));
        }
        EarlyStop stopped = result.progress().stopped();
        if (stopped != null) {
            note(
                    "The campaign stopped: {why}.",
                    "No action needed: early stopping was planned and is accounted for.",
                    values("why", stopped.why(result.progress().design())));
        } else if (result.campaign().unfinished()) {
            warning(
                    "Of {planned} planned blocks {whole} are whole.",
                    "Go on with scripts/compare --resume {campaign}. Stopping early because of the results produces false positives.",
                    values(
                            "planned", settings.plannedBlocks(),
                            "whole", result.progress().completeBlocks(),
                            "campaign", settings.campaign()));
        }
    }

    private void whatIsMissing() {
        int failures = result.unusable().size();
        if (failures > 0) {
            warning(
                    "{files} {files|file does|files do} not count: the forks failed, or the collector cannot use them.",
                    "The table Not counted gives each reason. Blocks without them are compared.",
                    values("files", failures));
        }
        result.missing().stream()
                .filter(Missing::failure)
                .collect(groupingBy(Missing::contender, LinkedHashMap::new, mapping(CampaignFindings::where, toList())))
                .forEach((contender, scores) -> warning(
                        "{contender} has no {scores}.",
                        "Verdicts on a score come only from blocks that have it. Fix what failed, or leave it out for every JVM.",
                        values("contender", contender, "scores", scores)));
        List<String> optional = result.missing().stream()
                .filter(each -> !each.failure())
                .map(Words::missing)
                .toList();
        if (!optional.isEmpty()) {
            note(
                    "{missing}.",
                    "Nothing failed: a fork leaves out such a score if it has too little data, or if no rate meets the service level. Verdicts on a score come only from blocks that have it.",
                    values("missing", optional));
        }
        Set<String> known = new TreeSet<>();
        for (Fork fork : result.forks()) {
            fork.scores().keySet().forEach(each -> known.addAll(List.of(each.key(), each.name())));
        }
        String unknown = asked().filter(name -> !known.contains(name)).collect(joining(", "));
        if (!known.isEmpty() && !unknown.isEmpty()) {
            warning(
                    "No fork has the score {unknown}, which the campaign was to decide or contrast.",
                    "The forks have: {known}.",
                    values("unknown", unknown, "known", String.join(", ", known)));
        }
    }

    /** Reads as in "alpha in 2 of 12 forks (java.lang.Error: no alpha)". */
    private static String where(Missing missing) {
        return "%s in %s of %s%s"
                .formatted(
                        missing.score(),
                        missing.forks(),
                        Words.count(missing.of(), "fork"),
                        missing.reason() == null ? "" : " (" + missing.reason() + ")");
    }

    /** The scores that the campaign is to decide or contrast. */
    private Stream<String> asked() {
        return Stream.concat(
                        settings.design().decide().stream()
                                .filter(each -> Metric.ofLatency(each).isEmpty()),
                        settings.contrasts().stream().flatMap(each -> Stream.of(each.score(), each.against())))
                .distinct();
    }

    private void tooFewBlocks() {
        int blocks = Ranking.blocks(result);
        int least = PairedTest.leastPairs(Decision.ALPHA);
        if (blocks < least
                && !result.comparisons().isEmpty()
                && contenders.stream().anyMatch(each -> !each.ok().isEmpty())) {
            warning(
                    blocks == 0
                            ? "There is no common block: nothing is compared."
                            : "{blocks|There is|There are} {blocks} common {blocks|block|blocks}: two forks of the same JVM differ as much.",
                    "{least} blocks are the least that has an interval: --blocks {more}.",
                    values("blocks", blocks, "least", least, "more", 2 * least));
        }
    }
}
