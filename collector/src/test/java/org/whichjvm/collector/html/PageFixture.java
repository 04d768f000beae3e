package org.whichjvm.collector.html;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ExclusionCount;
import org.whichjvm.collector.decide.MadeUp;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.PlannedBlocks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.HistogramDecoder;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.MadeTurns;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.model.fork.Summary;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/** Results with every field set, also those that a campaign of few forks leaves empty. */
public final class PageFixture {
    private PageFixture() {}

    /** A result with these contenders and this many blocks; the first contender is the baseline. */
    public static Result result(List<String> contenders, int blocks) {
        Random random = new Random(1);
        List<ContenderResult> all = new ArrayList<>();
        List<Fork> forks = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (int i = 0; i < contenders.size(); i++) {
                long p50 = 400 + 20L * i + random.nextInt(40) + (random.nextInt(8) == 0 ? 200 : 0);
                forks.add(fork(new ForkName(block, contenders.get(i)), p50));
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            all.add(contender(contenders.get(i), 400 + 20L * i, blocks));
            for (Latency latency : i == 0 ? new Latency[0] : Latency.values()) {
                for (Percentile percentile : Percentile.REPORTED) {
                    comparisons.add(comparison(contenders, i, latency, percentile, blocks));
                }
            }
        }
        CampaignSettings settings = new CampaignSettings(
                "c",
                1,
                new Execution(
                        "docker",
                        "queue-latency",
                        "quick",
                        Interleave.FORKS,
                        null,
                        List.of(),
                        "",
                        Map.of(),
                        Map.of(),
                        null),
                null,
                contenders,
                contenders.get(0),
                blocks,
                PlannedBlocks.alike(contenders, blocks),
                Design.FIXED,
                ExclusionRules.of(Map.of(), null, blocks, false),
                List.of(),
                null,
                Map.of(),
                null);
        Progress end = new Progress(Design.FIXED, blocks, null);
        var bad = List.of(new Unusable("forks/001-a.json", "failed: overloaded"));
        Campaign campaign = new Campaign(settings, end, MadeUp.forks(contenders, forks), bad);
        return new Result(
                campaign,
                Instant.EPOCH,
                "queue-latency",
                ForkFixture.object(Map.of("rate", 100_000)),
                new JsonObject(),
                all,
                forks,
                Map.of(
                        forks.get(0).name(),
                        List.of(new ExclusionRules.Trip(ExclusionRule.WAITING_SHARE, 0.12, 0.05, 0, 0))),
                List.of(
                        new ExclusionCount(ExclusionRule.WAITING_SHARE, 0.05, 1, 1, 0),
                        new ExclusionCount(ExclusionRule.LATE, Double.NaN, 1, 1, 0)),
                comparisons,
                MadeUp.best(contenders, contenders.get(0), comparisons),
                List.of(),
                List.of(),
                Map.of(),
                null,
                List.of());
    }

    /** Eight contenders with every kind of verdict, as a real campaign has them. */
    public static Result ranked() {
        List<String> names = List.of(
                "jdk17-temurin",
                "jdk25-temurin",
                "jdk21-temurin",
                "jdk11-temurin",
                "jdk8-temurin",
                "graalvm-ce-25",
                "openj9-21-semeru",
                "jdk21-temurin+zgc");
        double[] ratios = {1, 0.955, 1.004, 1.121, 1.062, 1.013, 1.94, 1.084};
        double[] widths = {0, 0.011, 0.012, 0.021, 0.035, 0.042, 0.11, 0.03};
        Result plain = result(names, 12);
        List<Comparison> comparisons = new ArrayList<>();
        for (Comparison each : plain.comparisons()) {
            int i = names.indexOf(each.contender());
            double low = ratios[i] * (1 - widths[i]);
            double high = ratios[i] * (1 + widths[i]);
            Verdict verdict = !each.decidable() || i == 5
                    ? Verdict.INCONCLUSIVE
                    : low > 1 ? Verdict.SLOWER : high < 1 ? Verdict.FASTER : Verdict.EQUIVALENT;
            comparisons.add(MadeUp.comparison(
                    each.contender(),
                    i == 7 ? "jdk21-temurin" : each.baseline(),
                    each.metric(),
                    new double[] {ratios[i], low, high},
                    new double[] {0.001, i == 4 ? 0.031 : 0.004},
                    12,
                    verdict,
                    0.041,
                    each.decidable(),
                    each.reason()));
        }
        return with(plain, comparisons);
    }

    /** The same result with other comparisons. */
    public static Result with(Result plain, List<Comparison> comparisons) {
        return with(plain, plain.contenders(), comparisons);
    }

    /** The same result with other contenders, of the same names, and comparisons. */
    public static Result with(Result plain, List<ContenderResult> contenders, List<Comparison> comparisons) {
        return with(plain, plain.campaign(), contenders, comparisons);
    }

