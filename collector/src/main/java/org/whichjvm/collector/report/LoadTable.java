package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.LoadCurve;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;

/** Response times and memory at each rate of a load, the contenders of a rate side by side. */
public final class LoadTable {
  private LoadTable() {}

  /** Points of one rate, of a contender's forks. */
  private record Row(double rate, ContenderResult contender, List<LoadCurve.Point> points) {
    String median(final ToDoubleFunction<LoadCurve.Point> of) {
      return Quantity.time(Medians.of(points.stream().mapToDouble(of)));
    }

    String memory() {
      final double bytes = Medians.of(points.stream().mapToDouble(LoadCurve.Point::residentBytes));
      return bytes > 0 ? Quantity.count(Math.round(bytes / 1e6)) + " MB" : Quantity.NONE;
    }
  }

  /** The table; empty if no fork that counts was under load. */
  public static Table<?> of(final Result result) {
    final List<Row> rows = new ArrayList<>();
    for (final ContenderResult contender : result.contenders()) {
      final List<List<LoadCurve.Point>> forks =
          result.forksOf(contender.name()).stream()
              .filter(fork -> result.counts(fork) && fork.measured().load() != null)
              .map(fork -> fork.measured().load().points())
              .toList();
      final int rates = forks.stream().mapToInt(List::size).min().orElse(0);
      for (int i = 0; i < rates; i++) {
        final int at = i;
        final List<LoadCurve.Point> points = forks.stream().map(each -> each.get(at)).toList();
        rows.add(
            new Row(
                Medians.of(points.stream().mapToDouble(LoadCurve.Point::rate)), contender, points));
      }
    }
    if (rows.isEmpty()) {
      return new Table<>("", rows);
    }
    // The sort keeps the contenders' order.
    rows.sort(Comparator.comparingDouble(Row::rate));
    return new Table<>("By rate: response times and memory, medians of the forks", rows)
        .numbers(
            LoadCurve.requests(result.workload()) + "\na second",
            each -> Quantity.count(Math.round(each.rate)))
        .words("contender", each -> Words.contender(each.contender))
        .numbers("p50", each -> each.median(LoadCurve.Point::p50))
        .numbers("p95", each -> each.median(LoadCurve.Point::p95))
        .numbers("p99", each -> each.median(LoadCurve.Point::p99))
        .numbers("memory", Row::memory)
        .note("Response times count from the intended send time. Memory is what was resident.");
  }
}
