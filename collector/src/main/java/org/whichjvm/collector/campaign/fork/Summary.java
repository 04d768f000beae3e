package org.whichjvm.collector.campaign.fork;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Percentile;

/**
 * A latency's distribution in a few figures, in ns, above 0.
 *
 * @param count messages
 * @param events on how many separate events each percentile rests: a stall delays many messages,
 *     but is one event; empty if unknown
 */
public record Summary(
    long count, Map<Percentile, Long> ns, long max, Map<Percentile, Long> events) {

  /** The distribution of the latencies of several forks. */
  public static Summary of(final Histogram histogram) {
    final Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
    for (final Percentile percentile : Percentile.REPORTED) {
      ns.put(percentile, histogram.getValueAtPercentile(percentile.percent));
    }
    return new Summary(histogram.getTotalCount(), ns, histogram.getMaxValue(), Map.of());
  }

  /**
   * The distribution of a fork's latencies, one at least, and the events on which each percentile
   * rests.
   */
  static Summary of(final Counts counts, final Map<Percentile, Long> events) {
    final Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
    for (final Percentile percentile : Percentile.values()) {
      ns.put(percentile, counts.at(percentile));
    }
    return new Summary(counts.total(), ns, counts.max(), events);
  }

  public long at(final Percentile percentile) {
    return ns.get(percentile);
  }
}
