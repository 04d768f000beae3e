package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleFunction;

/**
 * A chart with a line for each contender through points of which both scales are logarithmic.
 *
 * @param x the lower axis
 * @param y the left axis
 */
record ChartCurves(Axis x, Axis y) {
    private static final int HEIGHT = 400;

    /**
     * An axis.
     *
     * @param label writes a number beside it
     * @param told writes a number in a sentence
     */
    record Axis(String title, DoubleFunction<String> label, DoubleFunction<String> told) {}

    /** Draws lines by their names; each has a value of y for each of x, and there is one point at least. */
    Chart draw(String name, String title, String note, Map<String, TreeMap<Double, Double>> lines) {
        List<String> names = List.copyOf(lines.keySet());
        Marks line = new Marks("x", "y", "color+linetype");
        Marks points = new Marks("x", "y", "color+shape");
        List<String> told = new ArrayList<>();
        TreeSet<Double> across = new TreeSet<>();
        TreeSet<Double> up = new TreeSet<>();
        for (int i = 0; i < names.size(); i++) {
            String key = ChartSpec.key(i);
            List<String> words = new ArrayList<>();
            lines.get(names.get(i)).forEach((at, value) -> {
                line.add(at, value, key);
                points.add(at, value, key);
                across.add(at);
                up.add(value);
                words.add(x.told.apply(at) + " " + y.told.apply(value));
            });
            told.add(names.get(i) + " " + String.join(", ", words));
        }
        return ChartSpec.withLegend(HEIGHT, names)
                .layer("line", line, "size", 1.4)
                .layer("point", points, "size", 3.6)
                .axis(
                        "x",
                        x.title,
                        ChartTicks.of(across.first() / 1.15, across.last() * 1.15, List.copyOf(across), x.label)
                                .onLogarithms())
                .axis("y", y.title, ChartTicks.logarithmic(up.first(), up.last(), y.label))
                .chart(name, title, note, y.title + ": ", told);
    }
}
