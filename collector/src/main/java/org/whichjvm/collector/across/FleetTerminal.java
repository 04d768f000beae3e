package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.report.Lines;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Terminal;
import org.whichjvm.collector.report.TextFormat;
import org.whichjvm.collector.report.Words;

/**
 * The screen shows of a fleet, in at most 30 lines of 100 columns: the answer, the matrix, or of
 * many hosts how many say what, then what to know, and where the report is.
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
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  private FleetTerminal(final Fleet fleet, final boolean colour, final int columns) {
    this.fleet = fleet;
    this.matrix = fleet.matrix();
    this.colour = colour;
    this.columns = Math.max(COLUMNS, columns);
  }

  /**
   * The lines, each with its end, and last the path of fleet.html as a person opens it.
   *
   * @param columns of the screen: where there are more than 100, the table may have them
   */
  public static String of(
      final Fleet fleet, final String report, final boolean colour, final int columns) {
    return new FleetTerminal(fleet, colour, columns).text(report);
  }

  private String text(final String report) {
    Lines.wrap(String.join(" ", new FleetText(matrix).answer()), "", COLUMNS, MOST_HEADLINE_LINES)
        .forEach(line -> lines.add(Terminal.bold(line, colour)));
    lines.add("");
    if (!matrix.rows().isEmpty()) {
      table();
      lines.add("");
    }
    final List<String> more = new ArrayList<>(notMeasured());
    if (!matrix.rowsOfSessions().isEmpty()) {
      more.addAll(new FleetText(matrix).apart());
    }
    more.addAll(fleet.warnings());
    more.addAll(new FleetText(matrix).substitutes());
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
        "%s of %s do not have their whole campaign: %s. fleet.html has the reasons."
            .formatted(Words.count(names.size(), "host"), fleet.hosts().size(), Words.list(names)));
  }

  private void table() {
    final List<Matrix.Row> shown = matrix.rows().stream().limit(MOST_ROWS).toList();
    final String title = "Ratio to " + matrix.label(matrix.reference()) + ", above 1 is slower";
    final String end = matrix.many() ? ", and the hosts with each verdict." : ".";
    lines.addAll(Lines.wrap(title + end, "", COLUMNS, 1));
    if (matrix.many()) {
      lines.addAll(
          TextFormat.lines(
              new FleetTables(matrix).agreement(shown), columns, (cell, column, row) -> cell));
    } else {
      byHost(shown);
    }
    if (matrix.rows().size() > shown.size()) {
      lines.add(matrix.rows().size() - shown.size() + " more in fleet.html");
    }
  }

  private void byHost(final List<Matrix.Row> shown) {
    final FleetTables tables = new FleetTables(matrix);
    final List<String> hosts = matrix.names();
    final int names = tables.names();
    final int longest = shown.stream().mapToInt(each -> Lines.width(each.label())).max().orElse(0);
    final int namesWidth = Math.max(2 * LEAST_HOST, names * Math.min(MOST_NAME, longest + 2) - 2);
    final int room = (COLUMNS - namesWidth) / hosts.size() - 2;
    final int widest =
        shown.stream()
            .flatMap(row -> row.cells().values().stream())
            .mapToInt(each -> Lines.width(each.brief()))
            .max()
            .orElse(0);
    final boolean words = widest <= room;
    final Table<?> table =
        tables.wide(
            "",
            shown,
            Lines.shortened(hosts, Math.max(LEAST_HOST, room)),
            words ? HostVerdict::brief : HostVerdict::letter);
    lines.addAll(
        TextFormat.lines(
            table,
            columns,
            (cell, column, row) -> {
              if (column < names) {
                return cell;
              }
              final HostVerdict on = shown.get(row).cells().get(hosts.get(column - names));
              return Terminal.verdict(cell, on.verdict(), colour);
            }));
    if (!words) {
      lines.add(HostVerdict.LETTERS);
    }
  }
}
