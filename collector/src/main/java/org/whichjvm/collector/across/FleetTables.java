package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.ResultContender;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Table;

/** A fleet in tables: with a column for each host, or of many with a row for each. */
final class FleetTables {
  private static final String HOST = "host";
  private static final String CONTENDER = "contender";

  private final Matrix matrix;
  private final boolean many;

  FleetTables(final Matrix matrix) {
    this.matrix = matrix;
    this.many = matrix.hosts().size() > Fleet.MOST_COLUMNS;
  }

  /** Each contender's ratio on each host. */
  List<Table> ratios() {
    final String title =
        "Ratio to " + matrix.label(matrix.reference()) + " by host, above 1 is slower";
    return many ? List.of(longRatios(title)) : List.of(wide(title, (row, host) -> host.shown()));
  }

  /** A row for each contender, with a column for each host. */
  Table wide(final String title, final BiFunction<MatrixRow, Cell, String> shown) {
    final Table table = named(new Table(title));
    matrix.names().forEach(table::words);
    for (final MatrixRow row : matrix.rows()) {
      final List<String> cells = names(row);
      row.cells().values().forEach(each -> cells.add(shown.apply(row, each)));
      table.row(cells);
    }
    return table;
  }

  private Table longRatios(final String title) {
    final Table table =
        named(new Table(title))
            .words(HOST)
            .numbers("ratio")
            .numbers("95 % interval")
            .words("verdict")
            .numbers("blocks");
    for (final MatrixRow row : matrix.rows()) {
      row.cells()
          .forEach(
              (host, cell) -> {
                final List<String> cells = names(row);
                cells.add(host);
                cells.add(Quantity.ratio(cell.ratio()));
                cells.add(Quantity.interval(cell.low(), cell.high()));
                cells.add(cell.word());
                cells.add(Quantity.count(cell.blocks()));
                table.row(cells);
              });
    }
    return table;
  }

  /** The columns that name a row of the matrix. */
  private Table named(final Table table) {
    table.words(CONTENDER);
    if (matrix.elsewhere()) {
      table.words("against");
    }
    if (matrix.ofScores()) {
      table.words("score");
    }
    return table;
  }

  private List<String> names(final MatrixRow row) {
    final List<String> cells = new ArrayList<>(List.of(row.label()));
    if (matrix.elsewhere()) {
      cells.add(matrix.label(row.key().against()));
    }
    if (matrix.ofScores()) {
      cells.add(row.key().figure().label());
    }
    return cells;
  }

  /** How many hosts say what of each contender. */
  Table agreement() {
    final Table table = counted(named(new Table("Verdicts counted over hosts")), matrix.rows());
    table.numbers("ratios").numbers("p, ratio differs\nbetween hosts");
    for (final MatrixRow row : matrix.rows()) {
      final List<String> cells = names(row);
      cells.addAll(counts(row, matrix.rows()));
      cells.add(row.range());
      cells.add(Quantity.p(row.heterogeneity().adjustedP()));
      table.row(cells);
    }
    table.footnotes.add(FleetText.testNote());
    return table;
  }

  /** The same of the figures that are counted only; null if there is none. */
  Table others() {
    if (matrix.others().isEmpty()) {
      return null;
    }
    final Table table =
        new Table("Other figures that are decided").words(CONTENDER).words("figure");
    counted(table, matrix.others()).numbers("ratios");
    for (final MatrixRow row : matrix.others()) {
      final List<String> cells = new ArrayList<>(List.of(row.label(), row.key().figure().label()));
      cells.addAll(counts(row, matrix.others()));
      cells.add(row.range());
      table.row(cells);
    }
    table.footnotes.add("Hosts by their verdict. fleet.json has the ratio on each of them.");
    return table;
  }

  private static Table counted(final Table table, final List<MatrixRow> rows) {
    shown(rows).forEach(each -> table.numbers(each.key));
    return table.numbers("no verdict");
  }

  /** The verdicts that any host has, worst last. */
  private static List<Verdict> shown(final List<MatrixRow> rows) {
    return List.of(Verdict.values()).stream()
        .filter(each -> rows.stream().anyMatch(row -> row.counts().containsKey(each)))
        .toList();
  }

  private static List<String> counts(final MatrixRow row, final List<MatrixRow> rows) {
    final Map<Verdict, Integer> counts = row.counts();
    final List<String> cells = new ArrayList<>();
    shown(rows).forEach(each -> cells.add(Quantity.count(counts.getOrDefault(each, 0))));
    cells.add(Quantity.count(row.cells().size() - row.decided()));
    return cells;
  }

