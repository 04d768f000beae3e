package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Place;
import org.whichjvm.collector.analysis.RareValue;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Json;
import org.whichjvm.common.Percentile;

/** A contender in {@code result.json}: all times in ns. */
final class ContenderJson {
  private ContenderJson() {}

  /** Figures, forks and causes of one contender. */
  static JsonObject of(final Result result, final Place place) {
    final ContenderResult contender = place.contender();
    final JsonObject json = ResultFile.tree(ResultContender.of(result, place));
    if (contender.producerJvm().size() > 0) {
      json.add("producerJvm", contender.producerJvm());
    }
    json.addProperty("mayBeFastest", place.fastest());
    json.addProperty("spread", Json.orNull(contender.spread()));
    for (final Latency latency : Latency.values()) {
      final ContenderResult.Pooled pooled = contender.latencies().get(latency);
      json.add(latency.key, pooled == null ? JsonNull.INSTANCE : latency(contender, latency));
    }
    json.add("memory", memory(result, contender));
    json.add("attribution", attribution(contender.attribution()));
    return json;
  }

  private static JsonObject latency(final ContenderResult contender, final Latency latency) {
    final ContenderResult.Pooled pooled = contender.latencies().get(latency);
    final JsonObject json = new JsonObject();
    json.addProperty("count", pooled.summary().count());
    pooled.summary().ns().forEach((percentile, ns) -> json.addProperty(percentile.key, ns));
    json.addProperty("max", pooled.summary().max());
    final JsonArray range = new JsonArray();
    range.add(pooled.forkP50Min());
    range.add(pooled.forkP50Max());
    json.add("forkP50", range);
    json.addProperty("p50PerFloor", Json.orNull(contender.p50PerFloor(latency)));
    final RareValue rare = contender.rare().get(latency);
    if (rare != null) {
      final JsonObject shown = new JsonObject();
      shown.addProperty("forks", rare.forks());
      shown.addProperty("ns", rare.ns());
      shown.addProperty("low", Json.orNull(rare.low()));
      shown.addProperty("high", Json.orNull(rare.high()));
      json.add(Percentile.P99_999.key, shown);
    }
    return json;
  }

  /** The median fork's figures; only those that were recorded. */
  static JsonObject disturbances(final Result result, final ContenderResult contender) {
    final JsonObject json = new JsonObject();
    for (final Measure measure : Measure.values()) {
      final double median = DisturbanceTables.median(result, contender, measure);
      if (!Double.isNaN(median)) {
        json.addProperty(measure.key(), median);
      }
    }
    return json;
  }

  private static JsonElement memory(final Result result, final ContenderResult contender) {
    final List<Fork> forks = result.forksOf(contender);
    if (MemoryTable.kinds(forks).isEmpty()) {
      return JsonNull.INSTANCE;
    }
    final JsonObject json = new JsonObject();
    json.addProperty("queue", String.join(", ", MemoryTable.kinds(forks)));
    json.addProperty("hugeShare", Json.orNull(MemoryTable.hugeShare(forks)));
    json.addProperty("pageFaultShare", Json.orNull(MemoryTable.pageFaults(contender)));
    return json;
  }

  private static JsonElement attribution(final SlowMessages attribution) {
    if (attribution.isEmpty()) {
      return JsonNull.INSTANCE;
    }
    final JsonObject json = new JsonObject();
    attribution
        .levels()
        .forEach(
            (latency, levels) -> {
              final JsonArray all = new JsonArray();
              levels.forEach((level, causes) -> all.add(causes(level, causes)));
              json.add(latency.key, all);
            });
    return json;
  }

  private static JsonObject causes(
      final SlowMessages.Level level, final SlowMessages.Causes causes) {
    final JsonObject json = new JsonObject();
    json.addProperty("above", level.key);
    json.addProperty("messages", causes.messages());
    final JsonObject counts = new JsonObject();
    causes.counts().forEach((cause, count) -> counts.addProperty(cause.key, count));
    json.add("causes", counts);
    return json;
  }
}
