package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** An axis' range, where its labels stand, and whether equal ratios are equally far apart. */
public record ChartTicks(double from, double to, List<Double> values, List<String> labels, boolean logarithmic) {
    private static final List<Double> STEPS = List.of(1.0, 2.0, 5.0);

    /** Fewer labels than these tell no scale. */
    private static final int FEWEST = 3;

    /** From 0 to a little above a greatest value, with about five labels at round numbers. */
    static ChartTicks fromZero(double max, DoubleFunction<String> label) {
        double end = max * 1.06;
        double step = step(end / 6);
        int last = (int) Math.floor(end / step);
        return of(0, end, IntStream.rangeClosed(0, last).mapToObj(i -> i * step).toList(), label);
    }

    /** The distance of labels at round numbers: 1, 2 or 5 times a power of ten, and no less. */
    static double step(double least) {
        double magnitude = Math.pow(10, Math.floor(Math.log10(least)));
        return STEPS.stream()
                .map(each -> each * magnitude)
                .filter(each -> each >= least)
                .findFirst()
                .orElse(10 * magnitude);
    }

    /** For what is counted: from 0, whole numbers only. */
    static ChartTicks countFromZero(int max) {
        return fromZero(Math.max(max, 4), value -> String.format(Locale.ROOT, "%,.0f", value));
    }

    /** A logarithmic axis from below a least value to above a greatest one; a narrow one has equal steps. */
    static ChartTicks logarithmic(double min, double max, DoubleFunction<String> label) {
        double from = min / 1.15;
        double to = max * 1.15;
        // Many powers of ten have labels alone; few have some between them.
        double decades = Math.log10(to / from);
        List<Double> steps = decades > 3 ? List.of(1.0) : STEPS;
        List<Double> values = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
            for (double step : steps) {
                double value = step * Math.pow(10, power);
                if (value >= from && value <= to) {
                    values.add(value);
                }
            }
        }
        if (values.size() < FEWEST) {
            double step = step((to - from) / 5);
            values = IntStream.rangeClosed((int) Math.ceil(from / step), (int) Math.floor(to / step))
                    .mapToObj(i -> i * step)
                    .toList();
        }
        return of(from, to, values, label).onLogarithms();
    }

    static ChartTicks of(double from, double to, List<Double> values, DoubleFunction<String> label) {
        return new ChartTicks(
                from, to, values, values.stream().map(label::apply).toList(), false);
    }

    ChartTicks onLogarithms() {
        return new ChartTicks(from, to, values, labels, true);
    }

    ChartTicks within(double newFrom, double newTo) {
        return new ChartTicks(newFrom, newTo, values, labels, logarithmic);
    }
}
