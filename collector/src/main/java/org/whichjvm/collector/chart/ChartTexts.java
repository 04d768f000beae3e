package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;

/** Texts of a chart, each with its colour and alignment. */
final class ChartTexts {
  // By how they are aligned: that is an option of a whole layer.
  private final List<List<Object>> texts = new ArrayList<>();

  void add(
      final double atX,
      final double atY,
      final String text,
      final String ofColor,
      final double hjust) {
    texts.add(List.of(atX, atY, text, ofColor, hjust));
  }

  void draw(final ChartSpec spec) {
    for (final double hjust : List.of(0.0, 0.5, 1.0)) {
      final List<List<Object>> these =
          texts.stream().filter(each -> each.get(4).equals(hjust)).toList();
      spec.layer(
          "text",
          ChartSpec.map(
              "x",
              column(these, 0),
              "y",
              column(these, 1),
              "label",
              column(these, 2),
              "color",
              column(these, 3)),
          ChartSpec.map("x", "x", "y", "y", "label", "label", "color", "color"),
          "hjust",
          hjust,
          "size",
          5.2,
          "fontface",
          hjust == 0 ? "bold" : "plain"); // what is on the left is a heading
    }
  }

  private static List<Object> column(final List<List<Object>> rows, final int index) {
    return ChartSpec.list(rows.stream().map(row -> row.get(index)).toList());
  }
}
