package org.whichjvm.workload;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The percentiles that every table shows, by the names they have in JSON. */
final class LatencySummary {
  /** JSON name and percentile, in order. */
  static final Map<String, Double> PERCENTILES = percentiles();

  private LatencySummary() {}

  /** Counts the events above each percentile; empty as yet. */
  static Events events(final Histogram histogram) {
    return new Events(
        PERCENTILES.values().stream().mapToLong(histogram::getValueAtPercentile).toArray());
  }

  /** Count, percentiles and maximum, all values in ns; and how many events are above each. */
  static JsonObject json(final Histogram histogram, final Events events) {
    final JsonObject json = new JsonObject();
    json.addProperty("count", histogram.getTotalCount());
    PERCENTILES.forEach(
        (name, percentile) -> json.addProperty(name, histogram.getValueAtPercentile(percentile)));
    json.addProperty("max", histogram.getMaxValue());
    final JsonObject counts = new JsonObject();
    int number = 0;
    for (final String name : PERCENTILES.keySet()) {
      counts.addProperty(name, events.count(number++));
    }
    json.add("events", counts);
    return json;
  }

  /** One line a percentile for a person, both latencies side by side. */
  static String table(final Histogram service, final Histogram response, final double floorNs) {
    final StringBuilder table = new StringBuilder();
    table.append(String.format(Locale.ROOT, "%10s %14s %14s%n", "", "service ns", "response ns"));
    PERCENTILES.forEach(
        (name, percentile) ->
            row(
                table,
                percent(percentile),
                service.getValueAtPercentile(percentile),
                response.getValueAtPercentile(percentile)));
    row(table, "max", service.getMaxValue(), response.getMaxValue());
    table.append(
        String.format(
            Locale.ROOT,
            "floor %.0f ns round trip between the two CPUs; p50 is %.1f times that%n",
            floorNs,
            service.getValueAtPercentile(50) / floorNs));
    return table.toString();
  }

  private static void row(
      final StringBuilder table, final String label, final long service, final long response) {
    table.append(String.format(Locale.ROOT, "%10s %,14d %,14d%n", label, service, response));
  }

  private static String percent(final double percentile) {
    return (percentile == Math.rint(percentile)
            ? String.valueOf((long) percentile)
            : String.valueOf(percentile))
        + " %";
  }

  private static Map<String, Double> percentiles() {
    final Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("p50", 50.0);
    percentiles.put("p90", 90.0);
    percentiles.put("p99", 99.0);
    percentiles.put("p99_9", 99.9);
    percentiles.put("p99_99", 99.99);
    return percentiles;
  }
}
