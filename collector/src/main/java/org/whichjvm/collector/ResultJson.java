package org.whichjvm.collector;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.temporal.ChronoUnit;

/** Writes {@code result.json}, schema {@code whichjvm.result/1}: all times in ns. */
final class ResultJson {
  private static final String SCHEMA = "whichjvm.result/1";

  private ResultJson() {}

  static String of(final Result result) {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", SCHEMA);
    json.addProperty("campaign", result.settings().campaign());
    json.addProperty("created", result.created().truncatedTo(ChronoUnit.MILLIS).toString());
    json.addProperty("baseline", result.baseline());
    json.addProperty("workload", result.workload());
    json.add("parameters", result.parameters());
    json.add("host", result.host());
    final JsonArray variants = new JsonArray();
    result.variants().forEach(variant -> variants.add(variant(variant)));
    json.add("variants", variants);
    json.add("decision", decision(result));
    final JsonArray comparisons = new JsonArray();
    result.comparisons().forEach(comparison -> comparisons.add(comparison(comparison)));
    json.add("comparisons", comparisons);
    final JsonArray modes = new JsonArray();
    result.modes().forEach(each -> modes.add(modes(each)));
    json.add("modes", modes);
    final JsonArray findings = new JsonArray();
    result.findings().forEach(each -> findings.add(finding(each)));
    json.add("findings", findings);
    final JsonArray unusable = new JsonArray();
    result.unusable().forEach(file -> unusable.add(unusable(file)));
    json.add("unusable", unusable);
    return Json.write(json);
  }

  private static JsonObject variant(final VariantResult variant) {
    final JsonObject json = new JsonObject();
    json.addProperty("name", variant.name());
    json.addProperty("substitute", variant.substitute().isEmpty() ? null : variant.substitute());
    json.add("jvm", variant.jvm());
    final JsonObject forks = new JsonObject();
    forks.addProperty("ok", variant.ok());
    forks.addProperty("failed", variant.failed());
    forks.addProperty("setAside", variant.setAside());
    json.add("forks", forks);
    json.addProperty("floorNs", orNull(variant.floorNs()));
    for (final Latency latency : Latency.values()) {
      final VariantResult.Pooled pooled = variant.latencies().get(latency);
      json.add(latency.key, pooled == null ? JsonNull.INSTANCE : latency(pooled));
    }
    return json;
  }

  private static JsonObject latency(final VariantResult.Pooled pooled) {
    final JsonObject json = new JsonObject();
    json.addProperty("count", pooled.summary().count());
    pooled.summary().ns().forEach((percentile, ns) -> json.addProperty(percentile.key, ns));
    json.addProperty("max", pooled.summary().max());
    final JsonArray range = new JsonArray();
    range.add(pooled.forkP50Min());
    range.add(pooled.forkP50Max());
    json.add("forkP50", range);
    return json;
  }

  /** One comparison, as every result has it. */
  static JsonObject comparison(final Comparison comparison) {
    final JsonObject json = new JsonObject();
    json.addProperty("variant", comparison.variant());
    json.addProperty("baseline", comparison.baseline());
    json.addProperty("latency", comparison.latency().key);
    json.addProperty("percentile", comparison.percentile().key);
    json.addProperty("ratio", orNull(comparison.ratio()));
    json.addProperty("low", orNull(comparison.low()));
    json.addProperty("high", orNull(comparison.high()));
    json.addProperty("p", orNull(comparison.p()));
    json.addProperty("adjustedP", orNull(comparison.adjustedP()));
    json.addProperty("blocks", comparison.blocks());
    json.addProperty("verdict", comparison.verdict().key);
    json.addProperty("mde", orNull(comparison.mde()));
    json.addProperty("decidable", comparison.decidable());
    json.addProperty("reason", comparison.reason());
    json.addProperty("control", comparison.control());
    return json;
  }

  private static JsonObject decision(final Result result) {
    final Progress progress = result.progress();
    final JsonObject json = new JsonObject();
    json.addProperty("alpha", Decision.ALPHA);
    progress.design().write(json);
    json.addProperty("completeBlocks", progress.completeBlocks());
    json.addProperty("stopped", progress.stopped() == null ? null : progress.stopped().reason());
    return json;
  }

  private static JsonObject modes(final Modes modes) {
    final JsonObject json = new JsonObject();
    json.addProperty("variant", modes.variant());
    final JsonArray groups = new JsonArray();
    for (final Modes.Group group : modes.groups()) {
      final JsonObject each = new JsonObject();
      each.addProperty("forks", group.forks());
      each.addProperty("p50", group.p50Ns());
      each.addProperty("floorNs", orNull(group.floorNs()));
      groups.add(each);
    }
    json.add("groups", groups);
    return json;
  }

  private static JsonObject finding(final Finding finding) {
    final JsonObject json = new JsonObject();
    json.addProperty("level", finding.level().key);
    json.addProperty("what", Escape.oneLine(finding.what()));
    json.addProperty("next", Escape.oneLine(finding.next()));
    return json;
  }

  private static JsonObject unusable(final Unusable file) {
    final JsonObject json = new JsonObject();
    json.addProperty("file", file.file());
    json.addProperty("reason", file.reason());
    return json;
  }

  private static Double orNull(final double number) {
    return Double.isNaN(number) ? null : number;
  }
}
