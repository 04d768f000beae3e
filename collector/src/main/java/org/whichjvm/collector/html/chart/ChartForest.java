package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.VerdictTables;

/** Ratios to the baseline with their intervals, a row each, around the line of no difference. */
public final class ChartForest {
    private static final int ROW_HEIGHT = 21;
    // The numbers at the right take this part of the width;
    private static final double NUMBERS = 0.24;
    // this one where they also name a row's baseline.
    private static final double WITH_BASELINE = 0.46;
    // An interval beyond these ends in an arrow: one tail must not flatten all the other rows.
    private static final double WIDEST = 2.5;
    private static final double NARROWEST = 1.12;

    private final Result result;
    // Null: of scores.
    private final Latency latency;
    private final List<Comparison> shown;
    private final double from;
    private final double to;
    private final double end;
    private final Marks intervals = new Marks("x", "y", "xend", "yend", "color");
    private final Marks points = new Marks("x", "y", "color", "shape");
    private final Marks texts = Marks.texts();

    private ChartForest(Result result, Latency latency) {
        this.result = result;
        this.latency = latency;
        this.shown = result.comparisons().stream()
                .filter(each ->
                        each.metric().latency().equals(Optional.ofNullable(latency)) && !Double.isNaN(each.ratio()))
                // There are many scores: the table alone has those that are not decided.
                .filter(each -> latency != null || each.decidable())
                .toList();
        DoubleSummaryStatistics bounds = shown.stream()
                .filter(Comparison::decidable)
                .flatMapToDouble(each -> DoubleStream.of(each.ratio(), each.low(), each.high()))
                .filter(bound -> !Double.isNaN(bound))
                .summaryStatistics();
        this.from = Math.max(1 / WIDEST, Math.min(1 / NARROWEST, bounds.getMin() / 1.04));
        this.to = Math.min(WIDEST, Math.max(NARROWEST, bounds.getMax() * 1.04));
        double numbers = VerdictTables.elsewhere(result) ? WITH_BASELINE : NUMBERS;
        this.end = to * Math.pow(to / from, numbers / (1 - numbers));
    }

    /** The chart of a latency, or of scores where it is null; empty if there is no ratio to draw. */
    static Optional<Chart> of(Result result, Latency latency) {
        ChartForest forest = new ChartForest(result, latency);
        return forest.shown.isEmpty() ? Optional.empty() : Optional.of(forest.draw());
    }

    private Chart draw() {
        ChartNames names = ChartNames.of(result);
        List<String> contenders =
                result.contenders().stream().map(ContenderResult::name).toList();
        List<Double> rows = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        List<String> told = new ArrayList<>();
        double y = 0;
        for (Metric metric : shown.stream().map(Comparison::metric).distinct().toList()) {
            texts.heading(from, y + 1, heading(metric));
            List<Comparison> those = shown.stream()
                    .filter(each -> each.metric().equals(metric))
                    .sorted(Comparator.comparingInt(each -> contenders.indexOf(each.contender())))
                    .toList();
            for (Comparison each : those) {
                int i = contenders.indexOf(each.contender());
                row(each, i, y);
                rows.add(y);
                labels.add(names.labels().get(i));
                told.add("%s at %s %s%s"
                        .formatted(
                                Report.label(result, each.contender()),
                                heading(metric),
                                against(each),
                                RatioInterval.of(each).both()));
                y--;
            }
            y -= 1.35; // the next one's heading
        }
        double bottom = y + 1.75;
        int height = (int) Math.round((0.6 + 1.2 - bottom) * ROW_HEIGHT) + 58;
        return spec(rows, labels, bottom, height)
                .chart(
                        "ratios-" + (latency == null ? "scores" : latency.key),
                        (latency == null ? "Ratios of the scores to " : "Ratios of the " + latency.key + " time to ")
                                + Report.label(result, result.baseline())
                                + (VerdictTables.elsewhere(result) ? ", or to what a row names" : ""),
                        note(),
                        "Ratios: ",
                        told);
    }

    private ChartSpec spec(List<Double> rows, List<String> labels, double bottom, int height) {
        double top = 1.8;
        Marks band = new Marks("xmin", "xmax", "ymin", "ymax");
        band.add(1 / (1 + result.margin()), 1 + result.margin(), bottom, top);
        Marks one = new Marks("x", "y", "xend", "yend", "color");
        one.add(1.0, bottom, 1.0, top, ChartStyle.FLOOR.light());
        return new ChartSpec(ChartSpec.WIDTH, height)
                .layer("rect", band, "fill", ChartStyle.BAND.light(), "size", 0.0)
                .layer("segment", one, "size", 0.8)
                .layer("segment", intervals, "size", 1.5)
                .layer("point", points, "size", 3.4)
                .layer("text", texts, "size", ChartSpec.LABEL_SIZE)
                .literal("color")
                .literal("shape")
                .axis("x", "", ticks())
                .axis("y", "", new ChartTicks(bottom, top, rows, labels, false))
                .withoutGrid("y");
    }

    private void row(Comparison each, int index, double y) {
        String color = each.decidable() ? ChartStyle.contender(index).light() : ChartStyle.FLOOR.light();
        String text = each.decidable() ? ChartStyle.INK.light() : ChartStyle.MUTED.light();
        // The ratio stands in for an interval that there is none of.
        RatioInterval of = RatioInterval.of(each);
        double low = Double.isNaN(of.low()) ? each.ratio() : of.low();
        double high = Double.isNaN(of.high()) ? each.ratio() : of.high();
        intervals.level(clipped(low), clipped(high), y, color);
        if (low < from) {
            texts.text(from, y, "◂", color, 0.5);
        }
        if (high > to) {
            texts.text(to, y, "▸", color, 0.5);
        }
        if (each.ratio() >= from && each.ratio() <= to) {
            points.add(each.ratio(), y, color, ChartStyle.shape(index));
        }
        texts.text(end, y, against(each) + of.both(), text, 1.0);
    }

    private double clipped(double ratio) {
        return Math.max(from, Math.min(to, ratio));
    }

    private static String heading(Metric metric) {
        return metric.percentile().map(each -> each.axis).orElse(metric.label());
    }

    /** Names the row's baseline where that is not the campaign's; empty if it is. */
    private String against(Comparison each) {
        return each.baseline().equals(result.baseline())
                ? ""
                : "against "
                        + ChartNames.shortened(Report.label(result, each.baseline()), ChartNames.IN_A_LEGEND)
                        + "  ";
    }

    private ChartTicks ticks() {
        List<Double> all = to / from > 1.7
                ? List.of(0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.5)
                : List.of(0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5);
        List<Double> values = all.stream()
                .filter(value -> value >= from * 0.999 && value <= to * 1.001)
                .toList();
        return ChartTicks.of(
                        from / 1.02,
                        end * 1.01,
                        values,
                        value -> Double.toString(value).replaceAll("\\.0$", ""))
                .onLogarithms();
    }

    private String note() {
        boolean intervals = shown.stream()
                .anyMatch(each -> !Double.isNaN(RatioInterval.of(each).low()));
        boolean grey = shown.stream().anyMatch(each -> !each.decidable());
        return "Median over the blocks"
                + (intervals ? ", with its interval" : "; there are too few for an interval")
                + (latency == null
                        ? "; right of 1 is slower, also where more is better: the ratio is of what it costs."
                        : "; right of 1 is slower.")
                + " The band is ± "
                + Quantity.percent(result.margin())
                + ", what counts as no difference."
                + (grey ? " Grey is not decided: its interval is one by itself." : "");
    }
}
