package org.whichjvm.collector.model.fork;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Percentile;

/**
 * A latency's distribution in a few metrics, in ns, above 0.
 *
 * @param count messages
 * @param events on how many separate events each percentile rests: a stall delays many messages, but is one event;
 *     empty if unknown
 */
public record Summary(long count, Map<Percentile, Long> ns, long max, Map<Percentile, Long> events) {

    /** The distribution of these latencies; the events are those of a fork alone. */
    public static Summary of(Histogram histogram, Map<Percentile, Long> events) {
        Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            ns.put(percentile, histogram.getValueAtPercentile(percentile.percent));
        }
        return new Summary(histogram.getTotalCount(), ns, histogram.getMaxValue(), events);
    }

    public long at(Percentile percentile) {
        return ns.get(percentile);
    }
}
