package org.whichjvm.collector.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's procedure: among all tests the probability of even one false difference stays within the
 * significance level, whatever depends on what (Holm, "A simple sequentially rejective multiple
 * test procedure", Scandinavian Journal of Statistics 6, 1979).
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusted p: a test is significant where its adjusted p is at most the significance level.
   *
   * @param p of each test, 0 to 1; NaN of what is not tested, which counts for nothing
   * @return of each test, in the same order; NaN of what is not tested
   */
  public static double[] adjust(final double[] p) {
    final double[] adjusted = p.clone();
    final List<Integer> order =
        IntStream.range(0, p.length)
            .boxed()
            .filter(i -> !Double.isNaN(p[i]))
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .toList();
    double soFar = 0;
    for (int left = order.size(); left > 0; left--) {
      final int i = order.get(order.size() - left);
      soFar = Math.max(soFar, Math.min(1, p[i] * left));
      adjusted[i] = soFar;
    }
    return adjusted;
  }
}
