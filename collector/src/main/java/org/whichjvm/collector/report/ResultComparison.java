package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Metric;
import org.whichjvm.collector.io.Json;
import org.whichjvm.common.Percentile;

/**
 * A comparison in {@code result.json}, of two contenders by a figure: a percentile of a latency, or
 * a score.
 *
 * @param contender its name
 * @param baseline what it is compared with
 * @param latency null of a score
 * @param percentile of the latency
 * @param score null of a latency
 * @param unit of the score
 * @param ratio above 1 is slower; null also if it is 0 or infinite
 * @param low lower end of its interval
 * @param high its upper end
 * @param blocks in which both have a fork that counts
 * @param verdict its key
 * @param decidable whether the campaign decides it
 * @param control whether the two are the same JVM
 * @param blockRatios a block each, null where one of the two could not keep the rate; null if they
 *     are not told
 */
public record ResultComparison(
    String contender,
    String baseline,
    String latency,
    String percentile,
    String score,
    String unit,
    Double ratio,
    Double low,
    Double high,
    int blocks,
    String verdict,
    boolean decidable,
    boolean control,
    List<Double> blockRatios) {
  private static final MathContext DIGITS = new MathContext(7);

  static ResultComparison of(final Comparison comparison) {
    final boolean latency = comparison.latency() != null;
    final Metric.OfScore score = comparison.metric() instanceof Metric.OfScore of ? of : null;
    return new ResultComparison(
        comparison.contender(),
        comparison.baseline(),
        latency ? comparison.latency().key : null,
        latency ? comparison.percentile().key : null,
        score == null ? null : score.key(),
        score == null ? null : score.unit(),
        bounded(comparison.ratio()),
        bounded(comparison.low()),
        bounded(comparison.high()),
        comparison.blocks(),
        comparison.verdict().key,
        comparison.decidable(),
        comparison.control(),
        comparison.logRatios().isEmpty() ? null : ratios(comparison.logRatios()));
  }

  /** JSON has no infinity: null in its place. */
  private static List<Double> ratios(final List<Double> logRatios) {
    final List<Double> ratios = new ArrayList<>();
    for (final double each : logRatios) {
      ratios.add(
          each == Double.POSITIVE_INFINITY
              ? null
              : Double.valueOf(new BigDecimal(Math.exp(each)).round(DIGITS).doubleValue()));
    }
    return ratios;
  }

  /** All that {@code result.json} has of a comparison: these fields, and what is not read back. */
  static JsonObject tree(final Comparison comparison) {
    final JsonObject json = ResultFile.tree(of(comparison));
    comparison.metric().write(json);
    json.addProperty("singleLow", bounded(comparison.singleLow()));
    json.addProperty("singleHigh", bounded(comparison.singleHigh()));
    json.addProperty("p", Json.orNull(comparison.p()));
    json.addProperty("adjustedP", Json.orNull(comparison.adjustedP()));
    json.addProperty("slowerIn", comparison.slowerIn());
    json.addProperty("fasterIn", comparison.fasterIn());
    json.addProperty("onTheWhole", comparison.onTheWhole());
    json.addProperty("smallestDetectable", Json.orNull(comparison.mde()));
    json.addProperty("reason", ReasonText.of(comparison.reason()));
    json.addProperty("shift", comparison.shift().key);
    if (comparison.starts() != null) {
      json.add("starts", ResultFile.tree(comparison.starts()));
    }
    if (comparison.latency() != null) {
      json.addProperty("baselineNs", Json.orNull(comparison.baselineNs()));
      json.addProperty("differenceNs", Json.orNull(comparison.differenceNs()));
    }
    if (comparison.percentile() == Percentile.P50) {
      final JsonArray floors = new JsonArray();
      comparison.byFloor().forEach(each -> floors.add(ResultFile.tree(each)));
      json.add("byFloor", floors);
    }
    return json;
  }

  /** A ratio; null if it is unknown, 0 or infinite. */
  static Double bounded(final double ratio) {
    return ratio > 0 ? Json.orNull(ratio) : null;
  }
}
