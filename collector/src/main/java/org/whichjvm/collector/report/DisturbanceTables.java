package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Cost;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** What hit the measured windows, and what they cost, by contender; only what was recorded. */
public final class DisturbanceTables {
  private DisturbanceTables() {}

  /** Those that have something to show. */
  public static List<Table> of(final Result result) {
    final List<Table> tables = new ArrayList<>();
    add(tables, result, "Disturbances: the JVM", Measure.Of.JVM);
    add(tables, result, "Disturbances: the measured CPUs", Measure.Of.CPUS);
    add(tables, result, "Disturbances: page faults, pressure, stalls", Measure.Of.HOST);
    if (!tables.isEmpty()) {
      tables
          .get(tables.size() - 1)
          .footnotes
          .add(
              "The median fork in its measured window; brackets hold the worst fork where it differs."
                  + " Pressure is that of the whole host; the CPU time of the JVM's other threads is on any CPU.");
    }
    return tables;
  }

  private static void add(
      final List<Table> tables, final Result result, final String title, final Measure.Of of) {
    final List<Measure> measures = recorded(result.forks(), of);
    if (measures.isEmpty()) {
      return;
    }
    final Table table = new Table(title).words("contender").numbers("forks");
    measures.forEach(each -> table.numbers(each.header));
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks =
          result.forksOf(contender).stream()
              .filter(fork -> fork.disturbances().any(measures))
              .toList();
      if (!forks.isEmpty()) {
        final List<String> cells = new ArrayList<>(List.of(Words.contender(contender)));
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
    final String median = measure.shown(Medians.of(Arrays.stream(values)));
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
  static double median(
      final Result result, final ContenderResult contender, final Measure measure) {
    return Medians.of(Arrays.stream(values(result.forksOf(contender), measure)));
  }

  /**
   * What the contenders cost in CPU, and beside it what they take in time where they wait in
   * different ways; null if no fork tells.
   */
  static Table cpu(final Result result) {
    final List<Measure> measures = recorded(result.forks(), Measure.Of.COST);
    if (measures.isEmpty()) {
      return null;
    }
    final boolean differ = waitStrategies(result).size() > 1;
    final Table table =
        new Table(differ ? "Latency against CPU time" : "CPU time").words("contender");
    if (differ) {
      table
          .words("waits by")
          .numbers("p50\nservice time")
          .numbers("p99\nservice time")
          .numbers("p99.9\nservice time")
          .numbers("p50\nresponse time");
    }
    measures.forEach(each -> table.numbers(each.header));
    for (final ContenderResult contender : result.contenders()) {
      final List<String> cells = new ArrayList<>(List.of(Words.contender(contender)));
      if (differ) {
        cells.add(waitStrategy(result, contender.name()));
        cells.add(at(contender, Latency.SERVICE, Percentile.P50));
        cells.add(at(contender, Latency.SERVICE, Percentile.P99));
        cells.add(at(contender, Latency.SERVICE, Percentile.P99_9));
        cells.add(at(contender, Latency.RESPONSE, Percentile.P50));
      }
      for (final Measure each : measures) {
        cells.add(each.shown(median(result, contender, each)));
      }
      table.row(cells);
    }
    table.footnotes.add(
        "Cores are CPU seconds a second of the median fork. "
            + (measures.contains(Measure.THREAD_CORES)
                ? "The measured window counts for the threads. "
                : "")
            + "The whole run counts for the process, with compilation and warm-up.");
    return table;
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

  private static String at(
      final ContenderResult contender, final Latency latency, final Percentile percentile) {
    final ContenderResult.Pooled pooled = contender.latencies().get(latency);
    return pooled == null ? Quantity.NONE : Quantity.time(pooled.summary().at(percentile));
  }

  /** How long each JVM starts, and what memory it takes; null if no fork tells. */
  static Table start(final Result result) {
    final List<Cost> costs = Cost.of(result);
    if (costs.isEmpty()) {
      return null;
    }
    final List<Measure> measures = costs.stream().map(Cost::measure).distinct().toList();
    final Table table = new Table("What it costs beside latency").words("contender");
    measures.forEach(measure -> table.numbers(measure.header));
    for (final ContenderResult contender : result.contenders()) {
      final List<String> cells = new ArrayList<>();
      cells.add(Words.contender(contender));
      cells.addAll(
          costs.stream()
              .filter(each -> each.contender().equals(contender.name()))
              .map(DisturbanceTables::cell)
              .collect(Collectors.toList()));
      table.row(cells);
    }
    table.footnotes.add(
        "The median fork's, and over the blocks its ratio to "
            + Report.label(result, result.baseline())
            + " with the 95 % interval of the sign test. Times are from the start of the JVM; by"
            + " turns the JVMs of a block start side by side and slow each other. Each interval is"
            + " one of its own: of twenty, one misses the truth.");
    return table;
  }

  private static String cell(final Cost cost) {
    final String shown = cost.measure().shown(cost.median());
    return Double.isNaN(cost.ratio())
        ? shown
        : shown
            + " × "
            + Quantity.ratio(cost.ratio())
            + " "
            + Quantity.interval(cost.low(), cost.high());
  }
}
