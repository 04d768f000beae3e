package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.Percentile;

/** The article's bar charts: one percentile of the service time of each contender. */
final class ChartBars {
  private ChartBars() {}

  static Chart of(final Result result, final Percentile percentile, final String name) {
    final ChartNames names = ChartNames.of(result);
    final List<Object> y = new ArrayList<>();
    final List<Object> ns = new ArrayList<>();
    final List<Object> fill = new ArrayList<>();
    final List<Object> label = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    double max = 1;
    for (int i = 0; i < result.contenders().size(); i++) {
      final ContenderResult contender = result.contenders().get(i);
      final ContenderResult.Pooled pooled = contender.latencies().get(Latency.SERVICE);
      if (pooled == null) {
        continue;
      }
      final double value = pooled.summary().at(percentile);
      y.add(names.row(i));
      ns.add(value);
      fill.add(ChartColors.contender(i).light());
      label.add(Quantity.time(value));
      told.add(Words.contender(contender) + " " + Quantity.time(value));
      max = Math.max(max, value);
    }
    // Few contenders leave room for two such charts side by side.
    final int width = result.contenders().size() <= 6 ? ChartSpec.WIDTH / 2 : ChartSpec.WIDTH;
    final int height = 44 + 34 * result.contenders().size();
    final ChartSpec spec =
        new ChartSpec(width, height)
            .layer(
                "bar",
                ChartSpec.map("y", y, "ns", ns, "fill", fill),
                ChartSpec.map("y", "y", "x", "ns", "fill", "fill"),
                "orientation",
                "y",
                "width",
                0.62,
                "size",
                0.0)
            .layer(
                "text",
                ChartSpec.map("y", y, "ns", ns, "label", label),
                ChartSpec.map("y", "y", "x", "ns", "label", "label"),
                "hjust",
                0.0,
                "nudge_x",
                max * 0.015,
                "size",
                5.2,
                "color",
                ChartColors.INK.light())
            .literal("fill")
            .axis("y", "", names.rows())
            .axis("x", "", ChartTicks.fromZero(max * 1.22, Quantity::shortTime))
            .theme("panel_grid_major_y", ChartSpec.map("blank", true));
    final String title = Words.figure(Latency.SERVICE, percentile) + " of each contender";
    return new Chart(
        name,
        title,
        "Pooled over each contender's forks; lower is faster.",
        HtmlText.join("Bars: ", told),
        width,
        height,
        SvgDraw.body(name, spec));
  }
}
