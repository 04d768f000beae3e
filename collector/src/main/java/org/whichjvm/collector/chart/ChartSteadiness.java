package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;

/** How each contender goes from its first turn to its last. */
final class ChartSteadiness {
  private static final int HEIGHT = 220;
  private static final double LEAST_RANGE = 0.05;

  private ChartSteadiness() {}

  /** Whether there are turns to draw. */
  static boolean possible(final Result result) {
    return result.byTurns() != null && values(result).findAny().isPresent();
  }

  static Chart of(final Result result) {
    final List<Object> x = new ArrayList<>();
    final List<Object> y = new ArrayList<>();
    final List<Object> key = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    int rounds = 0;
    final List<String> names = result.contenders().stream().map(ContenderResult::name).toList();
    for (final Steadiness each : result.byTurns().steadiness()) {
      rounds = Math.max(rounds, each.byRound().length);
      for (int round = 0; round < each.byRound().length; round++) {
        if (each.byRound()[round] > 0) {
          x.add(round + 1.0);
          y.add(each.byRound()[round]);
          key.add(ChartLegend.key(names.indexOf(each.contender())));
        }
      }
      told.add(each.contender() + " last third ÷ first " + Quantity.ratio(each.drift(), 3));
    }
    final int height = HEIGHT + ChartLegend.height(result);
    final ChartSpec spec =
        new ChartSpec(ChartSpec.WIDTH, height)
            .layer(
                "line",
                ChartSpec.map("x", x, "y", y, "key", key),
                ChartSpec.map("x", "x", "y", "y", "color", "key", "linetype", "key"),
                "size",
                0.9)
            .axis("x", "round", rounds(rounds))
            .axis("y", "p50 ÷ its fork's", ratios(result))
            .theme("panel_grid_major_x", ChartSpec.map("blank", true));
    ChartLegend.add(spec, result);
    return new Chart(
        "steadiness",
        "Steadiness",
        "The p50 service time of each turn over that of its fork, the median of all forks. A line that"
            + " falls is a JVM that still warms up.",
        HtmlText.join("p50 service time over the turns: ", told),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body("steadiness", spec));
  }

  private static ChartTicks rounds(final int rounds) {
    final ChartTicks round = ChartTicks.countFromZero(rounds);
    return new ChartTicks(0.4, rounds + 0.6, round.values(), round.labels());
  }

  /** Around 1, and as far to both sides. */
  private static ChartTicks ratios(final Result result) {
    final double farthest =
        Math.max(LEAST_RANGE, values(result).map(each -> Math.abs(each - 1)).max().orElse(0));
    final List<Double> values = new ArrayList<>();
    for (int i = -2; i <= 2; i++) {
      values.add(1 + i * farthest / 2);
    }
    return ChartTicks.of(
        1 - farthest * 1.1,
        1 + farthest * 1.1,
        values,
        value -> String.format(Locale.ROOT, "%.2f", value));
  }

  private static DoubleStream values(final Result result) {
    return result.byTurns().steadiness().stream()
        .flatMapToDouble(each -> DoubleStream.of(each.byRound()))
        .filter(each -> each > 0);
  }
}
