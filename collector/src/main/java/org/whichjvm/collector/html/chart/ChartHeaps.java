package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Contender;

/**
 * The time and the CPU time of a program by the size of its heap, in multiples of the least heap of each contender
 * (DaCapo's minimum heap, Blackburn et al., OOPSLA 2006): garbage collectors are compared at like multiples.
 */
final class ChartHeaps {
    private static final Pattern HEAP = Pattern.compile("heap([0-9]{1,6})([mg])");

    /** Fewer points are no curve. */
    private static final int LEAST = 3;

    private static final Map<String, String> SCORES = Map.of("wall", "run time", "cpu", "CPU time");

    private ChartHeaps() {}

    /** A chart of each score; empty if no contender has several heaps. */
    static List<Chart> of(Result result) {
        List<Chart> charts = new ArrayList<>();
        for (String score : List.of("wall", "cpu")) {
            Map<String, TreeMap<Double, Double>> lines = lines(result, score);
            if (lines.values().stream().anyMatch(each -> each.size() >= LEAST)) {
                charts.add(of(score, lines));
            }
        }
        return charts;
    }

    private static Map<String, TreeMap<Double, Double>> lines(Result result, String score) {
        Map<String, TreeMap<Double, Double>> bySize = new LinkedHashMap<>();
        for (ContenderResult each : result.contenders()) {
            Optional<ContenderResult.ScoreSum> sum = each.scores().values().stream()
                    .filter(one -> one.score().name().equals(score))
                    .findFirst();
            megabytes(each.name())
                    .ifPresent(heap ->
                            sum.ifPresent(one -> bySize.computeIfAbsent(without(each.name()), name -> new TreeMap<>())
                                    .put(heap, one.median())));
        }
        Map<String, TreeMap<Double, Double>> lines = new LinkedHashMap<>();
        bySize.forEach((name, points) -> {
            double least = points.firstKey();
            TreeMap<Double, Double> line = new TreeMap<>();
            points.forEach((heap, value) -> line.put(heap / least, value));
            lines.put("%s (1 is %s MB)".formatted(name, Quantity.count(Math.round(least))), line);
        });
        return lines;
    }

    private static Optional<Double> megabytes(String name) {
        return Contender.of(name).flagSets().stream()
                .map(HEAP::matcher)
                .filter(Matcher::matches)
                .map(each -> Double.parseDouble(each.group(1)) * (each.group(2).equals("g") ? 1024 : 1))
                .findFirst();
    }

    private static String without(String name) {
        return name.replaceFirst("\\+" + HEAP, "");
    }

    private static Chart of(String score, Map<String, TreeMap<Double, Double>> lines) {
        String words = SCORES.get(score);
        return new ChartCurves(
                        new ChartCurves.Axis(
                                "heap, in multiples of the least",
                                ChartHeaps::multiple,
                                each -> multiple(each) + " times the least"),
                        new ChartCurves.Axis(words, ChartHeaps::time, ChartHeaps::time))
                .draw(
                        "heaps-" + score,
                        "%s by heap"
                                .formatted(
                                        words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1)),
                        "Each point is the median of a contender's forks with that heap. The least heap of each contender here is 1; both scales are logarithmic.",
                        lines);
    }

    private static String multiple(double value) {
        return Math.abs(value - Math.rint(value)) < 0.05
                ? Quantity.count(Math.round(value))
                : "%.2f".formatted(value).replaceFirst("0$", "");
    }

    private static String time(double millis) {
        return Quantity.time(millis * 1e6);
    }
}
