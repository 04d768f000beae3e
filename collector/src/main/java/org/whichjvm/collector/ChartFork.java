package org.whichjvm.collector;

import java.util.List;
import java.util.stream.DoubleStream;

/** What charts draw of single forks. */
final class ChartFork {
  // Above it a scale from 0 leaves nothing to see of the forks at the bottom.
  private static final double MAX_SPREAD = 6;

  private ChartFork() {}

  /**
   * A variant's forks for tables, in the order in which they ran: without emulated ones, unless
   * there are no others and the variant's name is marked.
   */
  static List<Fork> real(final Result result, final VariantResult variant) {
    return of(result, variant.name()).stream()
        .filter(fork -> !fork.emulated() || variant.emulated())
        .toList();
  }

  /** A variant's forks, in the order in which they ran. */
  static List<Fork> of(final Result result, final String variant) {
    return result.forks().stream().filter(fork -> fork.name().variant().equals(variant)).toList();
  }

  static double p50(final Fork fork) {
    return fork.summaries().get(Latency.SERVICE).at(Percentile.P50);
  }

  /** An axis for the service 50 % and the floors of forks: from 0, or logarithmic if far apart. */
  static ChartTicks ticks(final List<Fork> forks) {
    final double[] p50s = forks.stream().mapToDouble(ChartFork::p50).toArray();
    final double max = DoubleStream.of(p50s).max().orElse(1);
    if (max <= MAX_SPREAD * Modes.median(DoubleStream.of(p50s))) {
      return ChartTicks.fromZero(max, ChartTicks::time);
    }
    final double min =
        DoubleStream.concat(DoubleStream.of(p50s), forks.stream().mapToDouble(Fork::floorNs))
            .filter(ns -> !Double.isNaN(ns))
            .min()
            .orElseThrow();
    return ChartTicks.logarithmic(min, max, ChartTicks::time);
  }

  /** A variant's forks in words. */
  static String told(final VariantResult variant, final List<Fork> forks) {
    if (forks.isEmpty()) {
      return variant.label() + " none";
    }
    final long min = Math.round(forks.stream().mapToDouble(ChartFork::p50).min().orElseThrow());
    final long max = Math.round(forks.stream().mapToDouble(ChartFork::p50).max().orElseThrow());
    return variant.label() + " " + forks.size() + " from " + Quantity.range(min, max);
  }
}
