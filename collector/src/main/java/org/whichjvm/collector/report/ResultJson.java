package org.whichjvm.collector.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.ByTurns;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.ScoreSum;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.Modes;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.common.Percentile;

/** Makes {@code result.json} of a campaign's conclusion: {@link ResultFile} says what is in it. */
public final class ResultJson {
    private static final MathContext DIGITS = new MathContext(7);

    public static String of(Conclusion conclusion) {
        return Json.write(Records.write(file(conclusion)));
    }

    static ResultFile file(Conclusion conclusion) {
        Result result = conclusion.result();
        CampaignSettings.Question study = result.settings().study();
        return new ResultFile(
                ResultFile.SCHEMA,
                result.settings().campaign(),
                result.baseline(),
                result.workload(),
                result.parameters(),
                result.host(),
                conclusion.ranking().places().stream()
                        .sorted(Comparator.comparing(
                                place -> result.contenders().indexOf(place.contender())))
                        .map(place -> contender(result, place))
                        .toList(),
                decision(result),
                result.gates(),
                each(result.comparisons(), ResultJson::comparison),
                each(conclusion.findings(), Finding::escaped),
                each(result.unusable(), file -> new ResultFile.Refused(file.file(), file.reason())),
                result.missing(),
                result.created().truncatedTo(ChronoUnit.MILLIS).toString(),
                study == null ? null : study.name(),
                study == null ? null : study.asks(),
                result.byTurns() == null ? null : turns(result.byTurns()),
                each(result.excluded().entrySet(), ResultJson::excluded),
                result.best().direct(),
                each(result.modes(), ResultJson::modes),
                result.ofScores() ? each(result.contrasts(), ResultJson::contrast) : null);
    }

    private static <S, T> List<T> each(Collection<S> all, Function<S, T> made) {
        return all.stream().map(made).toList();
    }

    private static ResultFile.Contender contender(Result result, RankedContender place) {
        ContenderResult contender = place.contender();
        List<Fork> forks = result.forksOf(contender.name());
        return new ResultFile.Contender(
                contender.name(),
                contender.substitute().isEmpty() ? null : contender.substitute(),
                contender.jvm(),
                ResultFile.Forks.of(contender),
                result.progress().left().get(contender.name()),
                contender.floorNs(),
                place.typicalNs(),
                disturbances(result, contender),
                place.fastest(),
                contender.spread(),
                result.ofScores() ? each(contender.scores().values(), ResultJson::score) : null,
                pooled(contender, Latency.SERVICE),
                pooled(contender, Latency.RESPONSE),
                JvmTables.kinds(forks).isEmpty()
                        ? null
                        : new ResultFile.Memory(
                                String.join(", ", JvmTables.kinds(forks)),
                                JvmTables.hugeShare(forks),
                                JvmTables.pageFaults(contender)),
                contender.attribution().isEmpty()
                        ? null
                        : new SlowMessages.Attribution(
                                levels(contender.attribution(), Latency.SERVICE),
                                levels(contender.attribution(), Latency.RESPONSE)));
    }

    private static ResultFile.Score score(ScoreSum sum) {
        return new ResultFile.Score(
                sum.score().key(), sum.score().unit(), sum.forks(), sum.median(), sum.min(), sum.max());
    }

    private static ResultFile.Pooled pooled(ContenderResult contender, Latency latency) {
        ContenderResult.Pooled pooled = contender.latencies().get(latency);
        return pooled == null
                ? null
                : new ResultFile.Pooled(
                        pooled.summary().count(),
                        Percentile.REPORTED.stream()
                                .collect(Collectors.toMap(
                                        each -> each,
                                        pooled.summary()::at,
                                        (a, b) -> a,
                                        () -> new EnumMap<>(Percentile.class))),
                        pooled.summary().max(),
                        List.of(pooled.forkP50Min(), pooled.forkP50Max()),
                        contender.p50PerFloor(latency),
                        contender.rare().get(latency));
    }

    private static Map<String, Double> disturbances(Result result, ContenderResult contender) {
        Map<String, Double> known = new LinkedHashMap<>();
        for (Metric each : Disturbances.all()) {
            double median = DisturbanceTables.median(result, contender, each);
            if (Double.isFinite(median)) {
                known.put(each.key(), median);
            }
        }
        return known;
    }

    private static List<SlowMessages.Counted> levels(SlowMessages slow, Latency latency) {
        Map<SlowMessages.Level, SlowMessages.Causes> levels = slow.levels().get(latency);
        return levels == null
                ? null
                : each(
                        levels.entrySet(),
                        each -> new SlowMessages.Counted(
                                each.getKey(),
                                each.getValue().messages(),
                                each.getValue().counts()));
    }

