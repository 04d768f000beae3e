package org.whichjvm.collector.html.chart;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** The p99 response time of each contender by the rate at which messages are sent. */
final class ChartRates {
    private static final ChartCurves CURVES = new ChartCurves(
            new ChartCurves.Axis("messages a second", ChartRates::rate, rate -> rate(rate) + " a second"),
            new ChartCurves.Axis("p99 response time", Quantity::shortTime, Quantity::time));

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
        return lines.values().stream().noneMatch(each -> each.size() > 1)
                ? Optional.empty()
                : Optional.of(CURVES.draw(
                        "rates",
                        "Response time by rate",
                        "Each point is the median p99 of a contender's forks at a rate; both scales are logarithmic."
                                + " A rate that no fork kept has no point.",
                        lines));
    }

    private static String rate(double value) {
        return Quantity.count(Math.round(value));
    }
}
