package org.whichjvm.collector;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The median: what forks in discrete JIT modes leave standing. */
final class Median {
  private Median() {}

  /** The middle value, or the mean of the two middle ones; NaN if there is none. */
  static double of(final DoubleStream values) {
    final double[] sorted = values.toArray();
    Arrays.sort(sorted);
    final int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
