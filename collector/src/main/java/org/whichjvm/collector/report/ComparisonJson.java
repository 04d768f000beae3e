package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Locale;
import org.whichjvm.collector.analysis.AtFloor;
import org.whichjvm.collector.analysis.Best;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.SlowStarts;
import org.whichjvm.collector.io.Json;
import org.whichjvm.common.Percentile;

/** A comparison in {@code result.json}: all times in ns. */
final class ComparisonJson {
  private ComparisonJson() {}

  /** One comparison, as every result has it. */
  public static JsonObject of(final Comparison comparison) {
    final JsonObject json = ResultFile.tree(ResultComparison.of(comparison));
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
      json.add("starts", starts(comparison.starts()));
    }
    if (comparison.latency() != null) {
      json.addProperty("baselineNs", Json.orNull(comparison.baselineNs()));
      json.addProperty("differenceNs", Json.orNull(comparison.differenceNs()));
    }
    if (comparison.percentile() == Percentile.P50) {
      final JsonArray floors = new JsonArray();
      comparison.byFloor().forEach(each -> floors.add(atFloor(each)));
      json.add("byFloor", floors);
    }
    return json;
  }

  /** Two contenders that were compared directly. */
  static JsonObject of(final Best.Direct pair) {
    final JsonObject json = new JsonObject();
    json.addProperty("contender", pair.contender());
    json.addProperty("other", pair.other());
    json.addProperty("ratio", bounded(pair.ratio()));
    json.addProperty("low", bounded(pair.low()));
    json.addProperty("high", bounded(pair.high()));
    json.addProperty("blocks", pair.blocks());
    json.addProperty("differ", pair.differ());
    return json;
  }

  /** A ratio; null if it is unknown, 0 or infinite. */
  static Double bounded(final double ratio) {
    return ratio > 0 ? Json.orNull(ratio) : null;
  }

  private static JsonObject starts(final SlowStarts starts) {
    final JsonObject json = new JsonObject();
    json.addProperty("blocks", starts.blocks());
    json.addProperty("slower", starts.slower());
    json.addProperty("faster", starts.faster());
    json.addProperty("slowerBy", Json.orNull(starts.slowerBy()));
    json.addProperty("fasterBy", Json.orNull(starts.fasterBy()));
    json.addProperty("mover", starts.mover().name().toLowerCase(Locale.ROOT));
    json.addProperty("p", starts.p());
    json.addProperty("adjustedP", Json.orNull(starts.adjustedP()));
    return json;
  }

  private static JsonObject atFloor(final AtFloor floor) {
    final JsonObject json = new JsonObject();
    json.addProperty("floorNs", floor.floorNs());
    json.addProperty("blocks", floor.blocks());
    json.addProperty("ratio", floor.ratio());
    json.addProperty("low", bounded(floor.low()));
    json.addProperty("high", bounded(floor.high()));
    json.addProperty("differenceNs", floor.differenceNs());
    json.addProperty("verdict", floor.verdict().key);
    return json;
  }
}
