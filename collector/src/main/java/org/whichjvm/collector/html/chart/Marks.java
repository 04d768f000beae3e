package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A layer of a chart draws a row for each mark; its columns say what each value is drawn as. The
 * lists stay mutable because lets-plot changes them while it draws.
 */
final class Marks {
  private final Map<String, Object> columns = new LinkedHashMap<>();

  /** No marks yet, of these columns: "color+shape" are two aesthetics of one column. */
  Marks(final String... aesthetics) {
    for (final String each : aesthetics) {
      columns.put(each, new ArrayList<>());
    }
  }

  void add(final Object... values) {
    int i = 0;
    for (final String each : columns.keySet()) {
      column(each).add(values[i++]);
    }
  }

  static Marks texts() {
    return new Marks("x", "y", "label", "color", "hjust", "fontface");
  }

  /** Adds a text that is aligned from 0.0 for the left to 1.0 for the right. */
  void text(
      final double x, final double y, final String text, final String color, final double at) {
    add(x, y, text, color, at, "plain");
  }

  void heading(final double x, final double y, final String text) {
    add(x, y, text, ChartStyle.INK.light(), 0.0, "bold");
  }

  /** A level line of columns x, y, xend, yend and color; none if its height is unknown. */
  void level(final double from, final double to, final double y, final String color) {
    if (!Double.isNaN(y)) {
      add(from, y, to, y, color);
    }
  }

  @SuppressWarnings("unchecked")
  List<Object> column(final String name) {
    return (List<Object>) columns.get(name);
  }

  Map<String, Object> data() {
    return columns;
  }

  Map<String, Object> mapping() {
    final Map<String, Object> mapping = new LinkedHashMap<>();
    for (final String column : columns.keySet()) {
      for (final String each : column.split("\\+")) {
        mapping.put(each, column);
      }
    }
    return mapping;
  }
}
