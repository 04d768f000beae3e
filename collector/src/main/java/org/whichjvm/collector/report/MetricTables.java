package org.whichjvm.collector.report;

import static org.whichjvm.common.Percentile.P50;
import static org.whichjvm.common.Percentile.P99;
import static org.whichjvm.common.Percentile.P99_9;
import static org.whichjvm.common.Percentile.P99_99;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.RareValue;
import org.whichjvm.collector.decide.ContenderResult.ScoreSum;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.Percentile;

/** The metrics of each contender, and on how much each of them rests. */
public final class MetricTables {
    private static final List<Percentile> TAIL = List.of(P99, P99_9, P99_99);

    /** A row of the table of counts; it has no messages if the contender has no fork. */
    private record Counted(ContenderResult contender, String of, OptionalLong messages) {
        String shown(LongUnaryOperator which) {
            return messages.isEmpty() ? Quantity.NONE : Quantity.count(which.applyAsLong(messages.getAsLong()));
        }
    }

    static Table<?> counts(Result result) {
        Table<Counted> table = new Table<>(
                        "Table 2. Messages above each percentile",
                        result.contenders().stream()
                                .flatMap(MetricTables::counted)
                                .toList())
                .words("contender", each -> Words.contender(each.contender))
                .words("of", Counted::of)
                .numbers("messages", each -> each.shown(count -> count));
        for (Percentile percentile : Percentile.values()) {
            table.numbers("above\n" + percentile.label, each -> each.shown(percentile::messagesAbove));
        }
        return table.note(
                        "Messages are not events: a stall of 10 ms at 100,000 messages a second delays 1,000 of them.")
                .note(Report.substituteNote(result));
    }

    private static Stream<Counted> counted(ContenderResult contender) {
        ContenderResult.Pooled pooled = contender.latencies().get(Latency.SERVICE);
        if (pooled == null) {
            return Stream.of(new Counted(contender, "no fork", OptionalLong.empty()));
        }
        int forks = contender.ok() > 0 ? contender.ok() : contender.excluded();
        Counted all = new Counted(
                contender,
                forks == 1 ? "1 fork" : "all " + forks + " forks",
                OptionalLong.of(pooled.summary().count()));
        return forks > 1
                ? Stream.of(all, new Counted(contender, "each fork", OptionalLong.of(pooled.forkCount())))
                : Stream.of(all);
    }

    static Table<?> pooled(Result result) {
        Table<ContenderResult> table = new Table<>("Table 3. Latencies, pooled over the forks", result.contenders())
                .words("contender", Words::contender)
                .numbers("floor", each -> Quantity.time(each.floorNs()))
                .numbers("p50\nservice", each -> at(each, Latency.SERVICE, P50))
                .numbers(
                        "p50 of\nits forks",
                        each -> shown(
                                each,
                                Latency.SERVICE,
                                pooled -> Quantity.range(pooled.forkP50Min(), pooled.forkP50Max())));
        TAIL.forEach(at -> table.numbers(at.label + "\nservice", each -> at(each, Latency.SERVICE, at)));
        table.numbers(
                        "max\nservice",
                        each -> shown(
                                each,
                                Latency.SERVICE,
                                pooled -> Quantity.time(pooled.summary().max())))
                .numbers("p50\nresponse", each -> at(each, Latency.RESPONSE, P50));
        TAIL.forEach(at -> table.numbers(at.label + "\nresponse", each -> at(each, Latency.RESPONSE, at)));
        return table.numbers("p50 service\n÷ floor", each -> floors(each, Latency.SERVICE))
                .numbers("p50 response\n÷ floor", each -> floors(each, Latency.RESPONSE))
                .note(
                        "Service time goes from the write to the read."
                                + " Response time counts from the intended send time, so that coordinated omission hides nothing."
                                + " Floor: the core-to-core latency, the round trip of a cache line between the two CPUs; the median of the forks.")
                .notes(Report.excludedNote(result))
                .note(Report.substituteNote(result));
    }

    /** A contender's pooled latency at a percentile; a dash without a fork. */
    static String at(ContenderResult contender, Latency latency, Percentile percentile) {
        return shown(
                contender, latency, pooled -> Quantity.time(pooled.summary().at(percentile)));
    }

    private static String shown(
            ContenderResult contender, Latency latency, Function<ContenderResult.Pooled, String> what) {
        ContenderResult.Pooled pooled = contender.latencies().get(latency);
        return pooled == null ? Quantity.NONE : what.apply(pooled);
    }

    static String floors(ContenderResult contender, Latency latency) {
        return Quantity.ratio(contender.p50PerFloor(latency), 1);
    }

    private record Rare(ContenderResult contender, Latency latency, RareValue value) {}

    /**
     * p99.999 of the forks that have enough messages for it: shown with its uncertainty and never decided, for even
     * then it rests on ten messages a fork, which may be one stall.
     */
    static Table<?> rare(Result result) {
        List<Rare> rows = result.contenders().stream()
                .flatMap(each ->
                        each.rare().entrySet().stream().map(rare -> new Rare(each, rare.getKey(), rare.getValue())))
                .toList();
        return new Table<>("p99.999, shown and never decided", rows)
                .words("contender", each -> Words.contender(each.contender))
                .words("latency", each -> each.latency.key + " time")
                .numbers("median of\nthe forks", each -> Quantity.time(each.value.ns()))
                .numbers("its 95 %\ninterval", each -> interval(each.value))
                .numbers("forks", each -> Quantity.count(each.value.forks()))
                .note("Forks of at least 1,000,000 messages have it."
                        + " The interval is that of their median, by order statistics, and needs six forks.");
    }

    private static String interval(RareValue rare) {
        return Double.isNaN(rare.low())
                ? Quantity.NONE
                : Quantity.range(Math.round(rare.low()), Math.round(rare.high()));
    }

    public static Map<String, Metric> keys(Result result) {
        Map<String, Metric> keys = new LinkedHashMap<>();
        result.contenders()
                .forEach(contender -> contender.scores().forEach((key, each) -> keys.putIfAbsent(key, each.score())));
        return keys;
    }

    private record ScoreRow(ContenderResult contender, ScoreSum sum) {
        String number(double value) {
            return sum.score().shown(value).replace(" " + unit(), "");
        }

        String unit() {
            return sum.score().unit();
        }
    }

    static Table<?> scores(Result result) {
        List<ScoreRow> rows = keys(result).keySet().stream()
                .flatMap(key -> result.contenders().stream()
                        .filter(each -> each.scores().containsKey(key))
                        .map(each -> new ScoreRow(each, each.scores().get(key))))
                .toList();
        int starts = result.settings().execution().starts();
        return new Table<>("Table 2. Scores", rows)
                .words("contender", each -> Words.contender(each.contender))
                .words("score", each -> each.sum.score().name())
                .numbers("threads", each -> threads(each.sum.score().threads()))
                .numbers("median of\nits forks", each -> each.number(each.sum.median()))
                .numbers("range of\nits forks", MetricTables::range)
                .words("unit", ScoreRow::unit)
                .numbers("forks", each -> Quantity.count(each.sum.forks()))
                .note(
                        starts == 1
                                ? "A fork's score is the median of its iterations, where it has some."
                                : "Each fork has " + starts + " starts; its value is their median.")
                .notes(Report.excludedNote(result))
                .note(Report.substituteNote(result));
    }

    private static String threads(int threads) {
        return threads == 0 ? Quantity.NONE : Quantity.count(threads);
    }

    private static String range(ScoreRow row) {
        return row.sum.forks() == 1 ? Quantity.NONE : row.number(row.sum.min()) + "–" + row.number(row.sum.max());
    }
}
