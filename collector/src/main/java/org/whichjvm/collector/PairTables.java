package org.whichjvm.collector;

import static org.whichjvm.collector.Percentile.P50;
import static org.whichjvm.collector.Percentile.P99;
import static org.whichjvm.collector.Percentile.P99_9;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Producer × consumer, for campaigns in which two JVMs exchange the messages. */
final class PairTables {
  private static final List<Percentile> SHOWN = List.of(P50, P99, P99_9);

  private PairTables() {}

  /** A table for each percentile, and for each way in which the pairs ran; none without a pair. */
  static List<Table> of(final Result result) {
    final Set<String> ways = new TreeSet<>();
    result.variants().stream()
        .filter(each -> Arm.of(each.name()).pair())
        .forEach(each -> ways.add(Arm.mods(each.name())));
    final List<Table> tables = new ArrayList<>();
    for (final String way : ways) {
      SHOWN.forEach(each -> tables.add(table(result, way, each)));
    }
    return tables;
  }

  private static Table table(final Result result, final String way, final Percentile percentile) {
    final Map<String, VariantResult> arms = new TreeMap<>();
    // In the campaign's order, rows and columns alike.
    final Set<String> jvms = new LinkedHashSet<>();
    final Set<String> producers = new LinkedHashSet<>();
    final Set<String> consumers = new LinkedHashSet<>();
    for (final VariantResult variant : result.variants()) {
      if (Arm.mods(variant.name()).equals(way)) {
        final Arm arm = Arm.of(variant.name());
        arms.put(arm.service(), variant);
        jvms.addAll(List.of(arm.producer(), arm.consumer()));
        if (arm.pair()) {
          producers.add(arm.producer());
          consumers.add(arm.consumer());
        }
      }
    }
    final Table table =
        new Table(
            "Producer × consumer: service " + percentile.label + (way.isEmpty() ? "" : ", " + way));
    table.words("producer");
    final List<String> columns = jvms.stream().filter(consumers::contains).toList();
    columns.forEach(each -> table.numbers("to\n" + each));
    table.numbers("producer's JVM\nalone, one process");
    for (final String producer : jvms.stream().filter(producers::contains).toList()) {
      final List<String> cells = new ArrayList<>(List.of(producer));
      for (final String consumer : columns) {
        cells.add(cell(result, arms.get(producer + Arm.TO + consumer), percentile));
      }
      cells.add(cell(result, arms.get(producer), percentile));
      table.row(cells);
    }
    table.footnotes.add(
        "Pooled over the forks; behind it the ratio to "
            + result.baseline()
            + " with its 95 % interval, above 1 is slower"
            + (elsewhere(result, arms.values())
                ? ", or to what the table of verdicts names."
                : "."));
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static String cell(
      final Result result, final VariantResult variant, final Percentile percentile) {
    final VariantResult.Pooled pooled =
        variant == null ? null : variant.latencies().get(Latency.SERVICE);
    if (pooled == null) {
      return Quantity.NONE;
    }
    final String time =
        Quantity.time(pooled.summary().at(percentile))
            + (variant.substitute().isEmpty() ? "" : "*")
            + (variant.emulated() ? EmulatedText.MARK : "");
    return result.comparisons().stream()
        .filter(each -> each.variant().equals(variant.name()))
        .filter(each -> each.latency() == Latency.SERVICE && each.percentile() == percentile)
        .filter(each -> !Double.isNaN(each.ratio()))
        .map(each -> time + ", " + ChartForest.numbers(each))
        .findFirst()
        .orElse(time);
  }

  private static boolean elsewhere(final Result result, final Iterable<VariantResult> variants) {
    for (final VariantResult variant : variants) {
      if (result.comparisons().stream()
          .anyMatch(
              each ->
                  each.variant().equals(variant.name())
                      && !each.baseline().equals(result.baseline()))) {
        return true;
      }
    }
    return false;
  }
}
