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
    return rows(result) * ROW_HEIGHT;
  }

  private static int rows(final Result result) {
    final int longest = ChartNames.legend(result).stream().mapToInt(String::length).max().orElse(0);
    final int columns = Math.max(1, (ChartSpec.WIDTH - 60) / (longest * 7 + 40));
    return (result.contenders().size() + columns - 1) / columns;
  }

  static void add(final ChartSpec spec, final Result result) {
    final int count = result.contenders().size();
    final List<String> keys = IntStream.range(0, count).mapToObj(ChartLegend::key).toList();
    final List<String> colors =
        IntStream.range(0, count).mapToObj(i -> ChartColors.contender(i).light()).toList();
    final List<Integer> shapes = IntStream.range(0, count).mapToObj(ChartColors::shape).toList();
    scale(spec, "color", keys, colors, result);
    final List<String> lines = IntStream.range(0, count).mapToObj(ChartColors::line).toList();
    scale(spec, "linetype", keys, lines, result);
    scale(spec, "shape", keys, shapes, result);
  }

  private static void scale(
      final ChartSpec spec,
      final String aesthetic,
      final List<String> keys,
      final List<?> values,
      final Result result) {
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
        ChartSpec.list(ChartNames.legend(result)),
        "values",
        ChartSpec.list(values),
        "guide",
        ChartSpec.map("name", "legend", "nrow", rows(result), "byrow", true));
  }
}
