package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Response times of a fork at ascending rates, and its greatest throughput a second; NaN where that
 * was not looked for.
 *
 * @param statuses how many requests of a service had each status, or {@link #NO_ANSWER}; else empty
 */
public record LoadCurve(double max, List<Point> points, Map<String, Long> statuses) {
  /** In place of a status. */
  public static final String NO_ANSWER = "none";

  private static final int MOST_POINTS = 100;
  private static final long MOST_REQUESTS = 1_000_000_000_000L;
  private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}|" + NO_ANSWER);

  /**
   * A rate a second, percentiles of its response time, in ns, and the memory that was resident, in
   * bytes; 0 if unknown.
   */
  public record Point(double rate, double p50, double p95, double p99, long residentBytes) {}

  /** The unit of a workload's rates: transactions, requests or messages. */
  public static String requests(final String workload) {
    return switch (workload) {
      case "retail" -> "transactions";
      case "service" -> "requests";
      default -> "messages";
    };
  }

  static LoadCurve of(final JsonObject fork) throws UnusableFile {
    final JsonObject load = Json.object(fork, "load");
    if (load.size() == 0) {
      return null;
    }
    final List<Point> points = new ArrayList<>();
    double last = 0;
    for (final JsonObject json : Json.objects(load, "curve")) {
      if (points.size() == MOST_POINTS) {
        throw new UnusableFile("its load has a curve of more than " + MOST_POINTS + " rates");
      }
      final double rate = Json.positive(json, "rate");
      if (!(rate > last)) {
        throw new UnusableFile("the rates of its load do not ascend");
      }
      last = rate;
      points.add(
          new Point(
              rate,
              nanos(json, "p50Nanos"),
              nanos(json, "p95Nanos"),
              nanos(json, "p99Nanos"),
              Json.whole(json, "residentBytes", 0, Long.MAX_VALUE)));
    }
    return new LoadCurve(Json.positive(load, "maxRate"), List.copyOf(points), statuses(load));
  }

  private static Map<String, Long> statuses(final JsonObject load) throws UnusableFile {
    final JsonObject json = Json.object(load, "statuses");
    final Map<String, Long> statuses = new TreeMap<>();
    for (final String status : json.keySet()) {
      if (!STATUS.matcher(status).matches()) {
        throw new UnusableFile("its load has the status %s, which is none of HTTP", status);
      }
      statuses.put(status, Json.whole(json, status, 0, MOST_REQUESTS));
    }
    return statuses;
  }

  /** A time in ns, at least 1: a logarithmic scale has no 0. */
  private static double nanos(final JsonObject json, final String key) throws UnusableFile {
    return Math.max(1, Json.whole(json, key, 0, Long.MAX_VALUE));
  }
}
