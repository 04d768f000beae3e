package org.whichjvm.collector.model.fork;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/**
 * Why messages were slow: of those beyond each level, how many by each cause. Counts of a fork, or of several together;
 * empty where nothing was recorded.
 */
public record SlowMessages(Map<Latency, Map<Level, Causes>> levels) {
    public static final SlowMessages NONE = new SlowMessages(Map.of());

    // The worst thousand of fewer messages are not rare.
    private static final long LEAST_FOR_WORST = 10_000;

    /** The sets of messages whose causes are counted. */
    public enum Level {
        P99(Percentile.P99),
        P99_9(Percentile.P99_9),
        P99_99(Percentile.P99_99),
        WORST("worst", null, "worst 1,000");

        public final String key;

        /** The percentile beyond which they lie; null for the worst. */
        public final Percentile percentile;

        public final String label;

        Level(Percentile percentile) {
            this(percentile.key, percentile, percentile.label);
        }

        Level(String key, Percentile percentile, String label) {
            this.key = key;
            this.percentile = percentile;
            this.label = label;
        }
    }

    /** The number of the messages beyond a level, and of them by cause, which add up to it. */
    public record Causes(long messages, Map<SlowCause, Long> counts) {
        /** The part of a cause, 0 to 1; NaN without a message. */
        public double share(SlowCause cause) {
            return messages == 0 ? Double.NaN : (double) counts.getOrDefault(cause, 0L) / messages;
        }

        private Causes plus(Causes other) {
            Map<SlowCause, Long> sum = new EnumMap<>(SlowCause.class);
            sum.putAll(counts);
            other.counts.forEach((cause, count) -> sum.merge(cause, count, Long::sum));
            return new Causes(messages + other.messages, sum);
        }
    }

    /** The levels of each latency, as results tell them; null if they do not. */
    public record Attribution(
            @Absent List<Counted> service, @Absent List<Counted> response) {}

    public record Counted(
            @About("Beyond this percentile of each fork, or the worst 1,000 of each.")
            Level above,

            @Whole(most = ForkFile.MAX_MESSAGES) long messages,

            @Whole(most = ForkFile.MAX_MESSAGES) @About("Their sum is messages.")
            Map<SlowCause, Long> causes) {}

    /** The slow messages of a fork, unless its counts contradict themselves. */
    static SlowMessages of(ForkFile.Attribution told) throws UnusableFile {
        Map<Latency, Map<Level, Causes>> levels = new EnumMap<>(Latency.class);
        put(levels, Latency.SERVICE, told.service());
        put(levels, Latency.RESPONSE, told.response());
        return levels.isEmpty() ? NONE : new SlowMessages(levels);
    }

    private static void put(Map<Latency, Map<Level, Causes>> levels, Latency latency, List<ForkFile.Level> told)
            throws UnusableFile {
        Map<Level, Causes> these = new EnumMap<>(Level.class);
        for (ForkFile.Level each : told == null ? List.<ForkFile.Level>of() : told) {
            long sum = each.causes().values().stream().mapToLong(count -> count).sum();
            if (sum != each.messages()) {
                throw new UnusableFile(
                        "its attribution.%s has %s messages, but causes for %s", latency.key, each.messages(), sum);
            }
            if (each.above() == null || these.put(each.above(), new Causes(sum, each.causes())) != null) {
                throw new UnusableFile("its attribution.%s has a level twice, or none", latency.key);
            }
        }
        if (!these.isEmpty()) {
            levels.put(latency, these);
        }
    }

    /** The sum over several forks; the worst thousand only of those with many more messages. */
    public static SlowMessages sum(Iterable<Fork> forks) {
        Map<Latency, Map<Level, Causes>> sum = new EnumMap<>(Latency.class);
        for (Fork fork : forks) {
            for (Map.Entry<Latency, Map<Level, Causes>> each :
                    fork.measured().attribution().levels().entrySet()) {
                boolean many = fork.summaries().get(each.getKey()).count() >= LEAST_FOR_WORST;
                each.getValue().forEach((level, causes) -> {
                    if (level != Level.WORST || many) {
                        sum.computeIfAbsent(each.getKey(), key -> new EnumMap<>(Level.class))
                                .merge(level, causes, Causes::plus);
                    }
                });
            }
        }
        return sum.isEmpty() ? NONE : new SlowMessages(sum);
    }

    /** The messages beyond a level; null if they are not recorded. */
    public Causes at(Latency latency, Level level) {
        return levels.getOrDefault(latency, Map.of()).get(level);
    }

    public boolean isEmpty() {
        return levels.isEmpty();
    }
}
