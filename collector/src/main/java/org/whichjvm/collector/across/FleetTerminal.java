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
 *
 * @param columns of the screen: where there are more than 100, the matrix may have them
 */
public record FleetTerminal(Fleet fleet, boolean colour, int columns) {
  private static final int COLUMNS = 100;
  private static final int LINES = 30;
  private static final int MOST_HEADLINE_LINES = 3;
  private static final int MOST_ROWS = 8;
  private static final int MOST_NAME = 30;
  private static final int LEAST_HOST = 8;
  private static final int MOST_UNMEASURED = 2;

  /** The lines, each with its end, and last the path of fleet.html as a person opens it. */
  public static String of(
      final Fleet fleet, final String report, final boolean colour, final int columns) {
    return new FleetTerminal(fleet, colour, Math.max(COLUMNS, columns)).text(report);
  }

  private String text(final String report) {
    final Matrix matrix = fleet.matrix();
    final FleetText text = new FleetText(matrix);
    final List<String> lines = new ArrayList<>();
    Lines.wrap(String.join(" ", text.answer()), "", COLUMNS, MOST_HEADLINE_LINES)
        .forEach(line -> lines.add(Terminal.bold(line, colour)));
    lines.add("");
    if (!matrix.rows().isEmpty()) {
      lines.addAll(table(matrix));
      lines.add("");
    }
    final List<String> more = new ArrayList<>(notMeasured());
    if (!matrix.rowsOfSessions().isEmpty()) {
      more.addAll(text.apart());
    }
    more.addAll(fleet.warnings());
    more.addAll(text.substitutes());
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

  private List<String> table(final Matrix matrix) {
    final List<Matrix.Row> shown = matrix.rows().stream().limit(MOST_ROWS).toList();
    final String title = "Ratio to " + matrix.label(matrix.reference()) + ", above 1 is slower";
    final String end = matrix.many() ? ", and the hosts with each verdict." : ".";
    final List<String> lines = new ArrayList<>(Lines.wrap(title + end, "", COLUMNS, 1));
    lines.addAll(
        matrix.many()
            ? TextFormat.lines(
                new FleetTables(matrix).agreement(shown), columns, (cell, column, row) -> cell)
            : byHost(matrix, shown));
    if (matrix.rows().size() > shown.size()) {
      lines.add(matrix.rows().size() - shown.size() + " more in fleet.html");
    }
    return lines;
  }

  private List<String> byHost(final Matrix matrix, final List<Matrix.Row> shown) {
    final FleetTables tables = new FleetTables(matrix);
    final List<String> hosts = matrix.names();
    final int names = tables.names();
    final int longest = shown.stream().mapToInt(each -> Lines.width(each.label())).max().orElse(0);
    final int namesWidth = Math.max(2 * LEAST_HOST, names * Math.min(MOST_NAME, longest + 2) - 2);
    final int room = (columns - namesWidth) / hosts.size() - 2;
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
    final List<String> lines =
        new ArrayList<>(
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
    return lines;
  }
}
