package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;

/** Table 1: the JVMs. */
public final class JvmTable {
  private JvmTable() {}

  public static Table<?> of(final Result result) {
    final List<ContenderResult> all = result.contenders();
    final boolean flags = all.stream().anyMatch(each -> !flagSet(each).equals(Quantity.NONE));
    return new Table<>("Table 1. The JVMs", all)
        .words("contender", Words::contender)
        .words("JVM", each -> both(each, JvmTable::build))
        .words("compiler", each -> both(each, jvm -> told(jvm, "compiler")))
        .words("garbage collector", each -> both(each, jvm -> told(jvm, "garbageCollector")))
        .numbers("heap", each -> both(each, JvmTable::heap))
        .words(flags, "flag set", JvmTable::flagSet)
        .numbers("forks ok", each -> Quantity.count(each.ok()))
        .numbers("failed", each -> Quantity.count(each.failed()))
        .numbers(!result.excluded().isEmpty(), "excluded", each -> Quantity.count(each.excluded()))
        .numbers(
            !result.ofScores(),
            "p50 service\n÷ floor",
            each -> LatencyTables.floors(each, Latency.SERVICE))
        .numbers(!result.ofScores(), "spread", each -> Quantity.percent(each.spread()))
        .notes(notes(result));
  }

  private static List<String> notes(final Result result) {
    final List<String> notes = new ArrayList<>();
    if (!result.ofScores()) {
      notes.add(
          "Spread: how far the forks of a contender lie apart within their largest JIT mode, without"
              + " what the floor explains. It is the median absolute deviation of their p50 service"
              + " time.");
    }
    if (result.contenders().stream().anyMatch(each -> each.producerJvm().size() > 0)) {
      notes.add("Of two JVMs the first is the producer's, the second the consumer's.");
    }
    notes.addAll(Report.substitutes(result));
    return notes;
  }

  /** Of the contender's JVM; of a pair the producer's, then the consumer's if it differs. */
  private static String both(
      final ContenderResult contender, final Function<JsonObject, String> what) {
    final String one = what.apply(contender.jvm());
    if (contender.producerJvm().size() == 0) {
      return one;
    }
    final String producer = what.apply(contender.producerJvm());
    return producer.equals(one) ? one : producer + " to " + one;
  }

  private static String build(final JsonObject jvm) {
    return orNone((Json.shown(jvm, "vendor") + " " + Json.shown(jvm, "version")).strip());
  }

  private static String flagSet(final ContenderResult contender) {
    return told(contender.jvm(), "flagSet");
  }

  private static String told(final JsonObject jvm, final String key) {
    return orNone(Json.shown(jvm, key));
  }

  /** The most that the heap may take, and whether it was touched before; if a fork tells. */
  private static String heap(final JsonObject jvm) {
    final double bytes;
    try {
      bytes = Json.positive(jvm, "maxHeapBytes");
    } catch (final UnusableFile exception) {
      return Quantity.NONE; // of unknown origin: any value may be there
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

  /** What each flag set of the campaign changes. */
  static Table<?> flagSets(final Result result) {
    return new Table<>("Flag sets", result.settings().flagSets().entrySet())
        .words("flag set", each -> each.getKey())
        .words("options", each -> each.getValue().options())
        .words("what it changes", each -> each.getValue().says());
  }
}
