package org.whichjvm.collector.campaign.fork;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A latency's distribution in a few figures.
 *
 * @param count messages, above 0
 * @param ns the value at each reported percentile, in ns, above 0
 * @param max in ns
 * @param events on how many separate events each percentile rests: a stall delays many messages,
 *     but is one event; empty if unknown
 */
public record Summary(
    long count, Map<Percentile, Long> ns, long max, Map<Percentile, Long> events) {

  public static Summary of(final Histogram histogram) {
    final Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
    for (final Percentile percentile : Percentile.REPORTED) {
      ns.put(percentile, histogram.getValueAtPercentile(percentile.percent));
    }
    return new Summary(histogram.getTotalCount(), ns, histogram.getMaxValue(), Map.of());
  }

  public long at(final Percentile percentile) {
    return ns.get(percentile);
  }
}
