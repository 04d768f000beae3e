package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.LoadCurve;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Medians;

/** The response time of each contender by the rate of its load, and the two rates it is about. */
final class ChartLoad {
  private static final int HEIGHT = 400;
  private static final double BAND = 0.18;
  private static final String CRITICAL = "critical-throughput";

  private final Result result;
  private final ChartSpec spec;
  private final int height;
  private final List<String> told = new ArrayList<>();
  private double longest = 1;
  private double shortest = Double.POSITIVE_INFINITY;
  private double greatest = 1;

  private ChartLoad(final Result result) {
    this.result = result;
    height = HEIGHT + ChartLegend.height(result);
    spec = new ChartSpec(ChartSpec.WIDTH, height);
  }

  /** Whether there is a curve to draw. */
  static boolean possible(final Result result) {
    return result.forks().stream().anyMatch(fork -> fork.load() != null);
  }

  static Chart of(final Result result) {
    return new ChartLoad(result).draw();
  }

  private Chart draw() {
    final List<Object> x = new ArrayList<>();
    final List<Object> y = new ArrayList<>();
    final List<Object> key = new ArrayList<>();
    final List<Object> atX = new ArrayList<>();
    final List<Object> atY = new ArrayList<>();
    final List<Object> atKey = new ArrayList<>();
    for (int i = 0; i < result.contenders().size(); i++) {
      final List<Fork> forks =
          result.forksOf(result.contenders().get(i).name()).stream()
              .filter(result::counts)
              .filter(fork -> fork.load() != null)
              .toList();
      if (!forks.isEmpty()) {
        final int from = x.size();
        curve(i, forks, x, y, key);
        marks(i, forks, x.subList(from, x.size()), y.subList(from, y.size()), atX, atY, atKey);
      }
    }
    spec.layer(
            "line",
            ChartSpec.map("x", x, "y", y, "key", key),
            ChartSpec.map("x", "x", "y", "y", "color", "key", "linetype", "key"),
            "size",
            1.4)
        .layer(
            "point",
            ChartSpec.map("x", atX, "y", atY, "key", atKey),
            ChartSpec.map("x", "x", "y", "y", "color", "key", "shape", "key"),
            "size",
            4.0)
        .axis(
            "x",
            LoadCurve.requests(result.workload()) + " a second",
            ChartTicks.fromZero(greatest, ChartLoad::count))
        .axis(
            "y",
            "p99 response time",
            ChartTicks.logarithmic(shortest, longest, Quantity::shortTime),
            "trans",
            "log10");
    ChartLegend.add(spec, result);
    return new Chart(
        "load",
        "Response time by load",
        "Each line is the median p99 of a contender's forks at each rate, the band from their least to"
            + " their greatest. The line ends with the greatest rate that is kept, which has a mark, as"
            + " critical throughput has. The time scale is logarithmic.",
        HtmlText.join("Load: ", told),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body("load", spec));
  }

  private static String count(final double value) {
    return Quantity.count(Math.round(value));
  }

  private void curve(
      final int index,
      final List<Fork> forks,
      final List<Object> x,
      final List<Object> y,
      final List<Object> key) {
    final int points =
        forks.stream().mapToInt(fork -> fork.load().points().size()).min().orElseThrow();
    final List<Object> low = new ArrayList<>();
    final List<Object> high = new ArrayList<>();
    final int from = x.size();
    for (int i = 0; i < points; i++) {
      final int at = i;
      final List<LoadCurve.Point> all =
          forks.stream().map(fork -> fork.load().points().get(at)).toList();
      final double p99 = Medians.of(all.stream().mapToDouble(LoadCurve.Point::p99));
      final double rate = Medians.of(all.stream().mapToDouble(LoadCurve.Point::rate));
      final double least = all.stream().mapToDouble(LoadCurve.Point::p99).min().orElseThrow();
      final double most = all.stream().mapToDouble(LoadCurve.Point::p99).max().orElseThrow();
      x.add(rate);
      y.add(p99);
      key.add(ChartLegend.key(index));
      low.add(least);
      high.add(most);
      shortest = Math.min(shortest, least);
      longest = Math.max(longest, most);
      greatest = Math.max(greatest, rate);
    }
    spec.layer(
        "ribbon",
        ChartSpec.map("x", ChartSpec.list(x.subList(from, x.size())), "low", low, "high", high),
        ChartSpec.map("x", "x", "ymin", "low", "ymax", "high"),
        "fill",
        ChartColors.contender(index).light(),
        "alpha",
        BAND,
        "size",
        0.0);
  }

  /** At the median critical and max throughput, on the contender's line. */
  private void marks(
      final int index,
      final List<Fork> forks,
      final List<Object> x,
      final List<Object> y,
      final List<Object> atX,
      final List<Object> atY,
      final List<Object> atKey) {
    final double max = Medians.of(forks.stream().mapToDouble(fork -> fork.load().max()));
    final double critical =
        Medians.of(
            forks.stream()
                .flatMap(fork -> fork.scores().entrySet().stream())
                .filter(each -> each.getKey().name().equals(CRITICAL))
                .mapToDouble(Map.Entry::getValue));
    for (final double rate : new double[] {critical, max}) {
      if (!Double.isNaN(rate)) {
        atX.add(rate);
        atY.add(on(x, y, rate));
        atKey.add(ChartLegend.key(index));
      }
    }
    told.add(
        Words.contender(result.contenders().get(index))
            + " max "
            + count(max)
            + " a second"
            + (Double.isNaN(critical) ? "" : ", critical " + count(critical)));
  }

  /** The time on a line at a rate. */
  private static double on(final List<Object> x, final List<Object> y, final double rate) {
    for (int i = 1; i < x.size(); i++) {
      final double from = (Double) x.get(i - 1);
      final double to = (Double) x.get(i);
      if (rate <= to) {
        final double share = Math.max(0, (rate - from) / (to - from));
        return Math.exp(
            (1 - share) * Math.log((Double) y.get(i - 1)) + share * Math.log((Double) y.get(i)));
      }
    }
    return (Double) y.get(y.size() - 1);
  }
}
