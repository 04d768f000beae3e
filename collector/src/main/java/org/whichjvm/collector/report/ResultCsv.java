package org.whichjvm.collector.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/**
 * Writes {@code result.csv}: a line a fork, in the order in which they ran, then those that do not count. All times in
 * ns but where the column says otherwise; a cell is empty where the fork does not say. A campaign of scores has a
 * column for each in place of those of latencies, named by its threads and unit: {@code adjacent@2_ns_per_op}.
 */
public final class ResultCsv {
    // These columns come last: the others are older. Their names end with their unit.
    private static final List<Metric> MORE = Disturbances.all().stream()
            .filter(each -> each != Disturbances.GC_COUNT && each != Disturbances.GC_MILLIS)
            .toList();

    /** A fork, or a file of one that does not count. */
    private record Line(ForkName name, String status, String reason, Optional<Fork> fork) {
        static Line of(Fork fork) {
            return new Line(fork.name(), fork.end().status(), "", Optional.of(fork));
        }

        static Line of(ForkName name, Unusable file) {
            return new Line(name, "not usable", file.reason(), Optional.empty());
        }
    }

    public static String of(Result result) {
        Table<Line> table = new Table<>("result.csv", lines(result))
                .numbers("block", each -> Integer.toString(each.name.block()))
                .words("contender", each -> each.name.contender())
                .words("status", Line::status)
                .words("reason", Line::reason)
                .words("started", told(each -> Objects.toString(each.end().started(), "")))
                .numbers("floor_before_ns", number(each -> each.floor().before()))
                .numbers("floor_after_ns", number(each -> each.floor().after()));
        List<Latency> latencies = result.ofScores() ? List.of() : List.of(Latency.values());
        latencies.forEach(each -> add(table, each));
        table.numbers("gc_count", number(each -> each.get(Disturbances.GC_COUNT)))
                .numbers("gc_ms", number(each -> each.get(Disturbances.GC_MILLIS)))
                .numbers(
                        "delay_ns",
                        number(each -> Contender.of(each.name().contender()).delayNanos()))
                .words("excluded_by", told(each -> excludedBy(result, each)));
        latencies.forEach(each -> table.numbers(each.key + "_p50_floors", told(fork -> floors(fork, each))));
        table.numbers("turns", number(each -> each.byTurns() ? each.turns().count() : Double.NaN))
                .numbers(
                        "turns_that_count",
                        number(each -> each.byTurns() ? each.turns().counting().count() : Double.NaN));
        MORE.forEach(each -> table.numbers(column(each), number(fork -> fork.get(each))));
        MetricTables.keys(result)
                .values()
                .forEach(each -> table.numbers(
                        each.key() + "_" + each.unit().replace("/", "_per_"), number(fork -> fork.get(each))));
        return csv(table);
    }

    /** A column's name: steal_millis of stealMillis. */
    private static String column(Metric metric) {
        return metric.name().replaceAll("[A-Z]|(?<=[a-z])[0-9]+", "_$0").toLowerCase(Locale.ROOT);
    }

    private static void add(Table<Line> table, Latency latency) {
        table.numbers(
                latency.key + "_count",
                number(each -> each.summaries().get(latency).count()));
        Percentile.REPORTED.forEach(at -> table.numbers(
                latency.key + "_" + at.key + "_ns",
                number(each -> each.summaries().get(latency).at(at))));
        table.numbers(
                latency.key + "_max_ns",
                number(each -> each.summaries().get(latency).max()));
        Percentile.REPORTED.forEach(at -> table.numbers(
                latency.key + "_" + at.key + "_events",
                told(each ->
                        Objects.toString(each.summaries().get(latency).events().get(at), ""))));
    }

    private static List<Line> lines(Result result) {
        Set<ForkName> shown = result.forks().stream().map(Fork::name).collect(Collectors.toSet());
        return Stream.concat(
                        result.forks().stream().map(Line::of),
                        result.unusable().stream()
                                .flatMap(file -> name(file).stream()
                                        .filter(name -> !shown.contains(name))
                                        .map(name -> Line.of(name, file))))
                .toList();
    }

    private static Optional<ForkName> name(Unusable file) {
        String folder = Names.FORKS + "/";
        return file.file().startsWith(folder)
                ? ForkName.parse(file.file().substring(folder.length()), ForkNames.JSON)
                : Optional.empty();
    }

    private static String excludedBy(Result result, Fork fork) {
        return result.excluded().getOrDefault(fork.name(), List.of()).stream()
                .map(trip -> trip.rule().option())
                .collect(Collectors.joining(" "));
    }

    private static String floors(Fork fork, Latency latency) {
        double floors = fork.summaries().get(latency).at(Percentile.P50) / fork.floorNs();
        return Double.isNaN(floors) ? "" : String.format(Locale.ROOT, "%.3f", floors);
    }

    private static Function<Line, String> told(Function<Fork, String> cell) {
        return line -> line.fork.map(cell).orElse("");
    }

    private static Function<Line, String> number(ToDoubleFunction<Fork> number) {
        return told(fork -> shown(number.applyAsDouble(fork)));
    }

    private static String shown(double number) {
        if (Double.isNaN(number)) {
            return "";
        }
        if (number == Math.rint(number)) {
            return Long.toString(Math.round(number));
        }
        return Math.abs(number) < 0.1
                ? new BigDecimal(number).round(new MathContext(3)).toPlainString()
                : String.format(Locale.ROOT, number < 10 ? "%.3f" : "%.1f", number);
    }

    /** A table as comma-separated values (RFC 4180): its head, then a line a row. */
    private static String csv(Table<?> table) {
        StringBuilder csv = new StringBuilder(line(table.columns.stream()
                .map(each -> String.join(" ", each.header()))
                .toList()));
        for (List<String> row : table.rows) {
            csv.append(line(IntStream.range(0, row.size())
                    .mapToObj(i -> table.columns.get(i).right() ? row.get(i) : escaped(row.get(i)))
                    .toList()));
        }
        return csv.toString();
    }

    // A cell that begins like a formula would be one in a spreadsheet:
    // https://owasp.org/www-community/attacks/CSV_Injection
    private static String escaped(String untrusted) {
        String line = Escape.oneLine(untrusted);
        String cell = line.matches("[=+\\-@].*") ? "'" + line : line;
        return cell.matches(".*[\",].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    private static String line(List<String> cells) {
        return String.join(",", cells) + "\r\n";
    }
}
