package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.ScoreSum;
import org.whichjvm.collector.decide.Modes;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.MetricTables;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.BenchmarkName;

/**
 * Every fork as a dot, with its floor where that is near: side by side by contender, of the p50 service time or of a
 * score, or in the order in which they ran.
 */
final class ChartForks {
    private static final int HEIGHT = 400;
    private static final int SCORE_HEIGHT = 270;
    private static final int TIMELINE_HEIGHT = 340;
    // A name that is written upright is so high.
    private static final int NAME_HEIGHT = 110;
    // A contender's dots take this part of its room.
    private static final double SPREAD = 0.76;
    // Above it a scale from 0 leaves nothing to see of what is at the bottom.
    private static final double MAX_SPREAD = 6;
    // Each some hundred characters, of the 1.5 MB that a page may have.
    private static final int MOST_DOTS = 6_000;
    // More dots are drawn small.
    private static final int MANY = 300;

    private final Result result;
    private final Metric metric;
    private final Marks dots = new Marks("x", "y", "color", "shape");
    private final Marks floors = new Marks("x", "y", "xend", "yend", "color");
    private final Marks levels = new Marks("x", "y", "xend", "yend", "color");
    private final ChartNames names;

    private final List<String> told = new ArrayList<>();

    private ChartForks(Result result, Metric metric) {
        this.result = result;
        this.metric = metric;
        this.names = ChartNames.of(result);
    }

    static Chart of(Result result) {
        return new ChartForks(result, Metric.HEADLINE).withDots().ofP50();
    }

    private ChartForks withDots() {
        for (int i = 0; i < result.contenders().size(); i++) {
            told.add(Words.contender(result.contenders().get(i)) + " " + add(i));
        }
        return this;
    }

    /** The forks in the order in which they ran: what drifts with time hits all contenders alike. */
    static Chart timeline(Result result) {
        ChartForks of = new ChartForks(result, Metric.HEADLINE);
        Marks counting = new Marks("x", "y", "color+shape");
        Marks others = new Marks("x", "y", "color");
        Marks floors = new Marks("x", "y");
        List<String> names =
                result.contenders().stream().map(ContenderResult::name).toList();
        int all = result.forks().size();
        for (int i = 0; i < all; i++) {
            Fork fork = result.forks().get(i);
            String key = ChartSpec.key(names.indexOf(fork.name().contender()));
            (result.counts(fork) ? counting : others).add(i + 1.0, fork.p50(), key);
            if (!Double.isNaN(fork.floorNs())) {
                floors.add(i + 1.0, fork.floorNs());
            }
        }
        int hollow = ChartStyle.hollow(ChartStyle.shape(0));
        return ChartSpec.withLegend(TIMELINE_HEIGHT, ChartNames.legend(result))
                .layer("line", floors, "color", ChartStyle.FLOOR.light(), "size", 1.0)
                .layer("point", counting, "size", all > MANY ? 1.8 : 2.8)
                .layer("point", others, "size", 2.8, "shape", hollow, "show_legend", false)
                .axis(
                        "x",
                        "forks in the order in which they ran",
                        ChartTicks.countFromZero(all).within(0.4 - all * 0.01, all * 1.01 + 0.6))
                .axis("y", "p50 service time", of.ticks(Quantity::shortTime))
                .withoutGrid("x")
                .chart(
                        "timeline",
                        "The campaign as it ran",
                        "A dot is the p50 service time of one fork, the grey line the core-to-core latency."
                                + " What moves all contenders at once is the host, not a JVM."
                                + hollowNote(result),
                        "The p50 service time and the core-to-core latency of " + all
                                + " forks, from the first to the last",
                        List.of());
    }

    /** From 0, or logarithmic if the forks, and their floors that are drawn, lie far apart. */
    private ChartTicks ticks(DoubleFunction<String> label) {
        List<Fork> forks = result.forks().stream()
                .filter(fork -> !Double.isNaN(fork.get(metric)))
                .toList();
        DoubleSummaryStatistics all = forks.stream()
                .flatMapToDouble(
                        fork -> DoubleStream.of(fork.get(metric), metric.headline() ? fork.floorNs() : Double.NaN))
                .filter(each -> !Double.isNaN(each))
                .summaryStatistics();
        return all.getMax() <= MAX_SPREAD * Medians.known(forks, fork -> fork.get(metric))
                ? ChartTicks.fromZero(all.getMax(), label)
                : ChartTicks.logarithmic(all.getMin(), all.getMax(), label);
    }

    /** One for each score; of a very large campaign only the first. */
    static List<Chart> ofScores(Result result) {
        int most = Math.max(1, MOST_DOTS / result.forks().size());
        return MetricTables.keys(result).values().stream()
                .limit(most)
                .map(score -> new ChartForks(result, score).withDots().ofScore())
                .toList();
    }

