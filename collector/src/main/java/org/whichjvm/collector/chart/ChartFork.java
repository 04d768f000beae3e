package org.whichjvm.collector.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Medians;

/** What charts draw of single forks. */
public final class ChartFork {
  // Above it a scale from 0 leaves nothing to see of the forks at the bottom.
  private static final double MAX_SPREAD = 6;

  private ChartFork() {}

  /**
   * An axis for the p50 service time and the floors of forks: from 0, or logarithmic if far apart.
   */
  static ChartTicks ticks(final List<Fork> forks) {
    final double[] p50s = forks.stream().mapToDouble(Fork::p50).toArray();
    final double max = DoubleStream.of(p50s).max().orElse(1);
    if (max <= MAX_SPREAD * Medians.of(DoubleStream.of(p50s))) {
      return ChartTicks.fromZero(max, Quantity::shortTime);
    }
    final double min =
        DoubleStream.concat(DoubleStream.of(p50s), forks.stream().mapToDouble(Fork::floorNs))
            .filter(ns -> !Double.isNaN(ns))
            .min()
            .orElseThrow();
    return ChartTicks.logarithmic(min, max, Quantity::shortTime);
  }

  /** A contender's forks in words. */
  static String told(final ContenderResult contender, final List<Fork> forks) {
    if (forks.isEmpty()) {
      return Words.contender(contender) + " none";
    }
    final long min = Math.round(forks.stream().mapToDouble(Fork::p50).min().orElseThrow());
    final long max = Math.round(forks.stream().mapToDouble(Fork::p50).max().orElseThrow());
    return Words.contender(contender) + " " + forks.size() + " from " + Quantity.range(min, max);
  }
}
