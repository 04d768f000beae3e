package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;

/** A table without a format. Cells may hold text of unknown origin: formats escape all of it. */
final class Table {
  final String title;
  final List<Column> columns = new ArrayList<>();
  final List<List<String>> rows = new ArrayList<>();
  final List<String> footnotes = new ArrayList<>();

  Table(final String title) {
    this.title = title;
  }

  /** A column of words. */
  Table words(final String header) {
    columns.add(new Column(List.of(header.split("\n")), false));
    return this;
  }

  /** A column of numbers: aligned to the right. */
  Table numbers(final String header) {
    columns.add(new Column(List.of(header.split("\n")), true));
    return this;
  }

  void row(final List<String> cells) {
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
  record Column(List<String> header, boolean right) {}
}
