package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.Percentile;

/** The article's bar charts: one percentile of the service time of each contender. */
final class ChartBars {
    static Chart of(Result result, Percentile percentile, String name) {
        ChartNames names = ChartNames.of(result);
        Marks bars = new Marks("y", "x", "fill");
        Marks labels = new Marks("y", "x", "label");
        List<String> told = new ArrayList<>();
        double max = 1;
        for (int i = 0; i < result.contenders().size(); i++) {
            ContenderResult contender = result.contenders().get(i);
            ContenderResult.Pooled pooled = contender.latencies().get(Latency.SERVICE);
            if (pooled != null) {
                double value = pooled.summary().at(percentile);
                bars.add(names.row(i), value, ChartStyle.contender(i).light());
                labels.add(names.row(i), value, Quantity.time(value));
                told.add(Words.contender(contender) + " " + Quantity.time(value));
                max = Math.max(max, value);
            }
        }
        int all = result.contenders().size();
        String ink = ChartStyle.INK.light();
        // Few contenders leave room for two such charts side by side.
        return new ChartSpec(all <= 6 ? ChartSpec.WIDTH / 2 : ChartSpec.WIDTH, 44 + 34 * all)
                .layer("bar", bars, "orientation", "y", "width", 0.62, "size", 0.0)
                .layer("text", labels, "hjust", 0.0, "nudge_x", max * 0.015, "size", 5.2, "color", ink)
                .literal("fill")
                .axis("y", "", names.rows())
                .axis("x", "", ChartTicks.fromZero(max * 1.22, Quantity::shortTime))
                .withoutGrid("y")
                .chart(
                        name,
                        Metric.of(Latency.SERVICE, percentile).label() + " of each contender",
                        "Pooled over each contender's forks; lower is faster.",
                        "Bars: ",
                        told);
    }
}
