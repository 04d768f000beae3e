package org.whichjvm.collector.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;
import org.whichjvm.collector.stats.SharesApart;

/**
 * How often each of two contenders starts slow: blocks whose ratio lies apart from that of most
 * blocks, as a slower JIT mode of one of the two makes it, or because one of them could not keep
 * the rate. Within a block both have the same host, so a host that moves its CPUs makes no slow
 * start. Blocks in which both start slow tell nothing, and count for neither (McNemar, "Note on the
 * sampling error of the difference between correlated proportions or percentages", Psychometrika
 * 12, 1947; here the exact test).
 *
 * @param blocks in which both have a fork
 * @param contender those in which the contender alone started slow
 * @param baseline those in which the baseline alone did
 * @param contenderSlower how much slower the contender's slow starts are than its others, a ratio;
 *     infinite if they could not keep the rate, NaN without any
 * @param baselineSlower the same of the baseline's
 * @param p that both start slow equally often
 * @param adjustedP the same, corrected for all that the campaign decides; NaN if it does not decide
 *     this
 */
public record SlowStarts(
    int blocks,
    int contender,
    int baseline,
    double contenderSlower,
    double baselineSlower,
    double p,
    double adjustedP) {
  /**
   * Of the log ratios of a contender to its baseline.
   *
   * @param logRatios a block each, in their order, above 0 where the contender is slower
   * @param looks at how many of them
   */
  static SlowStarts of(final double[] logRatios, final Looks looks) {
    final int[] slow = slow(logRatios);
    final double typical = Medians.of(only(logRatios, slow, 0));
    final double[] signs = Arrays.stream(slow).asDoubleStream().toArray();
    return new SlowStarts(
        slow.length,
        (int) Arrays.stream(slow).filter(each -> each > 0).count(),
        (int) Arrays.stream(slow).filter(each -> each < 0).count(),
        Math.exp(Medians.of(only(logRatios, slow, 1)) - typical),
        Math.exp(typical - Medians.of(only(logRatios, slow, -1))),
        new PairedTest(signs, looks, Score.SIGN).p(),
        Double.NaN);
  }

  private static DoubleStream only(final double[] logRatios, final int[] slow, final int which) {
    return IntStream.range(0, slow.length)
        .filter(i -> slow[i] == which)
        .mapToDouble(i -> logRatios[i]);
  }

  /** Of each block 1 where the contender started slow, −1 where the baseline did, else 0. */
  private static int[] slow(final double[] logRatios) {
    final double[] ratios =
        Arrays.stream(logRatios).filter(Double::isFinite).map(Math::exp).toArray();
    double from = Double.NEGATIVE_INFINITY;
    double to = Double.POSITIVE_INFINITY;
    if (ratios.length > 0) {
      final double[] most = most(Groups.of(ratios));
      from = Math.log(most[0]);
      to = Math.log(most[most.length - 1]);
    }
    final double low = from - 1e-9;
    final double high = to + 1e-9;
    return Arrays.stream(logRatios)
        .mapToInt(each -> each > high || each == Double.POSITIVE_INFINITY ? 1 : each < low ? -1 : 0)
        .toArray();
  }

  /** The largest of the groups; of several the one in the middle of all values. */
  private static double[] most(final List<double[]> groups) {
    final int largest = groups.stream().mapToInt(each -> each.length).max().orElseThrow();
    final int all = groups.stream().mapToInt(each -> each.length).sum();
    double[] most = null;
    int before = 0;
    int nearest = Integer.MAX_VALUE;
    for (final double[] each : groups) {
      final int fromMiddle = Math.abs(2 * before + each.length - all);
      if (each.length == largest && fromMiddle < nearest) {
        most = each;
        nearest = fromMiddle;
      }
      before += each.length;
    }
    return most;
  }

  SlowStarts adjusted(final double newAdjustedP) {
    return new SlowStarts(
        blocks, contender, baseline, contenderSlower, baselineSlower, p, newAdjustedP);
  }

  /** Whether the contender starts slow more often than the baseline, as far as is decided. */
  public boolean contenderMore() {
    return adjustedP <= Decision.ALPHA && contender > baseline;
  }

  /** Whether the baseline does. */
  public boolean baselineMore() {
    return adjustedP <= Decision.ALPHA && baseline > contender;
  }

  /** At most by so many points the contender starts slow more often, 0.25 being 25 points. */
  public double contenderMoreAtMost() {
    return blocks == 0 ? 1 : SharesApart.atMost(contender, baseline, blocks);
  }

  /** At most by so many points the baseline does. */
  public double baselineMoreAtMost() {
    return blocks == 0 ? 1 : SharesApart.atMost(baseline, contender, blocks);
  }
}
