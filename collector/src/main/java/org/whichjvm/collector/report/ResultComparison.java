package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Figure;
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
 * @param verdict null if it is unknown here
 * @param decidable whether the campaign decides it
 * @param control whether the two are the same JVM
 * @param blockRatios a block each, null where one of the two could not keep the rate; null of what
 *     is neither decided nor the headline
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
    Verdict verdict,
    boolean decidable,
    boolean control,
    List<Double> blockRatios) {
  private static final MathContext DIGITS = new MathContext(7);

  static ResultComparison of(final Comparison comparison) {
    final Figure figure = comparison.figure();
    return new ResultComparison(
        comparison.contender(),
        comparison.baseline(),
        figure.latency().map(each -> each.key).orElse(null),
        figure.percentile().map(each -> each.key).orElse(null),
        figure.ofScore() ? figure.key() : null,
        figure.ofScore() ? figure.unit() : null,
        bounded(comparison.ratio()),
        bounded(comparison.low()),
        bounded(comparison.high()),
        comparison.blocks(),
        comparison.verdict(),
        comparison.decidable(),
        comparison.control(),
        comparison.decidable() || figure.headline() && comparison.blocks() > 0
            ? ratios(comparison.logRatios())
            : null);
  }

  /** The two are compared by this figure; empty if the file names none. */
  public Optional<Figure> figure() {
    return score == null
        ? Figure.ofLatency(latency + "-" + percentile)
        : Optional.of(Figure.score(score, 0, unit == null ? "" : unit));
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
    final Figure figure = comparison.figure();
    if (figure.ofScore()) {
      json.addProperty("better", figure.more() ? "more" : "less");
    }
    json.addProperty("singleLow", bounded(comparison.singleLow()));
    json.addProperty("singleHigh", bounded(comparison.singleHigh()));
    json.addProperty("p", Json.orNull(comparison.p()));
    json.addProperty("adjustedP", Json.orNull(comparison.adjustedP()));
    json.addProperty("slowerIn", comparison.slowerIn());
    json.addProperty("fasterIn", comparison.fasterIn());
    json.addProperty("onTheWhole", comparison.onTheWhole());
    json.addProperty("smallestDetectable", Json.orNull(comparison.mde()));
    json.add("reason", ResultFile.json(comparison.reason()));
    json.addProperty("shift", comparison.shift().key);
    if (comparison.starts() != null) {
      json.add("starts", ResultFile.tree(comparison.starts()));
    }
    if (figure.ofLatency()) {
      json.addProperty("baselineNs", Json.orNull(comparison.baselineNs()));
      json.addProperty("differenceNs", Json.orNull(comparison.differenceNs()));
    }
    if (figure.is(Percentile.P50)) {
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