    private static Result with(
            Result plain, Campaign campaign, List<ContenderResult> contenders, List<Comparison> comparisons) {
        return new Result(
                campaign,
                plain.created(),
                plain.workload(),
                plain.parameters(),
                plain.host(),
                contenders,
                plain.forks(),
                plain.excluded(),
                plain.gates(),
                comparisons,
                MadeUp.best(contenders.stream().map(ContenderResult::name).toList(), plain.baseline(), comparisons),
                plain.contrasts(),
                plain.modes(),
                plain.together(),
                plain.byTurns(),
                plain.missing());
    }

    /** The same result of a campaign that its time ended. */
    public static Result timeIsUp(Result plain, long seconds) {
        Design plan = new Design(Design.DEFAULT_MARGIN, Set.of(), 0.03, seconds, List.of(), Race.NONE);
        int blocks = plain.progress().completeBlocks();
        Progress end = new Progress(plan, blocks, new EarlyStop(blocks, true, 1, 1));
        Campaign campaign = plain.campaign();
        return with(
                plain,
                new Campaign(campaign.settings(), end, campaign.contenders(), campaign.unusable()),
                plain.contenders(),
                plain.comparisons());
    }

    static Fork fork(ForkName name, long p50) {
        return new Fork(
                name,
                new Fork.End(Fork.OK, null, null, Double.NaN, false),
                new Fork.Setup("queue-latency", new JsonObject(), new JsonObject(), new JsonObject(), null),
                new Fork.Floor(140, 140),
                new Fork.Measured(
                        summaries(histogram(p50)),
                        Map.of(),
                        Map.of(),
                        null,
                        name.contender().equals("third") ? Disturbances.NONE : disturbances(name.block()),
                        attribution(),
                        null),
                null);
    }

    private static Disturbances disturbances(int block) {
        JsonObject all = ForkFixture.object(Map.of("gcCount", block == 2 ? 2 : 0, "gcMillis", 3));
        all.add("helpers", ForkFixture.object(Map.of("compiler", block * 10)));
        all.add("allocatedBytes", ForkFixture.numbers(288, 0));
        return MadeTurns.disturbances(all, 10_000);
    }

    private static SlowMessages attribution() {
        Map<SlowMessages.Level, SlowMessages.Causes> levels = new EnumMap<>(SlowMessages.Level.class);
        for (SlowMessages.Level level : SlowMessages.Level.values()) {
            Map<SlowCause, Long> counts = new EnumMap<>(SlowCause.class);
            for (SlowCause cause : SlowCause.values()) {
                counts.put(cause, 10L);
            }
            levels.put(level, new SlowMessages.Causes(10L * counts.size(), counts));
        }
        return new SlowMessages(Map.of(Latency.SERVICE, levels, Latency.RESPONSE, levels));
    }

    private static Map<Latency, Summary> summaries(Histogram histogram) {
        Map<Latency, Summary> summaries = new EnumMap<>(Latency.class);
        for (Latency latency : Latency.values()) {
            summaries.put(latency, Summary.of(histogram, Map.of()));
        }
        return summaries;
    }

    /** 10,000 messages: one in a hundred takes ten times as long. */
    static Histogram histogram(long p50) {
        Histogram histogram = new Histogram(HistogramDecoder.DIGITS);
        histogram.recordValueWithCount(p50, 9_900);
        histogram.recordValueWithCount(p50 * 10, 100);
        return histogram;
    }

    private static ContenderResult contender(String name, long p50, int forks) {
        Map<Latency, ContenderResult.Pooled> latencies = new EnumMap<>(Latency.class);
        Histogram histogram = histogram(p50);
        for (Latency latency : Latency.values()) {
            latencies.put(
                    latency,
                    new ContenderResult.Pooled(
                            histogram, Summary.of(histogram, Map.of()), p50, p50 + 40, histogram.getTotalCount()));
        }
        JsonObject jvm = new JsonObject();
        jvm.addProperty("vendor", "Eclipse Adoptium");
        jvm.addProperty("version", "17.0.2+8");
        return new ContenderResult(name, jvm, forks, 1, 0, 140, latencies, Map.of(), Map.of(), attribution(), 0.02);
    }

    private static Comparison comparison(
            List<String> contenders, int index, Latency latency, Percentile percentile, int blocks) {
        double ratio = 1 + 0.05 * index;
        boolean decidable = percentile != Percentile.P99_99;
        return MadeUp.comparison(
                contenders.get(index),
                contenders.get(0),
                Metric.of(latency, percentile),
                new double[] {ratio, ratio - 0.02, ratio + 0.03},
                new double[] {0.001, 0.004},
                blocks,
                decidable ? Verdict.SLOWER : Verdict.INCONCLUSIVE,
                0.04,
                decidable,
                decidable ? null : new Reason.TooFewEvents(3, Double.NaN));
    }
}
