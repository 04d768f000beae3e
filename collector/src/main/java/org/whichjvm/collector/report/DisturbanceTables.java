package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Cost;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** What hit the measured windows, and what they cost, by contender; only what was recorded. */
public final class DisturbanceTables {
  private DisturbanceTables() {}

  /** Those that have something to show. */
  public static List<Table<?>> of(final Result result) {
    final List<Table<?>> tables = new ArrayList<>();
    tables.add(table(result, "Disturbances: the JVM", Disturbances.Of.JVM));
    tables.add(table(result, "Disturbances: the measured CPUs", Disturbances.Of.CPUS));
    tables.add(table(result, "Disturbances: page faults, pressure, stalls", Disturbances.Of.HOST));
    tables.removeIf(Table::isEmpty);
    if (!tables.isEmpty()) {
      tables
          .get(tables.size() - 1)
          .note(
              "The median fork in its measured window; brackets hold the worst fork where it"
                  + " differs. Pressure is that of the whole host; the CPU time of the JVM's other"
                  + " threads is on any CPU.");
    }
    return tables;
  }

  private static Table<?> table(final Result result, final String title, final Disturbances.Of of) {
    final List<Figure> measures = recorded(result.forks(), of);
    final Map<ContenderResult, List<Fork>> rows = new LinkedHashMap<>();
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks =
          result.forksOf(contender).stream()
              .filter(fork -> fork.disturbances().any(measures))
              .toList();
      if (!forks.isEmpty()) {
        rows.put(contender, forks);
      }
    }
    final Table<Map.Entry<ContenderResult, List<Fork>>> table =
        new Table<>(title, rows.entrySet())
            .words("contender", each -> Words.contender(each.getKey()))
            .numbers("forks", each -> Quantity.count(each.getValue().size()));
    measures.forEach(
        one -> table.numbers(one.label(), each -> medianAndWorst(each.getValue(), one)));
    return table;
  }

  private static List<Figure> recorded(final List<Fork> forks, final Disturbances.Of of) {
    return Disturbances.of(of).stream()
        .filter(each -> forks.stream().anyMatch(fork -> fork.disturbances().any(List.of(each))))
        .toList();
  }

  private static String medianAndWorst(final List<Fork> forks, final Figure measure) {
    final double[] values = values(forks, measure);
    if (values.length == 0) {
      return Quantity.NONE;
    }
    final String median = measure.shown(Medians.of(Arrays.stream(values)));
    final String worst = measure.shown(Arrays.stream(values).max().orElseThrow());
    return median.equals(worst) ? median : median + " (" + worst + ")";
  }

  /** Of the forks that recorded it. */
  private static double[] values(final List<Fork> forks, final Figure measure) {
    return forks.stream()
        .mapToDouble(fork -> fork.disturbances().get(measure))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /** The median fork's; NaN if none recorded it. */
  static double median(final Result result, final ContenderResult contender, final Figure measure) {
    return Medians.of(Arrays.stream(values(result.forksOf(contender), measure)));
  }

  /**
   * What the contenders cost in CPU, and beside it what they take in time where they wait in
   * different ways; empty if no fork tells.
   */
  static Table<?> cpu(final Result result) {
    final List<Figure> measures = recorded(result.forks(), Disturbances.Of.COST);
    final boolean differ = waitStrategies(result).size() > 1;
    final Table<ContenderResult> table =
        new Table<>(
                differ ? "Latency against CPU time" : "CPU time",
                measures.isEmpty() ? List.of() : result.contenders())
            .words("contender", Words::contender)
            .words(differ, "waits by", each -> waitStrategy(result, each.name()));
    for (final Percentile at : List.of(Percentile.P50, Percentile.P99, Percentile.P99_9)) {
      table.numbers(
          differ, at.label + "\nservice time", each -> LatencyTables.at(each, Latency.SERVICE, at));
    }
    table.numbers(
        differ,
        "p50\nresponse time",
        each -> LatencyTables.at(each, Latency.RESPONSE, Percentile.P50));
    measures.forEach(
        one -> table.numbers(one.label(), each -> one.shown(median(result, each, one))));
    return table.note(
        "Cores are CPU seconds a second of the median fork. "
            + (measures.contains(Disturbances.THREAD_CORES)
                ? "The measured window counts for the threads. "
                : "")
            + "The whole run counts for the process, with compilation and warm-up.");
  }

  private static Set<String> waitStrategies(final Result result) {
    final Set<String> waitStrategies = new TreeSet<>();
    result.forks().forEach(fork -> waitStrategies.add(waitStrategy(fork)));
    return waitStrategies;
  }

  private static String waitStrategy(final Result result, final String contender) {
    return result.forksOf(contender).stream()
        .map(DisturbanceTables::waitStrategy)
        .findFirst()
        .orElse(Quantity.NONE);
  }

  private static String waitStrategy(final Fork fork) {
    final String wait = Json.shown(fork.parameters(), Contender.WAIT);
    return wait.isEmpty() ? "spin" : wait.replaceFirst("^park:(\\d+)$", "park $1 ns");
  }

  /** How long each JVM starts, and what memory it takes; empty if no fork tells. */
  static Table<?> start(final Result result) {
    final List<Cost> costs = Cost.of(result);
    final Table<ContenderResult> table =
        new Table<>(
                "What it costs beside latency", costs.isEmpty() ? List.of() : result.contenders())
            .words("contender", Words::contender);
    costs.stream()
        .map(Cost::figure)
        .distinct()
        .forEach(one -> table.numbers(one.label(), each -> cell(costs, each, one)));
    return table.note(
        "The median fork's, and over the blocks its ratio to "
            + Report.label(result, result.baseline())
            + " with the 95 % interval of the sign test. Times are from the start of the JVM; by"
            + " turns the JVMs of a block start side by side and slow each other. Each interval is"
            + " one of its own: of twenty, one misses the truth.");
  }

  private static String cell(
      final List<Cost> costs, final ContenderResult contender, final Figure measure) {
    final Cost cost =
        costs.stream()
            .filter(each -> each.contender().equals(contender.name()))
            .filter(each -> each.figure().equals(measure))
            .findFirst()
            .orElseThrow();
    final String shown = measure.shown(cost.median());
    return Double.isNaN(cost.ratio())
        ? shown
        : "%s × %s %s"
            .formatted(
                shown, Quantity.ratio(cost.ratio()), Quantity.interval(cost.low(), cost.high()));
  }
}
