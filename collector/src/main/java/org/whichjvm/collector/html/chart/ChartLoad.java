package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.LoadCurve;
import org.whichjvm.collector.report.LoadTable;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Medians;

/** The response time of each contender by the rate of its load, and the two rates it is about. */
final class ChartLoad {
    private static final int HEIGHT = 400;
    private static final double BAND = 0.18;

    /** The rates at which service levels are met, of requests and of messages. */
    private static final Set<String> CRITICAL = Set.of("critical-throughput", "max-rate");

    private final Result result;
    private final ChartSpec spec;
    private final Marks lines = new Marks("x", "y", "color+linetype");
    private final Marks marks = new Marks("x", "y", "color+shape");
    private final List<String> told = new ArrayList<>();
    private final DoubleSummaryStatistics times = new DoubleSummaryStatistics();
    private double greatest = 1;

    private ChartLoad(Result result) {
        this.result = result;
        spec = ChartSpec.withLegend(HEIGHT, ChartNames.legend(result));
    }

    /** The chart; empty if no fork has a curve of two rates or more. */
    static Optional<Chart> of(Result result) {
        return result.forks().stream().filter(result::counts).noneMatch(ChartLoad::hasCurve)
                ? Optional.empty()
                : Optional.of(new ChartLoad(result).draw());
    }

    private static boolean hasCurve(Fork fork) {
        return fork.measured().load() != null && fork.measured().load().curve().size() > 1;
    }

    private Chart draw() {
        for (int i = 0; i < result.contenders().size(); i++) {
            List<Fork> forks = result.forksOf(result.contenders().get(i).name()).stream()
                    .filter(result::counts)
                    .filter(ChartLoad::hasCurve)
                    .toList();
            if (!forks.isEmpty()) {
                mark(i, forks, curve(i, forks));
            }
        }
        return spec.layer("line", lines, "size", 1.4)
                .layer("point", marks, "size", 4.0)
                .axis(
                        "x",
                        LoadCurve.requests(result.workload()) + " a second",
                        ChartTicks.fromZero(greatest, ChartLoad::count))
                .axis(
                        "y",
                        "p99 response time",
                        ChartTicks.logarithmic(times.getMin(), times.getMax(), Quantity::shortTime))
                .chart(
                        "load",
                        "Response time by load",
                        "Each line is the median p99 of a contender's forks at each rate, the band from their least to their greatest."
                                + " The greatest throughput has a mark, and so has the rate at which service levels are met."
                                + " The time scale is logarithmic.",
                        "Load: ",
                        told);
    }

    private static String count(double value) {
        return Quantity.count(Math.round(value));
    }

    /** Draws a contender's line with its band; returns its p99 by rate. */
    private TreeMap<Double, Double> curve(int index, List<Fork> forks) {
        TreeMap<Double, Double> curve = new TreeMap<>();
        Marks band = new Marks("x", "ymin", "ymax");
        for (List<LoadCurve.Point> all : LoadTable.byRate(forks)) {
            double rate = Medians.known(all, LoadCurve.Point::rate);
            double p99 = Medians.known(all, LoadCurve.Point::p99Nanos);
            DoubleSummaryStatistics range =
                    all.stream().mapToDouble(LoadCurve.Point::p99Nanos).summaryStatistics();
            curve.put(rate, p99);
            lines.add(rate, p99, ChartSpec.key(index));
            band.add(rate, range.getMin(), range.getMax());
            times.combine(range);
            greatest = Math.max(greatest, rate);
        }
        String color = ChartStyle.contender(index).light();
        spec.layer("ribbon", band, "fill", color, "alpha", BAND, "size", 0.0);
        return curve;
    }

    /** At the median critical and max throughput, on the contender's line. */
    private void mark(int index, List<Fork> forks, TreeMap<Double, Double> curve) {
        double max = Medians.known(forks, fork -> fork.measured().load().maxRate());
        double critical = Medians.of(forks.stream()
                .flatMap(fork -> fork.scores().entrySet().stream())
                .filter(each -> CRITICAL.contains(each.getKey().name()))
                .mapToDouble(Map.Entry::getValue));
        for (double rate : new double[] {critical, max}) {
            if (!Double.isNaN(rate)) {
                marks.add(rate, on(curve, rate), ChartSpec.key(index));
            }
        }
        told.add("%s%s%s"
                .formatted(
                        Words.contender(result.contenders().get(index)),
                        Double.isNaN(max) ? "" : " max " + count(max) + " a second",
                        Double.isNaN(critical) ? "" : ", critical " + count(critical)));
    }

    /** The time on a line at a rate; beyond its ends that of the end. */
    private static double on(TreeMap<Double, Double> curve, double rate) {
        Map.Entry<Double, Double> from = curve.floorEntry(rate);
        Map.Entry<Double, Double> to = curve.ceilingEntry(rate);
        if (from == null || to == null || from.equals(to)) {
            return (from == null ? to : from).getValue();
        }
        double share = (rate - from.getKey()) / (to.getKey() - from.getKey());
        return Math.exp((1 - share) * Math.log(from.getValue()) + share * Math.log(to.getValue()));
    }
}
