package org.whichjvm.collector.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.google.gson.JsonObject;
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
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.Workload;
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
                    "The campaign that is explained compares the JVMs; explain.md has what this one is for.");
        }
        List<Comparison> controls =
                result.comparisons().stream().filter(Comparison::control).toList();
        double chance = controls.stream().mapToDouble(Comparison::falseAlarm).sum();
        for (Comparison each : controls) {
            if (each.found()) {
                doubt(
                        "The control differs: %s is %s once more, yet the %s differs by %s%s. Every verdict of this campaign is in doubt."
                                .formatted(
                                        each.contender(),
                                        each.baseline(),
                                        each.metric().label(),
                                        VerdictText.numbers(each),
                                        VerdictText.starts(each)),
                        "Look for what changes on the host while it runs, and repeat the campaign: at most one campaign in %s shows this by chance."
                                .formatted(Quantity.count((long) (1 / chance + 1e-6))));
            }
        }
        for (ContenderForks each : contenders) {
            long nanos = Contender.of(each.name()).delayNanos();
            if (nanos > 0) {
                doubt(
                        "Each message of %s was delayed by %s ns on purpose."
                                .formatted(each.name(), Quantity.count(nanos)),
                        "This is a calibration: it tells what the host can resolve, and nothing about a JVM.");
            }
        }
        for (Unusable each : result.unusable()) {
            if (each.file().equals(Names.CAMPAIGN_JSON)) {
                doubt(
                        "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                        "Its baseline, interim analyses and declared margin are unknown; restore the file.");
            }
        }
    }

    private void whatWasPlanned() {
        settings.skipped().entrySet().stream()
                .collect(groupingBy(Map.Entry::getValue, LinkedHashMap::new, mapping(Map.Entry::getKey, joining(", "))))
                .forEach((why, names) -> warning(
                        "This campaign is without %s: %s.".formatted(names, why.replaceFirst("\\.$", "")),
                        "Mend that and run the campaign again, or do without."));
        for (ContenderForks each : contenders) {
            if (each.overloaded() > 0) {
                int counting = each.tooSlow().size();
                int excluded = each.overloaded() - counting;
                boolean better = each.ok().size() + each.excluded().size() > 0;
                warning(
                        "%s of %s forks of %s could not keep the rate%s. In verdicts %s %s as slower than all others%s."
                                .formatted(
                                        Quantity.count(each.overloaded()),
                                        Quantity.count(each.all().size() + each.failed()),
                                        each.name(),
                                        excluded == 0 ? "" : ", of which rules exclude " + excluded,
                                        Quantity.count(counting),
                                        counting == 1 ? "counts" : "count",
                                        better ? "; the latencies of the contender are those of its better forks" : ""),
                        "Compare at a lower rate: whichjvm compare … -- --rate N.");
            }
        }
        for (ContenderForks each : contenders) {
            if (!each.unfit().isEmpty()) {
                warning(
                        "%s of %s forks of %s do not fit: %s."
                                .formatted(
                                        Quantity.count(each.unfit().size()),
                                        Quantity.count(each.all().size() + each.failed()),
                                        each.name(),
                                        each.unfit().get(0).end().reason().replaceFirst("\\.$", "")),
                        "Give it more memory, as by +memory1g or +heap1g, or do without it.");
            }
        }
        unlikeLimits();
        double declared = settings.design().margin();
        if (declared != result.margin()) {
            warning(
                    "The margin of %s was chosen after the run; the campaign declared %s."
                            .formatted(Quantity.percent(result.margin()), Quantity.percent(declared)),
                    "Declare it before: whichjvm compare --margin P.");
        }
        EarlyStop stopped = result.progress().stopped();
        if (stopped != null) {
            note(
                    "The campaign stopped: " + stopped.why(result.progress().design()) + ".",
                    "No action needed: early stopping was planned and is accounted for.");
        } else if (result.campaign().unfinished()) {
            warning(
                    "Of %s planned blocks %s are whole."
                            .formatted(
                                    Quantity.count(settings.plannedBlocks()),
                                    Quantity.count(result.progress().completeBlocks())),
                    "Go on with whichjvm compare --resume %s. Stopping early because of the results produces false positives."
                            .formatted(settings.campaign()));
        }
    }

    /** JVMs that made unlike things of containers of one size: some versions read their limits wrong. */
    private void unlikeLimits() {
        if (!"docker".equals(settings.execution().runner())
                || !Workload.of(settings.execution().workload()).ofProgram()) {
            return;
        }
        for (ContenderForks each : contenders) {
            String name = Contender.baselineOf(each.name(), settings.contenders(), settings.baseline());
            contenders.stream()
                    .filter(other -> other.name().equals(name) && other != each)
                    .filter(other -> Contender.of(name).sizedAs(Contender.of(each.name())))
                    .filter(other -> Container.of(each).unlike(Container.of(other)))
                    .forEach(
                            other -> warning(
                                    "In containers of the same size, %s has %s, and %s has %s. One of them may read its limits wrong."
                                            .formatted(each.name(), Container.of(each), name, Container.of(other)),
                                    "Give both the same -Xmx and -XX:ActiveProcessorCount, or take versions that read control groups (8u191 and 11 do)."));
        }
    }

    /**
     * What a JVM made of its container, unless its options say so.
     *
     * @param processors NaN if it is not known
     * @param heapBytes its largest heap; NaN if it is not known
     */
    private record Container(double processors, double heapBytes) {
        private static final double UNLIKE = 1.25;

        static Container of(ContenderForks forks) {
            JsonObject jvm = forks.jvm();
            String flags = jvm.has("flags") ? jvm.get("flags").toString() : "";
            return new Container(
                    flags.contains("ActiveProcessorCount") ? Double.NaN : Json.number(jvm, "processors"),
                    flags.matches(".*(-Xmx|MaxHeapSize|MaxRAM).*") ? Double.NaN : Json.number(jvm, "maxHeapBytes"));
        }

        /** Whether both are known and differ by more than rounding of heaps. */
        boolean unlike(Container other) {
            double ratio = heapBytes / other.heapBytes;
            return Math.abs(processors - other.processors) >= 1 || ratio > UNLIKE || ratio < 1 / UNLIKE;
        }

        @Override
        public String toString() {
            return "%s and a heap of at most %s"
                    .formatted(
                            Double.isNaN(processors) ? "chosen CPUs" : Words.count((int) processors, "CPU"),
                            Double.isNaN(heapBytes)
                                    ? "a chosen size"
                                    : Quantity.count(Math.round(heapBytes / (1 << 20))) + " MiB");
        }
    }

    private void whatIsMissing() {
        int failures = result.unusable().size();
        if (failures > 0) {
            warning(
                    "%s not count: the forks failed, or the collector cannot use them."
                            .formatted(Words.count(failures, "file") + (failures == 1 ? " does" : " do")),
                    "The table Not counted gives each reason. Blocks without them are compared.");
        }
        result.missing().stream()
                .filter(Missing::failure)
                .collect(groupingBy(Missing::contender, LinkedHashMap::new, mapping(CampaignFindings::where, toList())))
                .forEach(
                        (contender, scores) -> warning(
                                contender + " has no " + Words.list(scores) + ".",
                                "Verdicts on a score come only from blocks that have it. Fix what failed, or leave it out for every JVM."));
        List<String> optional = result.missing().stream()
                .filter(each -> !each.failure())
                .map(Words::missing)
                .toList();
        if (!optional.isEmpty()) {
            note(
                    Words.list(optional) + ".",
                    "Nothing failed: a fork leaves out such a score if it has too little data, or if no rate meets the service level. Verdicts on a score come only from blocks that have it.");
        }
        Set<String> known = new TreeSet<>();
        for (Fork fork : result.forks()) {
            fork.scores().keySet().forEach(each -> known.addAll(List.of(each.key(), each.name())));
        }
        String unknown = asked().filter(name -> !known.contains(name)).collect(joining(", "));
        if (!known.isEmpty() && !unknown.isEmpty()) {
            warning(
                    "No fork has the score " + unknown + ", which the campaign was to decide or contrast.",
                    "The forks have: " + String.join(", ", known) + ".");
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
                            : "There %s %s: two forks of the same JVM differ as much."
                                    .formatted(Words.are(blocks), Words.count(blocks, "common block")),
                    "%s blocks are the least that has an interval: %s."
                            .formatted(least, Headline.moreBlocks(result, 2 * least)));
        }
    }
}
