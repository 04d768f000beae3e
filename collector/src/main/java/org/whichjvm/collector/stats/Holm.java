package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's procedure with weights: among all comparisons the probability of even one false difference
 * stays within the rate, whatever depends on what (Holm, "A simple sequentially rejective multiple
 * test procedure", Scandinavian Journal of Statistics 6, 1979, section 4). A weight is the share of
 * the rate that a comparison starts with; what is rejected hands its share on.
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusted p: a comparison is significant where its adjusted p is at most the rate.
   *
   * @param p of each comparison, 0 to 1
   * @param weights of each, above 0; only their proportions count
   * @return of each, in the same order
   */
  public static double[] adjust(final double[] p, final double[] weights) {
    if (p.length != weights.length) {
      throw new IllegalArgumentException(p.length + " p, but " + weights.length + " weights");
    }
    final int[] order =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i] / weights[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    final double[] adjusted = new double[p.length];
    double left = Arrays.stream(weights).sum();
    double soFar = 0;
    for (final int i : order) {
      soFar = Math.max(soFar, Math.min(1, p[i] * left / weights[i]));
      adjusted[i] = soFar;
      left -= weights[i];
    }
    return adjusted;
  }
}