    private static ResultFile.Decided decision(Result result) {
        Progress progress = result.progress();
        Design design = progress.design();
        Collection<Metric> metrics =
                result.ofScores() ? MetricTables.keys(result).values() : Metric.OF_LATENCIES;
        return new ResultFile.Decided(
                progress.completeBlocks(),
                progress.stopped() == null ? null : progress.stopped().why(design),
                Decision.ALPHA,
                design.margin(),
                design.stopping(),
                metrics.stream()
                        .filter(each -> !each.counted() && design.decides(each))
                        .map(Metric::key)
                        .toList());
    }

    private static ResultFile.Compared comparison(Comparison comparison) {
        Metric metric = comparison.metric();
        boolean shown = comparison.decidable() || metric.headline() && comparison.blocks() > 0;
        return new ResultFile.Compared(
                comparison.contender(),
                comparison.baseline(),
                metric.latency().orElse(null),
                metric.percentile().orElse(null),
                metric.ofScore() ? metric.key() : null,
                metric.ofScore() ? metric.unit() : null,
                metric.ofScore() ? better(metric) : null,
                bounded(comparison.ratio()),
                bounded(comparison.low()),
                bounded(comparison.high()),
                bounded(comparison.singleLow()),
                bounded(comparison.singleHigh()),
                comparison.p(),
                comparison.adjustedP(),
                comparison.blocks(),
                comparison.slowerIn(),
                comparison.fasterIn(),
                comparison.onTheWhole(),
                shown ? each(comparison.logRatios(), ResultJson::ratio) : null,
                comparison.verdict(),
                comparison.shift(),
                comparison.starts(),
                comparison::mde,
                comparison.decidable(),
                ReasonText.of(comparison),
                comparison.control(),
                metric.ofLatency() ? comparison.baselineNs() : null,
                metric.ofLatency() ? comparison.differenceNs() : null,
                metric.is(Percentile.P50) ? comparison.byFloor() : null);
    }

    /** A ratio of 0 is as one that is infinite. */
    private static double bounded(double ratio) {
        return ratio == 0 ? Double.NaN : ratio;
    }

    private static String better(Metric score) {
        return score.more() ? "more" : "less";
    }

    private static double ratio(double log) {
        return log == Double.POSITIVE_INFINITY
                ? log
                : new BigDecimal(Math.exp(log)).round(DIGITS).doubleValue();
    }

    private static ResultFile.Contrasted contrast(Comparison contrast) {
        return new ResultFile.Contrasted(
                contrast.contender(),
                contrast.metric().key(),
                contrast.against().key(),
                contrast.metric().unit(),
                better(contrast.metric()),
                contrast.ratio(),
                contrast.low(),
                contrast.high(),
                contrast.p(),
                contrast.adjustedP(),
                contrast.blocks(),
                contrast.verdict(),
                contrast.mde(),
                ReasonText.of(contrast));
    }

    private static ResultFile.Turns turns(ByTurns byTurns) {
        ByTurns.IdleCpu sleep = byTurns.sleep();
        return new ResultFile.Turns(
                byTurns.count().turns(),
                byTurns.count().excluded(),
                byTurns.count().rounds(),
                byTurns.count().leftOut(),
                byTurns.carryOver(),
                each(byTurns.steadiness(), ResultJson::steadiness),
                sleep == null ? null : sleep.median(),
                sleep == null ? null : sleep.worst());
    }

    private static ResultFile.Steadiness steadiness(ByTurns.Steadiness steadiness) {
        return new ResultFile.Steadiness(
                steadiness.contender(),
                steadiness.forks(),
                steadiness.drift(),
                steadiness.spread(),
                Arrays.stream(steadiness.byRound())
                        .map(round -> Double.isNaN(round) ? round : Math.round(round * 1e4) / 1e4)
                        .boxed()
                        .toList());
    }

    private static ResultFile.Excluded excluded(Map.Entry<ForkName, List<ExclusionRules.Trip>> excluded) {
        ForkName fork = excluded.getKey();
        return new ResultFile.Excluded(
                Names.FORKS + "/" + fork.json(),
                fork.block(),
                fork.contender(),
                each(
                        excluded.getValue(),
                        trip -> new ResultFile.Trip(
                                trip.rule(), trip.value(), trip.limit(), trip.turns() == 0 ? null : trip.turns())));
    }

    private static ResultFile.Modes modes(Modes modes) {
        return new ResultFile.Modes(
                modes.contender(),
                each(
                        modes.groups(),
                        each -> new ResultFile.Modes.Group(
                                each.forks(), each.p50Ns(), each.floorNs(), each.p50Ns() / each.floorNs())),
                modes.moved().size());
    }
}
