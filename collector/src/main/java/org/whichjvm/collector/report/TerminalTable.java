package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.Escape;

/** A table in so few columns as a terminal has: names give way to numbers. */
public final class TerminalTable {
  private static final String GAP = "  ";
  private static final int LEAST_NAME = 8;

  private final Table table;
  private final Painter painter;
  private final List<String> lines = new ArrayList<>();

  private TerminalTable(final Table table, final Painter painter) {
    this.table = table;
    this.painter = painter;
  }

  /** Colours a cell of words; what it adds takes no room. */
  public interface Painter {
    /** The cell of a column and a row, both from 0. */
    String paint(String cell, int column, int row);
  }

  /**
   * Its head, of which the first line counts, a rule and its rows.
   *
   * @param names columns that may be narrower than their cells, which are then cut in their middle
   * @param columns of the terminal
   */
  public static List<String> lines(
      final Table table, final Set<Integer> names, final int columns, final Painter painter) {
    final TerminalTable all = new TerminalTable(table, painter);
    all.add(names, columns);
    return all.lines;
  }

  private void add(final Set<Integer> names, final int columns) {
    final List<List<String>> cells = fitted(names, columns);
    final List<String> header = table.columns.stream().map(each -> each.header().get(0)).toList();
    final int[] widths =
        IntStream.range(0, header.size())
            .map(i -> Math.max(Lines.width(header.get(i)), widest(cells, i)))
            .toArray();
    lines.add(line(header, widths, -1));
    lines.add(line(IntStream.of(widths).mapToObj("-"::repeat).toList(), widths, -1));
    for (int i = 0; i < cells.size(); i++) {
      lines.add(line(cells.get(i), widths, i));
    }
  }

  private static int widest(final List<List<String>> cells, final int column) {
    return cells.stream().mapToInt(each -> Lines.width(each.get(column))).max().orElse(0);
  }

  /** The cells, with names so short that a row fits. */
  private List<List<String>> fitted(final Set<Integer> names, final int most) {
    final int count = table.columns.size();
    final int[] widths = new int[count];
    final boolean[] name = new boolean[count];
    final List<List<String>> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final int column = i;
      final String header = table.columns.get(i).header().get(0);
      columns.add(table.rows.stream().map(row -> Escape.oneLine(row.get(column))).toList());
      widths[i] =
          Math.max(
              Lines.width(header), columns.get(i).stream().mapToInt(Lines::width).max().orElse(0));
      name[i] = names.contains(i);
    }
    final int[] fitted = Lines.fit(widths, name, most - GAP.length() * (count - 1), LEAST_NAME);
    for (int i = 0; i < count; i++) {
      columns.set(i, Lines.shortened(columns.get(i), fitted[i]));
    }
    return IntStream.range(0, table.rows.size())
        .mapToObj(row -> columns.stream().map(column -> column.get(row)).toList())
        .toList();
  }

  private String line(final List<String> cells, final int[] widths, final int row) {
    final StringBuilder line = new StringBuilder();
    int end = 0; // of what is not blank
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : GAP);
      final String space = " ".repeat(widths[i] - Lines.width(cells.get(i)));
      if (table.columns.get(i).right()) {
        line.append(space).append(cells.get(i));
        end = line.length();
      } else {
        line.append(row < 0 ? cells.get(i) : painter.paint(cells.get(i), i, row));
        end = cells.get(i).isEmpty() ? end : line.length();
        line.append(space);
      }
    }
    return line.substring(0, end);
  }
}