  /** What every host is, and what its campaign has. */
  static Table hosts(final List<FleetHost> hosts) {
    final Table table =
        new Table("Hosts")
            .words(HOST)
            .words("node")
            .words("CPU")
            .words("architecture")
            .words("CPUs")
            .words("kernel")
            .numbers("floor")
            .numbers("p50 of its\nbaseline")
            .numbers("blocks")
            .numbers("forks\nexcluded")
            .numbers("forks\nfailed")
            .words("its CPUs are")
            .words("doctor failed")
            .words("doctor warned");
    hosts.forEach(each -> table.row(host(each)));
    table.footnotes.add(
        "Floor: the median of the baseline's forks. Different floors are different hosts, or other"
            + " CPUs of one: compare ratios, never times.");
    return table;
  }

  private static List<String> host(final FleetHost host) {
    final List<String> cells = new ArrayList<>(List.of(host.name(), shown(host.file().node())));
    final ResultFile result = host.result();
    if (result == null) {
      cells.addAll(List.of(Quantity.NONE, Quantity.NONE, shown(cpus(host)), Quantity.NONE));
      cells.addAll(List.of(Quantity.NONE, Quantity.NONE, "0", "0", "0"));
    } else {
      cells.add(shown(Json.shown(result.host(), "cpuModel")));
      cells.add(shown(Json.shown(result.host(), "arch")));
      cells.add(shown(cpus(host)));
      cells.add(shown(Json.shown(result.host(), "kernel")));
      cells.add(Quantity.time(result.floorNs()));
      cells.add(value(Figure.HEADLINE, result.contender(result.baseline())));
      cells.add(Quantity.count(result.decision().completeBlocks()));
      cells.add(Quantity.count(result.excluded()));
      cells.add(Quantity.count(result.failed()));
    }
    cells.add(share(host));
    cells.add(shown(String.join(", ", host.file().failed())));
    cells.add(shown(String.join(", ", host.file().warned())));
    return cells;
  }

  private static String shown(final String text) {
    return text == null || text.isEmpty() ? Quantity.NONE : text;
  }

  /** As in "0-3 of 0-63". */
  private static String cpus(final FleetHost host) {
    final String allowed = told(host, host.file().allowed(), "cpuset");
    final String online = told(host, host.file().online(), "onlineCpus");
    return allowed.isEmpty() || online.isEmpty() || allowed.equals(online)
        ? allowed + (allowed.equals(online) ? "" : online)
        : allowed + " of " + online;
  }

  private static String told(final FleetHost host, final String file, final String key) {
    return file != null || host.result() == null
        ? file == null ? "" : file
        : Json.shown(host.result().host(), key);
  }

  /** As in "shared, 2 hardware threads of its cores are others', limited to 2 CPUs' time". */
  private static String share(final FleetHost host) {
    final HostFile file = host.file();
    final List<String> parts = new ArrayList<>();
    if (file.exclusive() != null) {
      parts.add(file.exclusive() ? "exclusive" : "shared");
    }
    if (file.foreignThreads() > 0) {
      parts.add(
          Quantity.plain(file.foreignThreads()) + " hardware threads of its cores are others'");
    }
    if (file.numaNodes() > 1) {
      parts.add("on " + Quantity.plain(file.numaNodes()) + " NUMA nodes");
    }
    if (!Double.isNaN(file.quota())) {
      parts.add("limited to " + Quantity.plain(file.quota()) + " CPUs' time");
    }
    if (host.result() != null && host.result().throttled()) {
      parts.add("throttled");
    }
    return parts.isEmpty() ? Quantity.NONE : String.join(", ", parts);
  }

  /** The value of each contender on each host, a table for each figure. */
  List<Table> values() {
    return matrix.figures().stream().map(this::values).toList();
  }

  private static String value(final Figure figure, final ResultContender contender) {
    return figure.shown(
        contender == null ? Double.NaN : contender.figures().getOrDefault(figure, Double.NaN));
  }

  private Table values(final Figure figure) {
    final Table table = new Table(figure.label() + " by host").words(many ? HOST : CONTENDER);
    final List<String> contenders = List.copyOf(matrix.contenders().keySet());
    if (many) {
      contenders.forEach(each -> table.numbers(matrix.contenders().get(each)));
      for (final FleetHost host : matrix.hosts()) {
        final List<String> cells = new ArrayList<>(List.of(host.name()));
        contenders.forEach(each -> cells.add(value(figure, host.result().contender(each))));
        table.row(cells);
      }
    } else {
      matrix.names().forEach(table::numbers);
      for (final String each : contenders) {
        final List<String> cells = new ArrayList<>(List.of(matrix.contenders().get(each)));
        matrix.hosts().forEach(host -> cells.add(value(figure, host.result().contender(each))));
        table.row(cells);
      }
    }
    return table;
  }
}
