package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Table;

/** Hosts in tables: with a column for each host, or of many with a row for each. */
record HostsTables(Matrix matrix) {
    private static final String HOST = "host";
    private static final String CONTENDER = "contender";
    // What a page has room for.
    private static final int MOST_ROWS = 500;
    private static final int MOST_VALUES = 20;
    private static final int MOST_CELLS = 4_000;
    private static final String ELSEWHERE = "the .json file of this report";

    private String title() {
        return "Ratio to " + matrix.label(matrix.reference()) + " by host, above 1 is slower";
    }

    /** A row for each contender, a column for each host. */
    Table<?> wide() {
        Table<Matrix.Row> table = named(new Table<>(title(), matrix.rows()), each -> each);
        for (Host host : matrix.hosts()) {
            table.words(host.name(), row -> row.cells().get(host.name()).shown())
                    .drawn(row -> List.of(row.cells().get(host.name()).bar()));
        }
        return table.notes(new HostsText(matrix).substitutes())
                .limited(
                        Integer.MAX_VALUE,
                        MOST_CELLS / Math.max(1, matrix.hosts().size()),
                        ELSEWHERE);
    }

    /** What one campaign, or the sessions of one host, say of a row. */
    private record Cell(Matrix.Row row, String host, String campaign, HostVerdict of) {}

    Table<?> ratios() {
        return cells(
                title(),
                matrix.rows().stream()
                        .flatMap(row -> row.cells().entrySet().stream()
                                .map(each -> new Cell(row, each.getKey(), "", each.getValue())))
                        .toList());
    }

    /** A row for each contender and campaign: what it says by itself. */
    Table<?> sideBySide() {
        List<Cell> cells = new ArrayList<>();
        for (Matrix.Row row : matrix.rows()) {
            for (Host host : matrix.hosts()) {
                for (ResultFile campaign : host.campaigns()) {
                    HostVerdict verdict = HostVerdict.all(campaign).get(row.key());
                    if (verdict != null) {
                        cells.add(new Cell(row, host.name(), campaign.campaign(), verdict));
                    }
                }
            }
        }
        return cells("Side by side, ratio to the campaign's baseline", cells)
                .note("Campaigns are never pooled here and never tested against one another: compare ratios,"
                        + " never times.");
    }

    private Table<Cell> cells(String title, List<Cell> cells) {
        Function<Cell, RatioInterval> ratio = RatioInterval.alike(cells, each -> each.of.interval());
        return named(new Table<>(title, cells), Cell::row)
                .words(HOST, Cell::host)
                .words(cells.stream().anyMatch(each -> !each.campaign.isEmpty()), "campaign", Cell::campaign)
                .numbers("ratio", each -> ratio.apply(each).shown())
                .numbers("95 % interval", each -> ratio.apply(each).interval())
                .drawn(each -> List.of(each.of.bar()))
                .words("verdict", each -> each.of.word())
                .numbers("blocks", each -> Quantity.count(each.of.blocks()))
                .numbers(
                        cells.stream().anyMatch(each -> !each.of.sessions().isEmpty()),
                        "sessions",
                        each -> Quantity.count(Math.max(1, each.of.sessions().size())))
                .limited(Integer.MAX_VALUE, MOST_CELLS, ELSEWHERE);
    }

    private <T> Table<T> named(Table<T> table, Function<T, Matrix.Row> row) {
        return table.words(CONTENDER, each -> row.apply(each).label())
                .words(
                        matrix.elsewhere(),
                        "against",
                        each -> matrix.label(row.apply(each).key().against()))
                .words(
                        matrix.ofScores(),
                        "score",
                        each -> row.apply(each).key().metric().label());
    }

    Table<?> agreement() {
        Table<Matrix.Row> table = named(new Table<>("Verdicts counted over hosts", matrix.rows()), each -> each);
        return counted(table, matrix.rows())
                .scale("Ratios to " + matrix.label(matrix.reference()) + ", above 1 is slower.")
                .notes(new HostsText(matrix).substitutes())
                .limited(Integer.MAX_VALUE, MOST_ROWS, ELSEWHERE);
    }

