package org.whichjvm.collector;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The variants' names on an axis or in a legend.
 *
 * @param labels in the campaign's order, each short enough for a chart
 */
record ChartNames(List<String> labels) {
  private static final int MAX_LENGTH = 30;

  static ChartNames of(final Result result) {
    return new ChartNames(
        result.variants().stream().map(variant -> shortened(variant.label())).toList());
  }

  /** An axis on which variant i stands at i. */
  ChartTicks ticks() {
    return new ChartTicks(
        -0.5,
        labels.size() - 0.5,
        IntStream.range(0, labels.size()).mapToObj(i -> (double) i).toList(),
        labels);
  }

  /** The height at which variant i stands on an axis of rows: the first is at the top. */
  double row(final int i) {
    return labels.size() - 1.0 - i;
  }

  /** An axis along the left, a row for each variant. */
  ChartTicks rows() {
    return new ChartTicks(
        -0.6,
        labels.size() - 0.4,
        IntStream.range(0, labels.size()).mapToObj(this::row).toList(),
        labels);
  }

  /** Both ends of a long name: the JVM is at the one and its options are at the other. */
  static String shortened(final String name) {
    final String clean = Escape.oneLine(name);
    return clean.length() <= MAX_LENGTH
        ? clean
        : clean.substring(0, MAX_LENGTH / 2)
            + "…"
            + clean.substring(clean.length() - MAX_LENGTH / 2 + 1);
  }
}
