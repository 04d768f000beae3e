package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Straight lines of a chart, each with its colour. */
final class ChartSegments {
  private final Map<String, Object> data =
      ChartSpec.map(
          "x", new ArrayList<>(),
          "y", new ArrayList<>(),
          "x2", new ArrayList<>(),
          "y2", new ArrayList<>(),
          "color", new ArrayList<>());

  /** A level line; none if its height is unknown. */
  void level(final double from, final double to, final double y, final String color) {
    if (!Double.isNaN(y)) {
      add(from, y, to, y, color);
    }
  }

  void add(final double x, final double y, final double x2, final double y2, final String color) {
    final List<Object> values = List.of(x, y, x2, y2, color);
    int i = 0;
    for (final Object column : data.values()) {
      @SuppressWarnings("unchecked")
      final List<Object> list = (List<Object>) column;
      list.add(values.get(i));
      i++;
    }
  }

  /** Adds them as a layer; the spec takes the colours literally. */
  void draw(final ChartSpec spec, final double size) {
    spec.layer(
        "segment",
        data,
        ChartSpec.map("x", "x", "y", "y", "xend", "x2", "yend", "y2", "color", "color"),
        "size",
        size);
  }
}
