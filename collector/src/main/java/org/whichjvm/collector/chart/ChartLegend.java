package org.whichjvm.collector.chart;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Which colour and shape is which contender, below a chart. */
final class ChartLegend {
  private static final int ROW_HEIGHT = 24;

  private ChartLegend() {}

  /** What stands for the contender in the data: two may be called alike once they are shortened. */
  static String key(final int index) {
    return "v" + index;
  }

  /** An empty chart as wide as the page, with a legend of these words below so much height. */
  static ChartSpec chart(final int height, final List<String> labels) {
    final int longest = labels.stream().mapToInt(String::length).max().orElse(0);
    final int columns = Math.max(1, (ChartSpec.WIDTH - 60) / (longest * 7 + 40));
    final int rows = (labels.size() + columns - 1) / columns;
    final List<String> keys = each(labels, ChartLegend::key);
    return new ChartSpec(ChartSpec.WIDTH, height + rows * ROW_HEIGHT)
        .legend("color", rows, keys, each(labels, i -> ChartColors.contender(i).light()), labels)
        .legend("linetype", rows, keys, each(labels, ChartColors::line), labels)
        .legend("shape", rows, keys, each(labels, ChartColors::shape), labels);
  }

  private static <T> List<T> each(final List<String> labels, final IntFunction<T> what) {
    return IntStream.range(0, labels.size()).mapToObj(what).toList();
  }
}