    private Chart ofP50() {
        ChartTicks ticks = ticks(Quantity::shortTime);
        return spec(ChartSpec.WIDTH, HEIGHT)
                .axis("y", "p50 service time", ticks)
                .chart(
                        "forks",
                        "Every fork, with its core-to-core latency",
                        ("A dot is the p50 service time of one fork, in the order in which they ran from left to right; the grey dash below it is the core-to-core latency in that fork."
                                        + " Lines are the JIT modes that the forks of a contender fall into%s%s")
                                .formatted(
                                        ticks.logarithmic() ? "; the scale is logarithmic." : ".", hollowNote(result)),
                        "p50 service time of the forks: ",
                        told);
    }

    private Chart ofScore() {
        ChartTicks ticks = ticks(ChartForks::number);
        int half = ChartSpec.WIDTH / 2;
        int width = ChartSpec.fit(names.labels(), half) ? half : ChartSpec.WIDTH;
        int nameHeight = ChartSpec.fit(names.labels(), width) ? 0 : NAME_HEIGHT;
        String title = metric.name() + (metric.threads() == 0 ? "" : ", " + Words.count(metric.threads(), "thread"));
        return spec(width, SCORE_HEIGHT + nameHeight)
                .axis("y", metric.unit(), ticks)
                .chart(
                        "forks-" + BenchmarkName.inFileName(metric.name()) + "-" + metric.threads(),
                        title,
                        "A dot is a fork, in the order in which they ran; the line is their median"
                                + (metric.more() ? "; more is better" : "")
                                + (ticks.logarithmic() ? "; the scale is logarithmic." : ".")
                                + hollowNote(result),
                        title + ", of the forks: ",
                        told);
    }

    /** Adds a contender's forks and their levels; tells them as in "12 from 380 to 640 ns". */
    private String add(int index) {
        ContenderResult contender = result.contenders().get(index);
        String colour = ChartStyle.contender(index).light();
        List<Fork> forks = result.forksOf(contender.name()).stream()
                .filter(fork -> !Double.isNaN(fork.get(metric)))
                .toList();
        double step = SPREAD / Math.max(forks.size(), 1);
        double half = Math.min(step * 0.38, 0.03);
        for (int k = 0; k < forks.size(); k++) {
            Fork fork = forks.get(k);
            double at = index - SPREAD / 2 + (k + 0.5) * step;
            int shape = ChartStyle.shape(index);
            dots.add(at, fork.get(metric), colour, result.counts(fork) ? shape : ChartStyle.hollow(shape));
            if (metric.headline()) {
                floors.level(at - half, at + half, fork.floorNs(), ChartStyle.FLOOR.light());
            }
        }
        List<Double> lines = metric.headline() ? modes(contender, forks) : median(contender);
        lines.forEach(each -> levels.level(index - 0.44, index + 0.44, each, colour));
        return lines.isEmpty()
                ? "none"
                : forks.size() + (metric.headline() ? range(forks) : " around " + metric.shown(lines.get(0)));
    }

    private List<Double> median(ContenderResult contender) {
        return Stream.ofNullable(contender.scores().get(metric.key()))
                .map(ScoreSum::median)
                .toList();
    }

    /** The contender's modes, or its forks' median if they are not known. */
    private List<Double> modes(ContenderResult contender, List<Fork> forks) {
        return result.modes().stream()
                .filter(each -> each.contender().equals(contender.name()))
                .findFirst()
                .map(each -> each.groups().stream().map(Modes.Group::p50Ns).toList())
                .orElseGet(() -> forks.isEmpty() ? List.of() : List.of(Medians.known(forks, Fork::p50)));
    }

    private static String range(List<Fork> forks) {
        DoubleSummaryStatistics p50 = forks.stream().mapToDouble(Fork::p50).summaryStatistics();
        return " from " + Quantity.range(Math.round(p50.getMin()), Math.round(p50.getMax()));
    }

    private ChartSpec spec(int width, int height) {
        return new ChartSpec(width, height)
                .layer("segment", floors, "size", 1.4)
                .layer("segment", levels, "size", 0.6)
                .layer("point", dots, "size", result.forks().size() > MANY ? 1.6 : 2.6)
                .literal("color")
                .literal("shape")
                .axis("x", "", names.ticks())
                .withoutGrid("x")
                .words(names.labels());
    }

    /** Explains hollow dots; empty if there are none. */
    static String hollowNote(Result result) {
        return result.excluded().isEmpty() ? "" : " Hollow: excluded by a rule; shown, but not used in a verdict.";
    }

    private static String number(double value) {
        if (value >= 999_500) {
            return number(value / 1e6) + " M";
        }
        return value >= 9_999 ? number(value / 1e3) + " k" : Quantity.plain(value);
    }
}
