package org.whichjvm.collector;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** What the JVM itself did inside the measured windows, by variant. */
final class PageDisturbances {
  private PageDisturbances() {}

  static Table table(final Result result) {
    final Table table =
        new Table("What the JVM did while it was measured")
            .words("variant")
            .numbers("forks")
            .numbers("with a\ncollection")
            .numbers("collections\nin all")
            .numbers("JIT,\nmedian fork")
            .numbers("JIT,\nworst fork")
            .numbers("producer\nallocated")
            .numbers("consumer\nallocated");
    for (final VariantResult variant : result.variants()) {
      final List<JsonObject> each =
          ChartFork.of(result, variant.name()).stream()
              .map(Fork::disturbances)
              .filter(json -> json.size() > 0)
              .toList();
      if (!each.isEmpty()) {
        table.row(row(variant, each));
      }
    }
    table.footnotes.add(
        "JIT is the time that compiler threads took in a fork's window, on whatever CPU; allocated"
            + " is the median fork.");
    return table;
  }

  private static List<String> row(final VariantResult variant, final List<JsonObject> forks) {
    return List.of(
        variant.label(),
        Quantity.count(forks.size()),
        Quantity.count(forks.stream().filter(json -> number(json.get("gcCount")) > 0).count()),
        millis(values(forks, json -> number(json.get("gcMillis"))).sum()),
        millis(Modes.median(values(forks, json -> number(json.get("jitMillis"))))),
        millis(values(forks, json -> number(json.get("jitMillis"))).max().orElse(Double.NaN)),
        bytes(Modes.median(values(forks, json -> allocated(json, 0)))),
        bytes(Modes.median(values(forks, json -> allocated(json, 1)))));
  }

  private static DoubleStream values(
      final List<JsonObject> forks, final ToDoubleFunction<JsonObject> value) {
    return forks.stream().mapToDouble(value).filter(number -> !Double.isNaN(number));
  }

  private static double allocated(final JsonObject json, final int thread) {
    return json.get("allocatedBytes") instanceof JsonArray array && array.size() > thread
        ? number(array.get(thread))
        : Double.NaN;
  }

  private static double number(final JsonElement value) {
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? value.getAsDouble()
        : Double.NaN;
  }

  private static String millis(final double value) {
    return Double.isNaN(value) ? Quantity.NONE : String.format(Locale.ROOT, "%,.0f ms", value);
  }

  private static String bytes(final double value) {
    return Double.isNaN(value) ? Quantity.NONE : String.format(Locale.ROOT, "%,.0f B", value);
  }
}
