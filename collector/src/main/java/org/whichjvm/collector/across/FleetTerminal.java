package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Lines;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Terminal;
import org.whichjvm.collector.report.TerminalTable;
import org.whichjvm.collector.report.Words;

/**
 * What the screen shows of a fleet, in at most 30 lines of 100 columns: the answer, the matrix, or
 * of many hosts how many say what, then what to know, and where the report is.
 */
public final class FleetTerminal {
  private static final int COLUMNS = 100;
  private static final int LINES = 30;
  private static final int MOST_HEADLINE_LINES = 3;
  private static final int MOST_ROWS = 8;
  private static final int MOST_NAME = 30;
  private static final int LEAST_HOST = 8;
  private static final int MOST_UNMEASURED = 2;

  private final Fleet fleet;
  private final Matrix matrix;
  private final boolean colour;
  private final List<String> lines = new ArrayList<>();

  private FleetTerminal(final Fleet fleet, final boolean colour) {
    this.fleet = fleet;
    this.matrix = fleet.matrix();
    this.colour = colour;
  }

  /**
   * The lines, each with its end.
   *
   * @param report the path of fleet.html as a person opens it
   * @param colour whether the terminal understands colours
   */
  public static String of(final Fleet fleet, final String report, final boolean colour) {
    return new FleetTerminal(fleet, colour).text(report);
  }

  private String text(final String report) {
    Lines.wrap(FleetText.headline(matrix), "", COLUMNS, MOST_HEADLINE_LINES)
        .forEach(line -> lines.add(Terminal.bold(line, colour)));
    lines.add("");
    if (!matrix.rows().isEmpty()) {
      table();
      lines.add("");
    }
    final List<String> more = new ArrayList<>(notMeasured());
    more.addAll(fleet.warnings());
    FleetText.apart(matrix).forEach(more::add);
    more.addAll(FleetText.substitutes(matrix));
    for (final String each : more) {
      final List<String> wrapped = Lines.wrap(each, "  ", COLUMNS, 2);
      if (lines.size() + wrapped.size() <= LINES - 2) {
        lines.addAll(wrapped);
      }
    }
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("Report: " + Escape.oneLine(report));
    return String.join("\n", lines) + "\n";
  }

  private List<String> notMeasured() {
    final List<String> sentences = fleet.notMeasured();
    if (sentences.size() <= MOST_UNMEASURED) {
      return sentences;
    }
    final List<String> names =
        fleet.hosts().stream().filter(each -> !each.whole()).map(FleetHost::name).toList();
    return List.of(
        Sentences.hosts(names.size())
            + " of "
            + fleet.hosts().size()
            + " do not have their whole campaign: "
            + Words.list(names)
            + ". fleet.html has the reasons.");
  }

  private void table() {
    final List<MatrixRow> shown = matrix.rows().stream().limit(MOST_ROWS).toList();
    final String title = "Ratio to " + matrix.label(matrix.reference()) + ", above 1 is slower";
    lines.add(
        Lines.wrap(
                title + (fleet.many() ? ", and the hosts with each verdict." : "."), "", COLUMNS, 1)
            .get(0));
    if (fleet.many()) {
      counts(shown);
    } else {
      byHost(shown);
    }
  }

  private void more(final int shown) {
    if (matrix.rows().size() > shown) {
      lines.add(matrix.rows().size() - shown + " more in fleet.html");
    }
  }

  private void byHost(final List<MatrixRow> shown) {
    final int names = nameColumns();
    final int hosts = matrix.hosts().size();
    final int nameWidth =
        Math.min(
            names * MOST_NAME,
            2 * (names - 1)
                + names
                    * shown.stream().mapToInt(each -> Lines.width(each.label())).max().orElse(0));
    final int room = (COLUMNS - Math.max(nameWidth, 2 * LEAST_HOST)) / hosts - 2;
    final boolean words = widest(shown, Cell::brief) <= room;
    final Function<Cell, String> form = words ? Cell::brief : Cell::letter;
    final List<String> heads = Lines.shortened(matrix.names(), Math.max(LEAST_HOST, room));
    final Table table = named();
    heads.forEach(table::words);
    for (final MatrixRow row : shown) {
      final List<String> cells = names(row);
      row.cells().values().forEach(each -> cells.add(form.apply(each)));
      table.row(cells);
    }
    lines.addAll(
        TerminalTable.lines(
            table,
            names == 1 ? Set.of(0) : Set.of(0, 1),
            COLUMNS,
            (cell, column, row) ->
                column < names
                    ? cell
                    : Terminal.verdict(cell, verdict(shown.get(row), column - names), colour)));
    more(shown.size());
    if (!words) {
      lines.add(Cell.LETTERS);
    }
  }

  private Verdict verdict(final MatrixRow row, final int host) {
    return row.cells().get(matrix.names().get(host)).verdict();
  }

  private static int widest(final List<MatrixRow> rows, final Function<Cell, String> form) {
    return rows.stream()
        .flatMap(row -> row.cells().values().stream())
        .mapToInt(each -> Lines.width(form.apply(each)))
        .max()
        .orElse(0);
  }

  private int nameColumns() {
    return matrix.ofScores() ? 2 : 1;
  }

  private Table named() {
    final Table table = new Table("").words("contender");
    return matrix.ofScores() ? table.words("score") : table;
  }

  private List<String> names(final MatrixRow row) {
    final List<String> cells = new ArrayList<>(List.of(row.label()));
    if (matrix.ofScores()) {
      cells.add(row.key().figure().label());
    }
    return cells;
  }

  private void counts(final List<MatrixRow> shown) {
    final boolean starts = shown.stream().anyMatch(row -> some(row.counts()) > 0);
    final Table table = named().numbers("faster").numbers("slower");
    if (starts) {
      table.numbers("some starts");
    }
    table
        .numbers("equivalent")
        .numbers("inconclusive")
        .numbers("none")
        .numbers("ratios")
        .numbers("p differ");
    for (final MatrixRow row : shown) {
      final Map<Verdict, Integer> counts = row.counts();
      final List<String> cells = names(row);
      cells.add(count(counts, Verdict.FASTER));
      cells.add(count(counts, Verdict.SLOWER));
      if (starts) {
        cells.add(Quantity.count(some(counts)));
      }
      cells.add(count(counts, Verdict.EQUIVALENT));
      cells.add(count(counts, Verdict.INCONCLUSIVE));
      cells.add(Quantity.count(row.cells().size() - row.decided()));
      cells.add(row.range());
      cells.add(Quantity.p(row.heterogeneity().adjustedP()));
      table.row(cells);
    }
    lines.addAll(
        TerminalTable.lines(
            table,
            nameColumns() == 1 ? Set.of(0) : Set.of(0, 1),
            COLUMNS,
            (cell, column, row) -> cell));
    more(shown.size());
    lines.add("p differ: of a ratio that is the same on all hosts; none: no verdict.");
  }

  private static int some(final Map<Verdict, Integer> counts) {
    return counts.getOrDefault(Verdict.FASTER_AT_TIMES, 0)
        + counts.getOrDefault(Verdict.SLOWER_AT_TIMES, 0);
  }

  private static String count(final Map<Verdict, Integer> counts, final Verdict verdict) {
    return Quantity.count(counts.getOrDefault(verdict, 0));
  }
}
