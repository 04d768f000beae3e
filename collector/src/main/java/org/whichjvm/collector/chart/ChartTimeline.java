package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.HtmlText;

/** The campaign in the order in which it ran: what drifts with time hits all contenders alike. */
final class ChartTimeline {
  private static final int HEIGHT = 340;

  private ChartTimeline() {}

  static Chart of(final Result result) {
    final List<Object> at = new ArrayList<>();
    final List<Object> y = new ArrayList<>();
    final List<Object> key = new ArrayList<>();
    final List<Object> excludedAt = new ArrayList<>();
    final List<Object> excludedY = new ArrayList<>();
    final List<Object> excludedKey = new ArrayList<>();
    final List<Object> floorAt = new ArrayList<>();
    final List<Object> floor = new ArrayList<>();
    final Map<String, Integer> index = new LinkedHashMap<>();
    result.contenders().forEach(contender -> index.put(contender.name(), index.size()));
    for (int i = 0; i < result.forks().size(); i++) {
      final Fork fork = result.forks().get(i);
      final boolean excluded = !result.counts(fork);
      (excluded ? excludedAt : at).add(when(i));
      (excluded ? excludedY : y).add(fork.p50());
      (excluded ? excludedKey : key).add(ChartLegend.key(index.get(fork.name().contender())));
      if (!Double.isNaN(fork.floorNs())) {
        floorAt.add(when(i));
        floor.add(fork.floorNs());
      }
    }
    final ChartTicks ticks = ChartFork.ticks(result.forks());
    final int height = HEIGHT + ChartLegend.height(result);
    final ChartSpec spec =
        new ChartSpec(ChartSpec.WIDTH, height)
            .layer(
                "line",
                ChartSpec.map("x", floorAt, "y", floor),
                ChartSpec.map("x", "x", "y", "y"),
                "color",
                ChartColors.FLOOR.light(),
                "size",
                1.0)
            .layer(
                "point",
                ChartSpec.map("x", at, "y", y, "key", key),
                ChartSpec.map("x", "x", "y", "y", "color", "key", "shape", "key"),
                "size",
                result.forks().size() > 300 ? 1.8 : 2.8)
            .layer(
                "point",
                ChartSpec.map("x", excludedAt, "y", excludedY, "key", excludedKey),
                ChartSpec.map("x", "x", "y", "y", "color", "key"),
                "size",
                2.8,
                "shape",
                ChartColors.hollow(ChartColors.shape(0)),
                "show_legend",
                false)
            .axis("x", "forks in the order in which they ran", order(result.forks().size()))
            .axis("y", "p50 service time", ticks, "trans", ticks.from() > 0 ? "log10" : "identity")
            .theme("panel_grid_major_x", ChartSpec.map("blank", true));
    ChartLegend.add(spec, result);
    return new Chart(
        "timeline",
        "The campaign as it ran",
        "A dot is the p50 service time of one fork, the grey line the floor. What moves all contenders"
            + " at once is the host, not a JVM."
            + ChartForks.hollowNote(result),
        HtmlText.escape(
            "The p50 service time and the floor of "
                + result.forks().size()
                + " forks, from the first to the last."),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body("timeline", spec));
  }

  /** Where the fork with this index stands: by its place in the order, from 1. */
  private static double when(final int index) {
    return index + 1.0;
  }

  private static ChartTicks order(final int forks) {
    final ChartTicks round = ChartTicks.countFromZero(forks);
    return new ChartTicks(0.4 - forks * 0.01, forks * 1.01 + 0.6, round.values(), round.labels());
  }
}
