package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** The p99 response time of each contender by the rate at which messages are sent. */
final class ChartRates {
  private static final int HEIGHT = 400;

  private ChartRates() {}

  /** Whether a contender has several rates. */
  static boolean possible(final Result result) {
    return lines(result).values().stream().anyMatch(each -> each.size() > 1);
  }

  /** A point of a line. */
  private record Point(double rate, double p99) {}

  /** The points of each contender, whatever its rates, in ascending order. */
  private static Map<String, List<Point>> lines(final Result result) {
    final Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (final ContenderResult each : result.contenders()) {
      final String rate = Contender.of(each.name()).rate();
      final List<Fork> forks =
          result.forksOf(each.name()).stream()
              .filter(result::counts)
              .filter(fork -> fork.summaries().containsKey(Latency.RESPONSE))
              .toList();
      if (rate != null && !forks.isEmpty()) {
        lines
            .computeIfAbsent(Contender.withoutRate(each.name()), name -> new ArrayList<>())
            .add(
                new Point(
                    Double.parseDouble(rate),
                    Medians.of(
                        forks.stream()
                            .mapToDouble(
                                fork ->
                                    fork.summaries().get(Latency.RESPONSE).at(Percentile.P99)))));
      }
    }
    lines.values().forEach(each -> each.sort(Comparator.comparingDouble(Point::rate)));
    return lines;
  }

  static Chart of(final Result result) {
    final Map<String, List<Point>> lines = lines(result);
    final List<String> names = List.copyOf(lines.keySet());
    final List<Object> x = new ArrayList<>();
    final List<Object> y = new ArrayList<>();
    final List<Object> key = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final TreeSet<Double> rates = new TreeSet<>();
    double min = Double.POSITIVE_INFINITY;
    double max = 1;
    for (int i = 0; i < names.size(); i++) {
      final List<String> words = new ArrayList<>();
      for (final Point point : lines.get(names.get(i))) {
        x.add(point.rate());
        y.add(point.p99());
        key.add(ChartLegend.key(i));
        rates.add(point.rate());
        min = Math.min(min, point.p99());
        max = Math.max(max, point.p99());
        words.add(rate(point.rate()) + " a second " + Quantity.time(point.p99()));
      }
      told.add(names.get(i) + " " + String.join(", ", words));
    }
    final int height = HEIGHT + ChartLegend.height(names);
    final ChartSpec spec = new ChartSpec(ChartSpec.WIDTH, height);
    final Map<String, Object> data = ChartSpec.map("x", x, "y", y, "key", key);
    spec.layer(
            "line",
            data,
            ChartSpec.map("x", "x", "y", "y", "color", "key", "linetype", "key"),
            "size",
            1.4)
        .layer(
            "point",
            data,
            ChartSpec.map("x", "x", "y", "y", "color", "key", "shape", "key"),
            "size",
            3.6)
        .axis(
            "x",
            "messages a second",
            ChartTicks.of(
                rates.first() / 1.15, rates.last() * 1.15, List.copyOf(rates), ChartRates::rate),
            "trans",
            "log10")
        .axis(
            "y",
            "p99 response time",
            ChartTicks.logarithmic(min, max, Quantity::shortTime),
            "trans",
            "log10");
    ChartLegend.add(spec, names);
    return new Chart(
        "rates",
        "Response time by rate",
        "Each point is the median p99 of a contender's forks at a rate; both scales are logarithmic. A"
            + " rate that no fork kept has no point.",
        HtmlText.join("p99 response time: ", told),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body("rates", spec));
  }

  private static String rate(final double value) {
    return Quantity.count(Math.round(value));
  }
}
