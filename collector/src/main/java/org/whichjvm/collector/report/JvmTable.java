package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;

/** Table 1: the JVMs. */
public final class JvmTable {
  private JvmTable() {}

  public static Table of(final Result result) {
    final Table table =
        new Table("Table 1. The JVMs")
            .words("contender")
            .words("JVM")
            .words("compiler")
            .words("garbage collector")
            .numbers("heap");
    final boolean flags =
        result.contenders().stream().anyMatch(each -> !Json.shown(each.jvm(), "flagSet").isEmpty());
    if (flags) {
      table.words("flag set");
    }
    table.numbers("forks ok").numbers("failed");
    final boolean gates = !result.excluded().isEmpty();
    if (gates) {
      table.numbers("excluded");
    }
    if (!result.ofScores()) {
      table.numbers("p50 service\n÷ floor").numbers("spread");
    }
    for (final ContenderResult contender : result.contenders()) {
      final List<String> cells = new ArrayList<>();
      cells.addAll(
          List.of(
              Words.contender(contender),
              both(contender, JvmTable::build),
              both(contender, jvm -> orNone(Json.shown(jvm, "compiler"))),
              both(contender, jvm -> orNone(Json.shown(jvm, "garbageCollector"))),
              both(contender, JvmTable::heap)));
      if (flags) {
        cells.add(orNone(Json.shown(contender.jvm(), "flagSet")));
      }
      cells.add(Quantity.count(contender.ok()));
      cells.add(Quantity.count(contender.failed()));
      if (gates) {
        cells.add(Quantity.count(contender.excluded()));
      }
      if (!result.ofScores()) {
        cells.add(Quantity.ratio(contender.p50PerFloor(Latency.SERVICE), 1));
        cells.add(Quantity.percent(contender.spread()));
      }
      table.row(cells);
    }
    if (!result.ofScores()) {
      table.footnotes.add(
          "Spread: how far the forks of a contender lie apart within their largest JIT mode, without what"
              + " the floor explains. It is the median absolute deviation of their p50 service time.");
    }
    if (result.contenders().stream().anyMatch(each -> each.producerJvm().size() > 0)) {
      table.footnotes.add("Of two JVMs the first is the producer's, the second the consumer's.");
    }
    table.footnotes.addAll(Report.substitutes(result));
    return table;
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
