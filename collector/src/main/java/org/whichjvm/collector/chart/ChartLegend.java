package org.whichjvm.collector.chart;

import java.util.List;
import java.util.stream.IntStream;
import org.whichjvm.collector.analysis.Result;

/** Which colour and shape is which contender, below a chart. */
final class ChartLegend {
  private static final int ROW_HEIGHT = 24;

  private ChartLegend() {}

  /** What stands for the contender in the data: two may be called alike once they are shortened. */
  static String key(final int index) {
    return "v" + index;
  }

  /** How many pixels it takes. */
  static int height(final Result result) {
    return height(ChartNames.legend(result));
  }

  /** The same for words of a chart's own. */
  static int height(final List<String> labels) {
    return rows(labels) * ROW_HEIGHT;
  }

  private static int rows(final List<String> labels) {
    final int longest = labels.stream().mapToInt(String::length).max().orElse(0);
    final int columns = Math.max(1, (ChartSpec.WIDTH - 60) / (longest * 7 + 40));
    return (labels.size() + columns - 1) / columns;
  }

  static void add(final ChartSpec spec, final Result result) {
    add(spec, ChartNames.legend(result));
  }

  /** With words of a chart's own, in the order of their keys. */
  static void add(final ChartSpec spec, final List<String> labels) {
    final int count = labels.size();
    final List<String> keys = IntStream.range(0, count).mapToObj(ChartLegend::key).toList();
    final List<String> colors =
        IntStream.range(0, count).mapToObj(i -> ChartColors.contender(i).light()).toList();
    final List<Integer> shapes = IntStream.range(0, count).mapToObj(ChartColors::shape).toList();
    scale(spec, "color", keys, colors, labels);
    final List<String> lines = IntStream.range(0, count).mapToObj(ChartColors::line).toList();
    scale(spec, "linetype", keys, lines, labels);
    scale(spec, "shape", keys, shapes, labels);
  }

  private static void scale(
      final ChartSpec spec,
      final String aesthetic,
      final List<String> keys,
      final List<?> values,
      final List<String> labels) {
    spec.scale(
        aesthetic,
        "name",
        "",
        "discrete",
        true,
        "limits",
        ChartSpec.list(keys),
        "breaks",
        ChartSpec.list(keys),
        "labels",
        ChartSpec.list(labels),
        "values",
        ChartSpec.list(values),
        "guide",
        ChartSpec.map("name", "legend", "nrow", rows(labels), "byrow", true));
  }
}
