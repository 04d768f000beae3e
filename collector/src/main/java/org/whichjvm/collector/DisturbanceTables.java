package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What hit the measured windows, and what they cost, by variant; only what was recorded. */
final class DisturbanceTables {
  private DisturbanceTables() {}

  /** Those that have something to show. */
  static List<Table> of(final Result result) {
    final List<Table> tables = new ArrayList<>();
    add(tables, result, "Disturbances: the JVM", Measure.Of.JVM);
    add(tables, result, "Disturbances: the measured CPUs", Measure.Of.CPUS);
    add(tables, result, "Disturbances: page faults, pressure, stalls", Measure.Of.HOST);
    if (!tables.isEmpty()) {
      tables
          .get(tables.size() - 1)
          .footnotes
          .add(
              "In the measured window: the median fork, and in brackets the worst if it is another."
                  + " Pressure and JIT are of the whole host or process, on whatever CPU.");
    }
    return tables;
  }

  private static void add(
      final List<Table> tables, final Result result, final String title, final Measure.Of of) {
    final List<Measure> measures = recorded(result.forks(), of);
    if (measures.isEmpty()) {
      return;
    }
    final Table table = new Table(title).words("variant").numbers("forks");
    measures.forEach(each -> table.numbers(each.header));
    for (final VariantResult variant : result.variants()) {
      final List<Fork> forks =
          ChartFork.real(result, variant).stream()
              .filter(fork -> fork.disturbances().any(measures))
              .toList();
      if (!forks.isEmpty()) {
        final List<String> cells = new ArrayList<>(List.of(variant.label()));
        cells.add(Quantity.count(forks.size()));
        measures.forEach(each -> cells.add(medianAndWorst(forks, each)));
        table.row(cells);
      }
    }
    tables.add(table);
  }

  private static List<Measure> recorded(final List<Fork> forks, final Measure.Of of) {
    return Measure.of(of).stream()
        .filter(each -> forks.stream().anyMatch(fork -> fork.disturbances().any(List.of(each))))
        .toList();
  }

  private static String medianAndWorst(final List<Fork> forks, final Measure measure) {
    final double[] values = values(forks, measure);
    if (values.length == 0) {
      return Quantity.NONE;
    }
    final String median = measure.shown(Modes.median(Arrays.stream(values)));
    final String worst = measure.shown(Arrays.stream(values).max().orElseThrow());
    return median.equals(worst) ? median : median + " (" + worst + ")";
  }

  /** Of the forks that recorded it. */
  private static double[] values(final List<Fork> forks, final Measure measure) {
    return forks.stream()
        .mapToDouble(fork -> fork.disturbances().get(measure))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /** The median fork's; NaN if none recorded it. */
  static double median(final Result result, final VariantResult variant, final Measure measure) {
    return Modes.median(Arrays.stream(values(ChartFork.real(result, variant), measure)));
  }

  /**
   * What the variants cost in CPU, and beside it what they take in time where they wait in
   * different ways; null if no fork tells.
   */
  static Table cpu(final Result result) {
    final List<Measure> measures = recorded(result.forks(), Measure.Of.COST);
    if (measures.isEmpty()) {
      return null;
    }
    final boolean differ = idles(result).size() > 1;
    final Table table = new Table(differ ? "Latency against CPU" : "CPU").words("variant");
    if (differ) {
      table
          .words("waits by")
          .numbers("service\n50 %")
          .numbers("service\n99 %")
          .numbers("service\n99.9 %")
          .numbers("response\n50 %");
    }
    measures.forEach(each -> table.numbers(each.header));
    for (final VariantResult variant : result.variants()) {
      final List<String> cells = new ArrayList<>(List.of(variant.label()));
      if (differ) {
        cells.add(idle(result, variant.name()));
        cells.add(at(variant, Latency.SERVICE, Percentile.P50));
        cells.add(at(variant, Latency.SERVICE, Percentile.P99));
        cells.add(at(variant, Latency.SERVICE, Percentile.P99_9));
        cells.add(at(variant, Latency.RESPONSE, Percentile.P50));
      }
      for (final Measure each : measures) {
        cells.add(each.shown(median(result, variant, each)));
      }
      table.row(cells);
    }
    table.footnotes.add(
        "Cores: CPU seconds a second, the median fork"
            + (measures.contains(Measure.THREAD_CORES)
                ? ". Those of the threads are of the window, those of the process"
                : ",")
            + " from its start to its end, with compilation and warm-up.");
    return table;
  }

  private static Set<String> idles(final Result result) {
    final Set<String> idles = new TreeSet<>();
    result.forks().forEach(fork -> idles.add(idle(fork)));
    return idles;
  }

  private static String idle(final Result result, final String variant) {
    return ChartFork.of(result, variant).stream()
        .map(DisturbanceTables::idle)
        .findFirst()
        .orElse(Quantity.NONE);
  }

  private static String idle(final Fork fork) {
    final String idle = Json.shown(fork.parameters(), Arm.IDLE);
    return idle.isEmpty() ? "spin" : idle.replaceFirst("^park:(\\d+)$", "park $1 ns");
  }

  private static String at(
      final VariantResult variant, final Latency latency, final Percentile percentile) {
    final VariantResult.Pooled pooled = variant.latencies().get(latency);
    return pooled == null ? Quantity.NONE : Quantity.time(pooled.summary().at(percentile));
  }
}
