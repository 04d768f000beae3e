package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Dots of a chart, each with its colour and shape. */
final class ChartDots {
  // A layer each: lets-plot takes colours from the data as they are, but not shapes.
  private final Map<Integer, Map<String, List<Object>>> byShape = new LinkedHashMap<>();

  void add(final double x, final double y, final int contender, final String color) {
    add(ChartColors.shape(contender), x, y, color);
  }

  /** An outline: of what is shown and does not count. */
  void addHollow(final double x, final double y, final int contender, final String color) {
    add(ChartColors.hollow(ChartColors.shape(contender)), x, y, color);
  }

  private void add(final int ofShape, final double x, final double y, final String color) {
    final Map<String, List<Object>> columns =
        byShape.computeIfAbsent(
            ofShape,
            shape ->
                Map.of("x", new ArrayList<>(), "y", new ArrayList<>(), "color", new ArrayList<>()));
    columns.get("x").add(x);
    columns.get("y").add(y);
    columns.get("color").add(color);
  }

  /** Adds them as layers; the spec takes the colours literally. */
  void draw(final ChartSpec spec, final double size) {
    byShape.forEach(
        (shape, columns) ->
            spec.layer(
                "point",
                new LinkedHashMap<>(columns),
                ChartSpec.map("x", "x", "y", "y", "color", "color"),
                "size",
                size,
                "shape",
                shape));
  }
}
