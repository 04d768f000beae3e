package org.whichjvm.collector.decide;

import com.google.gson.JsonObject;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.model.fork.Summary;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.Percentile;

/**
 * The forks of one contender together.
 *
 * @param jvm as a fork tells it, of unknown origin; empty if none did
 * @param ok forks counted
 * @param failed forks that failed, were overloaded or could not be used
 * @param excluded forks that ended well but that exclusion rules exclude; without a fork counted, latencies are theirs
 * @param floorNs median of the forks' floors, in ns; NaN if not measured
 * @param latencies of the forks counted; empty if there are none
 * @param scores of the forks counted, by their keys; empty if they have none
 * @param rare p99.999 of each latency that has enough messages for it
 * @param attribution of slow messages to causes, over the same forks
 * @param spread of the forks' p50 service time within their largest JIT mode, 0.03 being 3 %; NaN if unknown
 */
public record ContenderResult(
        String name,
        JsonObject jvm,
        int ok,
        int failed,
        int excluded,
        double floorNs,
        Map<Latency, Pooled> latencies,
        Map<String, ScoreSum> scores,
        Map<Latency, RareValue> rare,
        SlowMessages attribution,
        double spread) {
    /**
     * One latency over all forks. Pooled values are for display; nothing is decided on them.
     *
     * @param histogram of all messages of all forks, in ns
     * @param forkP50Min the least p50 of a fork, in ns
     * @param forkP50Max the greatest p50 of a fork, in ns
     * @param forkCount messages of the shortest fork
     */
    public record Pooled(Histogram histogram, Summary summary, long forkP50Min, long forkP50Max, long forkCount) {}

    /** One score over the forks of a contender that are shown, and its range over them. */
    public record ScoreSum(Metric score, double median, int forks, double min, double max) {
        public static Map<String, ScoreSum> of(List<Fork> forks) {
            Map<String, ScoreSum> sums = new LinkedHashMap<>();
            forks.stream()
                    .flatMap(fork -> fork.scores().keySet().stream())
                    .distinct()
                    .forEach(score -> sums.putIfAbsent(score.key(), of(forks, score)));
            return sums;
        }

        private static ScoreSum of(List<Fork> forks, Metric score) {
            DoubleSummaryStatistics range = new DoubleSummaryStatistics();
            double median = Medians.of(forks.stream()
                    .filter(fork -> fork.scores().containsKey(score))
                    .mapToDouble(fork -> fork.get(score))
                    .peek(range));
            return new ScoreSum(score, median, (int) range.getCount(), range.getMin(), range.getMax());
        }
    }

    /**
     * The median over forks of a value that few forks can tell, and its interval.
     *
     * @param forks that have enough messages
     * @param ns the median of their values, in ns
     * @param low lower end of its exact 95 % order-statistic interval; NaN if they are too few
     * @param high its upper end; NaN if the lower end is
     */
    public record RareValue(
            @Whole(least = 1) int forks,
            double ns,
            @Nullable double low,
            @Nullable double high) {
        /** A fork with this many messages has ten above the percentile. */
        private static final long LEAST_MESSAGES = 1_000_000;

        /** The value of these forks; empty if none has enough messages. */
        static Optional<RareValue> of(List<Fork> forks, Latency latency) {
            double[] values = forks.stream()
                    .map(fork -> fork.summaries().get(latency))
                    .filter(summary -> summary.count() >= LEAST_MESSAGES)
                    .filter(summary -> summary.ns().containsKey(Percentile.P99_999))
                    .mapToDouble(summary -> summary.at(Percentile.P99_999))
                    .toArray();
            if (values.length == 0) {
                return Optional.empty();
            }
            PairedTest test = new PairedTest(values, ScoreFunction.SIGN);
            Interval interval = test.interval(Decision.ALPHA);
            return Optional.of(new RareValue(values.length, test.shift(), interval.low(), interval.high()));
        }
    }

    static ContenderResult of(ContenderForks forks, Modes.Spread spread) {
        Map<Latency, Pooled> latencies = new EnumMap<>(Latency.class);
        Map<Latency, RareValue> rare = new EnumMap<>(Latency.class);
        if (forks.added().stream().anyMatch(fork -> !fork.ofScores())) {
            for (Latency latency : Latency.values()) {
                latencies.put(latency, pooled(forks, latency));
                RareValue.of(forks.added(), latency).ifPresent(each -> rare.put(latency, each));
            }
        }
        return new ContenderResult(
                forks.name(),
                forks.jvm(),
                forks.ok().size(),
                forks.failed(),
                forks.excluded().size(),
                floor(forks.added()),
                latencies,
                ScoreSum.of(forks.added()),
                rare,
                SlowMessages.sum(forks.added()),
                spread.of(forks));
    }

    private static Pooled pooled(ContenderForks forks, Latency latency) {
        List<Summary> summaries = forks.added().stream()
                .map(fork -> fork.summaries().get(latency))
                .toList();
        LongSummaryStatistics p50s =
                summaries.stream().mapToLong(each -> each.at(Percentile.P50)).summaryStatistics();
        Histogram histogram = forks.pooled(latency);
        return new Pooled(
                histogram,
                Summary.of(histogram, Map.of()),
                p50s.getMin(),
                p50s.getMax(),
                summaries.stream().mapToLong(Summary::count).min().orElseThrow());
    }

    private static double floor(List<Fork> forks) {
        double median = Medians.of(forks.stream().mapToDouble(Fork::floorNs).filter(floor -> floor > 0));
        return Double.isNaN(median) ? median : Math.round(median * 10) / 10.0;
    }

    /** The sentence of a base that is not the one the contender names; empty if it is. */
    public String substitute() {
        return Json.shown(jvm, "substitute");
    }

    /** A median in round trips between the two CPUs; NaN if either is unknown. */
    public double p50PerFloor(Latency latency) {
        return latencies.isEmpty()
                ? Double.NaN
                : latencies.get(latency).summary().at(Percentile.P50) / floorNs;
    }
}
