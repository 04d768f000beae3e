package org.whichjvm.collector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table 1: the JVMs. */
final class JvmTable {
  private JvmTable() {}

  static Table of(final Result result) {
    final Table table =
        new Table("Table 1. The JVMs")
            .words("variant")
            .words("JVM")
            .words("compiler")
            .words("collector")
            .numbers("heap");
    final boolean flags =
        result.variants().stream().anyMatch(each -> !Json.shown(each.jvm(), "flagSet").isEmpty());
    if (flags) {
      table.words("flag set");
    }
    table.numbers("forks ok").numbers("failed");
    final boolean gates = !result.gated().isEmpty();
    if (gates) {
      table.numbers("gated");
    }
    if (!result.ofScores()) {
      table.numbers("service 50 %\n÷ floor").numbers("spread");
    }
    for (final VariantResult variant : result.variants()) {
      final List<String> cells = new ArrayList<>();
      cells.addAll(
          List.of(
              variant.label(),
              both(variant, JvmTable::build),
              both(variant, jvm -> orNone(Json.shown(jvm, "compiler"))),
              both(variant, jvm -> orNone(Json.shown(jvm, "collector"))),
              both(variant, JvmTable::heap)));
      if (flags) {
        cells.add(orNone(Json.shown(variant.jvm(), "flagSet")));
      }
      cells.add(Quantity.count(variant.ok()));
      cells.add(Quantity.count(variant.failed()));
      if (gates) {
        cells.add(Quantity.count(variant.gated()));
      }
      if (!result.ofScores()) {
        cells.add(Quantity.ratio(variant.p50PerFloor(Latency.SERVICE), 1));
        cells.add(Quantity.percent(variant.spread()));
      }
      table.row(cells);
    }
    if (!result.ofScores()) {
      table.footnotes.add(
          "Spread: how far the forks of a variant lie apart within their largest mode, without what"
              + " the floor explains: the median absolute deviation of their service 50 %.");
    }
    if (result.variants().stream().anyMatch(each -> each.producerJvm().size() > 0)) {
      table.footnotes.add("Of two JVMs the first is the producer's, the second the consumer's.");
    }
    table.footnotes.addAll(Report.substitutes(result));
    return table;
  }

  /** Of the variant's JVM; of a pair the producer's, then the consumer's if it differs. */
  private static String both(final VariantResult variant, final Function<JsonObject, String> what) {
    final String one = what.apply(variant.jvm());
    if (variant.producerJvm().size() == 0) {
      return one;
    }
    final String producer = what.apply(variant.producerJvm());
    return producer.equals(one) ? one : producer + " to " + one;
  }

  private static String build(final JsonObject jvm) {
    return orNone(
        Stream.of("vendor", "version")
            .map(key -> Json.shown(jvm, key))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(" ")));
  }

  /** The most that the heap may take, and whether it was touched before; if a fork tells. */
  private static String heap(final JsonObject jvm) {
    double bytes;
    try {
      bytes = Json.positive(jvm, "maxHeapBytes");
    } catch (final UnusableFile exception) {
      bytes = Double.NaN; // of unknown origin: any value may be there
    }
    if (Double.isNaN(bytes)) {
      return Quantity.NONE;
    }
    final boolean touched =
        jvm.get("flags") instanceof JsonArray flags
            && flags.contains(new JsonPrimitive("-XX:+AlwaysPreTouch"));
    return Quantity.count(Math.round(bytes / (1 << 20))) + " MB" + (touched ? ", touched" : "");
  }

  private static String orNone(final String text) {
    return text.isEmpty() ? Quantity.NONE : text;
  }
}
