package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.Percentile;

/** Each contender's latency at every percentile, in the form known from HdrHistogram. */
final class ChartPercentiles {
    private static final int HEIGHT = 400;
    private static final double FIRST = Math.log10(2);
    private static final double LAST = 5;
    private static final int POINTS_PER_DECADE = 40;
    // A percentile with fewer messages above it is anecdote: the curve ends there.
    private static final int MESSAGES_ABOVE = 10;

    private final Result result;
    private final Latency latency;
    private final Marks curves = new Marks("x", "y", "color+linetype");
    private final List<String> told = new ArrayList<>();
    private double min = Double.POSITIVE_INFINITY;
    private double max = 1;

    private ChartPercentiles(Result result, Latency latency) {
        this.result = result;
        this.latency = latency;
    }

    static Chart of(Result result, Latency latency, List<ServiceLevel> levels) {
        ChartPercentiles chart = new ChartPercentiles(result, latency);
        for (int i = 0; i < result.contenders().size(); i++) {
            ContenderResult.Pooled pooled =
                    result.contenders().get(i).latencies().get(latency);
            if (pooled != null) {
                chart.add(i, pooled);
            }
        }
        return chart.draw(levels);
    }

    /** The place of a percentile, 0 to 100, on the axis: log10(1/(1-p)). */
    static double place(double percent) {
        return -Math.log10(1 - percent / 100);
    }

    private void add(int index, ContenderResult.Pooled pooled) {
        Histogram histogram = pooled.histogram();
        double last = Math.min(LAST, Math.log10((double) histogram.getTotalCount() / MESSAGES_ABOVE));
        int steps = (int) Math.floor((last - FIRST) * POINTS_PER_DECADE);
        for (int step = 0; step <= steps; step++) {
            double place = step == steps ? last : FIRST + (double) step / POINTS_PER_DECADE;
            double ns = histogram.getValueAtPercentile(100 - 100 * Math.pow(10, -place));
            curves.add(place, ns, ChartSpec.key(index));
            min = Math.min(min, ns);
            max = Math.max(max, ns);
        }
        told.add("%s %s at 50 %%, %s at 99.9 %%"
                .formatted(
                        Words.contender(result.contenders().get(index)),
                        Quantity.time(pooled.summary().at(Percentile.P50)),
                        Quantity.time(pooled.summary().at(Percentile.P99_9))));
    }

    private Chart draw(List<ServiceLevel> levels) {
        List<ServiceLevel> shown = levels.stream()
                .filter(level -> place(level.percentile()) >= FIRST && place(level.percentile()) <= LAST)
                .toList();
        for (ServiceLevel level : shown) {
            min = Math.min(min, level.ns());
            max = Math.max(max, level.ns());
        }
        ChartTicks ticks = ChartTicks.logarithmic(Math.min(min, max), max, Quantity::shortTime);
        ChartSpec spec = ChartSpec.withLegend(HEIGHT, ChartNames.legend(result))
                .layer("line", curves, "size", 1.6)
                .axis("x", "percentile", percentiles())
                .axis("y", latency.key + " latency", ticks);
        shown.forEach(each -> draw(each, spec, ticks.to()));
        return spec.chart(
                "percentiles-" + latency.key,
                "Percentiles of the " + latency.key + " time",
                "Pooled over each contender's forks; both scales are logarithmic. A curve ends where fewer than "
                        + MESSAGES_ABOVE
                        + " messages lie above.",
                "Curves: ",
                told);
    }

    /** A corner that no curve may pass above and to the left of, with its label. */
    private static void draw(ServiceLevel level, ChartSpec spec, double top) {
        String ink = ChartStyle.INK.light();
        double place = place(level.percentile());
        Marks corner = new Marks("x", "y");
        corner.add(FIRST, level.ns());
        corner.add(place, level.ns());
        corner.add(place, top);
        Marks label = new Marks("x", "y", "label");
        label.add(FIRST + 0.03, level.ns() * 1.1, level.label());
        spec.layer("path", corner, "color", ink, "linetype", "dashed", "size", 0.8)
                .layer("text", label, "hjust", 0.0, "vjust", 0.0, "size", 5.2, "color", ink);
    }

    private static ChartTicks percentiles() {
        return new ChartTicks(
                FIRST - 0.05,
                LAST + 0.12,
                List.of(FIRST, 1.0, 2.0, 3.0, 4.0, LAST),
                List.of("50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"),
                false);
    }
}
