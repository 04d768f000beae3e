package org.whichjvm.collector.stats;

import java.util.Arrays;

/**
 * A sample without its ends, so that a few values far away decide nothing.
 *
 * @param mean of what is left after trimming
 * @param squares the sum of the squared deviations of the winsorized values, those cut off being as
 *     far away as the nearest one that is left
 * @param left how many values are left, two at least
 */
record TrimmedGroup(double mean, double squares, int left) {
  /**
   * Of these values, in any order.
   *
   * @param trim which part of them is cut off at each end, 0 to below 0.5
   */
  static TrimmedGroup of(final double[] values, final double trim) {
    final int size = values.length;
    final int cut = cut(size, trim);
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    double sum = 0;
    for (int i = cut; i < size - cut; i++) {
      sum += sorted[i];
    }
    Arrays.fill(sorted, 0, cut, sorted[cut]);
    Arrays.fill(sorted, size - cut, size, sorted[size - cut - 1]);
    double all = 0;
    for (final double each : sorted) {
      all += each;
    }
    double squares = 0;
    for (final double each : sorted) {
      squares += (each - all / size) * (each - all / size);
    }
    return new TrimmedGroup(sum / (size - 2 * cut), squares, size - 2 * cut);
  }

  /** How many of so many values are cut off at each end. */
  static int cut(final int size, final double trim) {
    return (int) (trim * size);
  }

  /** One over the squared standard error of the mean: h (h − 1) ÷ ((n − 1) s²). */
  double weight() {
    return weight(squares);
  }

  /** The same with another sum of squares. */
  double weight(final double sumOfSquares) {
    return left * (left - 1) / sumOfSquares;
  }

  /** Whether it has a variance, and one that is not infinite. */
  boolean testable() {
    return Double.isFinite(mean) && squares > 0 && Double.isFinite(squares);
  }
}
