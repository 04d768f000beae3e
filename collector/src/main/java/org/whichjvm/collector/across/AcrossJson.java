package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import org.whichjvm.collector.analysis.Across;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.report.ComparisonJson;
import org.whichjvm.collector.report.ReasonText;

/** Two campaigns of one host in {@code across.json}: all times in ns. */
final class AcrossJson {
  private AcrossJson() {}

  /** Adds what was set against what, and what came of it. */
  static void add(final JsonObject json, final List<Across> pairs, final List<Comparison> changes) {
    final JsonArray against = new JsonArray();
    pairs.forEach(each -> against.add(json(each)));
    json.add("against", against);
    final JsonArray comparisons = new JsonArray();
    changes.forEach(each -> comparisons.add(ComparisonJson.of(each)));
    json.add("comparisons", comparisons);
  }

  private static JsonObject json(final Across pair) {
    final JsonObject json = new JsonObject();
    json.addProperty("earlier", pair.earlier());
    json.addProperty("later", pair.later());
    json.addProperty("reference", pair.reference());
    json.addProperty("missing", ReasonText.of(pair.missing()));
    final JsonArray floors = new JsonArray();
    for (final Across.Floor each : pair.floors()) {
      final JsonObject floor = new JsonObject();
      floor.addProperty("earlierNs", each.earlierNs());
      floor.addProperty("laterNs", each.laterNs());
      floors.add(floor);
    }
    json.add("floors", floors);
    return json;
  }
}
