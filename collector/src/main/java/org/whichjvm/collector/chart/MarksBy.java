package org.whichjvm.collector.chart;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Marks that differ in what lets-plot takes of a whole layer alone, as the shape of dots and the
 * alignment of texts: a layer for each.
 */
final class MarksBy {
  private final String geom;
  private final String option;
  private final String[] aesthetics;
  private final Map<Object, Marks> layers = new LinkedHashMap<>();

  private MarksBy(final String geom, final String option, final String... aesthetics) {
    this.geom = geom;
    this.option = option;
    this.aesthetics = aesthetics;
  }

  static MarksBy shape() {
    return new MarksBy("point", "shape", "x", "y", "color");
  }

  static MarksBy alignment() {
    return new MarksBy("text", "hjust", "x", "y", "label", "color");
  }

  /**
   * Adds a mark.
   *
   * @param value of the layer's option: for dots the number of a shape, for texts where they are
   *     aligned, from 0.0 for the left to 1.0 for the right
   */
  void add(final Object value, final Object... mark) {
    layers.computeIfAbsent(value, each -> new Marks(aesthetics)).add(mark);
  }

  /** Adds the layers to a chart, which takes the colours literally. */
  void draw(final ChartSpec spec, final double size) {
    layers.forEach(
        (value, marks) ->
            spec.layer(
                geom,
                marks,
                option,
                value,
                "size",
                size,
                "fontface",
                value.equals(0.0) ? "bold" : "plain")); // a text on the left is a heading
  }
}
