package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's procedure with weights: among all comparisons the probability of even one false difference
 * stays within the rate, whatever depends on what (Holm, "A simple sequentially rejective multiple
 * test procedure", Scandinavian Journal of Statistics 6, 1979, section 4). A weight is the share of
 * the rate that a comparison starts with; what is rejected hands its share on.
 *
 * <p>Of "there is no difference" and "it is as large as the margin" only one can be true. Such
 * hypotheses are one group and have one share, which is handed on when all of them are rejected
 * (Shaffer, "Modified sequentially rejective multiple test procedures", JASA 81, 1986).
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusted p: a comparison is significant where its adjusted p is at most the rate.
   *
   * @param p of each hypothesis, 0 to 1
   * @param groups the group of each, from 0 on
   * @param shares the weight of each group, above 0; only their proportions count
   * @return of each hypothesis, in the same order
   */
  public static double[] adjust(final double[] p, final int[] groups, final double[] shares) {
    if (p.length != groups.length) {
      throw new IllegalArgumentException(p.length + " p, but " + groups.length + " groups");
    }
    final double[] weights = Arrays.stream(groups).mapToDouble(group -> shares[group]).toArray();
    final int[] open = new int[shares.length];
    Arrays.stream(groups).forEach(group -> open[group]++);
    final int[] order =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i] / weights[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    final double[] adjusted = new double[p.length];
    double left = Arrays.stream(shares).sum();
    double soFar = 0;
    for (final int i : order) {
      soFar = Math.max(soFar, Math.min(1, p[i] * left / weights[i]));
      adjusted[i] = soFar;
      open[groups[i]]--;
      left -= open[groups[i]] == 0 ? weights[i] : 0;
    }
    return adjusted;
  }
}
