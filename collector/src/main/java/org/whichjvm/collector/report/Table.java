package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;

/** A table without a format. Cells may hold text of unknown origin: formats escape all of it. */
public final class Table {
  public final String title;
  public final List<Column> columns = new ArrayList<>();
  public final List<List<String>> rows = new ArrayList<>();
  public final List<String> footnotes = new ArrayList<>();

  public Table(final String title) {
    this.title = title;
  }

  /** A column of words. */
  public Table words(final String header) {
    columns.add(new Column(List.of(header.split("\n")), false));
    return this;
  }

  /** A column of numbers: aligned to the right. */
  public Table numbers(final String header) {
    columns.add(new Column(List.of(header.split("\n")), true));
    return this;
  }

  public void row(final List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(cells + " is not one cell for each of " + columns);
    }
    rows.add(cells);
  }

  /**
   * A column's head.
   *
   * @param header its lines
   * @param right whether its cells are aligned to the right
   */
  public record Column(List<String> header, boolean right) {}
}
