package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * The price of a JVM beside latency: a metric of its start or its memory. Nothing is decided by it, so that it takes no
 * part of the significance level: each interval is one of its own.
 *
 * @param median of its forks
 * @param ratio median over the blocks of the contender's over the baseline's; NaN of the baseline
 * @param low lower end of its 95 % interval, by the sign test; NaN if there are too few blocks
 * @param high its upper end; NaN if the lower end is
 */
public record Cost(String contender, Metric metric, double median, double ratio, double low, double high) {

    /** The costs that any fork has recorded, of every contender. */
    public static List<Cost> of(Result result) {
        List<Cost> costs = new ArrayList<>();
        for (Metric metric : Disturbances.of(Disturbances.Of.START)) {
            if (result.forks().stream().anyMatch(fork -> fork.get(metric) > 0)) {
                result.contenders().forEach(each -> costs.add(one(result, each.name(), metric)));
            }
        }
        return costs;
    }

    private static Stream<Fork> forks(Result result, String contender, Metric metric) {
        return result.forksOf(contender).stream().filter(fork -> result.counts(fork) && fork.get(metric) > 0);
    }

    private static Cost one(Result result, String contender, Metric metric) {
        double median = Medians.of(forks(result, contender, metric).mapToDouble(fork -> fork.get(metric)));
        if (contender.equals(result.baseline())) {
            return new Cost(contender, metric, median, Double.NaN, Double.NaN, Double.NaN);
        }
        Map<Integer, Double> baseline = forks(result, result.baseline(), metric)
                .collect(Collectors.toMap(fork -> fork.name().block(), fork -> fork.get(metric)));
        double[] logRatios = forks(result, contender, metric)
                .filter(fork -> baseline.containsKey(fork.name().block()))
                .mapToDouble(fork ->
                        Math.log(fork.get(metric) / baseline.get(fork.name().block())))
                .toArray();
        PairedTest test = new PairedTest(logRatios, ScoreFunction.SIGN);
        Interval ratio = test.interval(Decision.ALPHA).exp();
        return new Cost(contender, metric, median, Math.exp(test.shift()), ratio.low(), ratio.high());
    }
}
