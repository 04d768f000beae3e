package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** The p99 response time of each contender by the rate at which messages are sent. */
final class ChartRates {
    private static final int HEIGHT = 400;

    /** The p99 at each rate of each contender, whatever its rates. */
    private static Map<String, TreeMap<Double, Double>> lines(Result result) {
        Map<String, TreeMap<Double, Double>> lines = new LinkedHashMap<>();
        for (ContenderResult each : result.contenders()) {
            String rate = Contender.of(each.name()).rate();
            double p99 = Medians.of(result.forksOf(each.name()).stream()
                    .filter(result::counts)
                    .filter(fork -> fork.summaries().containsKey(Latency.RESPONSE))
                    .mapToDouble(fork -> fork.summaries().get(Latency.RESPONSE).at(Percentile.P99)));
            if (rate != null && !Double.isNaN(p99)) {
                lines.computeIfAbsent(Contender.withoutRate(each.name()), name -> new TreeMap<>())
                        .put(Double.parseDouble(rate), p99);
            }
        }
        return lines;
    }

    /** The chart; empty if no contender has several rates. */
    static Optional<Chart> of(Result result) {
        Map<String, TreeMap<Double, Double>> lines = lines(result);
        return lines.values().stream().noneMatch(each -> each.size() > 1) ? Optional.empty() : Optional.of(of(lines));
    }

    private static Chart of(Map<String, TreeMap<Double, Double>> lines) {
        List<String> names = List.copyOf(lines.keySet());
        Marks line = new Marks("x", "y", "color+linetype");
        Marks points = new Marks("x", "y", "color+shape");
        List<String> told = new ArrayList<>();
        TreeSet<Double> rates = new TreeSet<>();
        TreeSet<Double> times = new TreeSet<>();
        for (int i = 0; i < names.size(); i++) {
            String key = ChartSpec.key(i);
            List<String> words = new ArrayList<>();
            lines.get(names.get(i)).forEach((rate, p99) -> {
                line.add(rate, p99, key);
                points.add(rate, p99, key);
                rates.add(rate);
                times.add(p99);
                words.add(rate(rate) + " a second " + Quantity.time(p99));
            });
            told.add(names.get(i) + " " + String.join(", ", words));
        }
        return ChartSpec.withLegend(HEIGHT, names)
                .layer("line", line, "size", 1.4)
                .layer("point", points, "size", 3.6)
                .axis(
                        "x",
                        "messages a second",
                        ChartTicks.of(rates.first() / 1.15, rates.last() * 1.15, List.copyOf(rates), ChartRates::rate)
                                .onLogarithms())
                .axis(
                        "y",
                        "p99 response time",
                        ChartTicks.logarithmic(times.first(), times.last(), Quantity::shortTime))
                .chart(
                        "rates",
                        "Response time by rate",
                        "Each point is the median p99 of a contender's forks at a rate; both scales are logarithmic."
                                + " A rate that no fork kept has no point.",
                        "p99 response time: ",
                        told);
    }

    private static String rate(double value) {
        return Quantity.count(Math.round(value));
    }
}