    Table<?> others() {
        Table<Matrix.Row> table = new Table<>("Other metrics that are decided", matrix.others())
                .words(CONTENDER, Matrix.Row::label)
                .words("metric", row -> row.key().metric().label());
        return counted(table, matrix.others())
                .note("Hosts by their verdict. The .json file has the ratio on each of them.")
                .limited(Integer.MAX_VALUE, MOST_ROWS, ELSEWHERE);
    }

    /** Adds columns for the verdicts that any host has, and for the ratios. */
    private static Table<Matrix.Row> counted(Table<Matrix.Row> table, List<Matrix.Row> rows) {
        for (Verdict each : Verdict.values()) {
            table.numbers(
                    rows.stream().anyMatch(row -> row.counts().containsKey(each)),
                    each.key.replace(' ', '\n'),
                    row -> Quantity.count(row.counts().getOrDefault(each, 0)));
        }
        return table.numbers("no\nverdict", row -> Quantity.count(row.cells().size() - row.decided()))
                .numbers("ratios", Matrix.Row::range)
                .drawn(row -> row.cells().values().stream()
                        .filter(each -> each.interval().known())
                        .map(HostVerdict::bar)
                        .toList());
    }

    static Table<?> hosts(List<Host> hosts) {
        return new Table<>("Hosts", hosts)
                .words(HOST, Host::name)
                .words("campaign", each -> of(each, ResultFile::campaign))
                .words("CPU", each -> told(each, "cpuModel"))
                .words("architecture", each -> told(each, "arch"))
                .words("CPUs", each -> of(each, HostsTables::cpus))
                .words("kernel", each -> told(each, "kernel"))
                .numbers("floor", each -> of(each, result -> Quantity.time(result.floorNs())))
                .numbers(
                        "p50 of its\nbaseline",
                        each -> of(each, result -> value(Metric.HEADLINE, result, result.baseline())))
                .numbers(
                        hosts.stream().anyMatch(each -> each.sessions().size() > 1),
                        "sessions",
                        each -> Quantity.count(each.sessions().size()))
                .numbers(
                        "blocks",
                        each -> count(each, result -> result.decision().completeBlocks()))
                .numbers(
                        "forks\nexcluded",
                        each -> count(each, result -> result.forks().excluded()))
                .numbers(
                        "forks\nfailed",
                        each -> count(each, result -> result.forks().failed()))
                .note(
                        "Of several sessions floor, p50, blocks and forks are those of the newest. Floor: the core-to-core latency, the"
                                + " median of the baseline's forks. Different ones are different hosts, or"
                                + " other CPUs of one: compare ratios, never times.")
                .limited(Integer.MAX_VALUE, MOST_ROWS, ELSEWHERE);
    }

    private static String of(Host host, Function<ResultFile, String> what) {
        return host.result() == null ? Quantity.NONE : shown(what.apply(host.result()));
    }

    private static String told(Host host, String key) {
        return of(host, result -> Json.shown(result.host(), key));
    }

    private static String count(Host host, ToIntFunction<ResultFile> what) {
        return Quantity.count(host.result() == null ? 0 : what.applyAsInt(host.result()));
    }

    private static String shown(String text) {
        return text == null || text.isEmpty() ? Quantity.NONE : text;
    }

    /** Reads as in "0-3 of 0-63, throttled": where it has fewer than are online, the rest may be others'. */
    private static String cpus(ResultFile result) {
        String cpus = Stream.of("cpuset", "onlineCpus")
                .map(key -> Json.shown(result.host(), key))
                .filter(each -> !each.isEmpty())
                .distinct()
                .collect(Collectors.joining(" of "));
        return result.throttled() ? cpus + ", throttled" : cpus;
    }

    List<Table<?>> values() {
        return matrix.metrics().stream()
                .limit(MOST_VALUES)
                .<Table<?>>map(this::values)
                .toList();
    }

    private Table<?> values(Metric metric) {
        Table<Host> table = new Table<>(metric.label() + " by host", matrix.hosts()).words(HOST, Host::name);
        matrix.contenders().forEach((name, label) -> table.numbers(label, host -> value(metric, host.result(), name)));
        return table;
    }

    private static String value(Metric metric, ResultFile result, String contender) {
        ResultFile.Contender its = result.contender(contender);
        return metric.shown(its == null ? Double.NaN : its.metrics().getOrDefault(metric, Double.NaN));
    }
}
