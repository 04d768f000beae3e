package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;
import org.whichjvm.common.Units;

/**
 * Why the messages beyond a few levels of one latency took so long.
 *
 * <p>A message waited from when it was sent (service) or due (response) until it was read, and also for the messages
 * before it. So the span that is looked at begins with the first message of the chain it ends: a message belongs to the
 * chain of the one before while that one was read after this one was sent, or due, and itself took more than
 * {@value #DELAYED_FACTOR} times the median.
 *
 * <p>The cause is the one with the most {@link Evidence} in that span, if it covers at least half of what the message
 * took beyond the median. If stalls without a cause do, it is unexplained, but for a consumer that had given its CPU
 * away when the chain began. If nothing does: the producer was late, if that is more than half of it (response only);
 * or the consumer had to wake up; or it stays unexplained.
 */
final class Attribution {
    private static final Percentile[] LEVELS = {Percentile.P99, Percentile.P99_9, Percentile.P99_99};

    private static final int WORST = 1_000;
    private static final int DELAYED_FACTOR = 2;

    private final List<Samples> windows;
    private final Evidence evidence;

    Attribution(List<Samples> windows, Evidence evidence) {
        this.windows = windows;
        this.evidence = evidence;
    }

    /** The levels from p99 on of all windows' latency, which is tagged service or response. */
    List<TailCauses> levels(Histogram latency) {
        boolean response = latency.getTag().equals("response");
        List<TailCauses> levels = new ArrayList<>();
        for (Percentile each : LEVELS) {
            long above = latency.getValueAtPercentile(each.percent);
            levels.add(new TailCauses(each.key, "beyond " + each.label, above, Long.MAX_VALUE));
        }
        levels.add(worst(latency, response));
        Pass pass = new Pass(levels, latency.getValueAtPercentile(50), response);
        Samples.forEachRead(windows, pass::take);
        return levels;
    }

    static JsonArray json(List<TailCauses> levels) {
        JsonArray json = new JsonArray();
        levels.forEach(level -> json.add(level.json()));
        return json;
    }

    /** The level that exactly {@value #WORST} messages are beyond, or all if there are no more. */
    private TailCauses worst(Histogram latency, boolean response) {
        long count = latency.getTotalCount();
        double percent = 100.0 * Math.max(0, count - WORST) / count;
        long low = latency.lowestEquivalentValue(latency.getValueAtPercentile(percent));
        LongStream.Builder beyond = LongStream.builder();
        Samples.forEachRead(windows, (dueAt, sentAt, readAt, flags) -> {
            long nanos = nanos(response, dueAt, sentAt, readAt);
            if (nanos >= low) {
                beyond.add(nanos);
            }
        });
        long[] sorted = beyond.build().sorted().toArray();
        int wanted = Math.min(WORST, sorted.length);
        long least = sorted[sorted.length - wanted];
        // Messages that took exactly as long as the last one count as far as there is room.
        long above = Arrays.stream(sorted).filter(nanos -> nanos > least).count();
        String words = Units.text("the worst %,d", wanted);
        return new TailCauses("worst", words, least - 1, wanted - above);
    }

    /** A latency is never negative, as in {@link Samples#forEach}. */
    private static long nanos(boolean response, long dueAt, long sentAt, long readAt) {
        return Math.max(0, readAt - (response ? dueAt : sentAt));
    }

    private final class Pass {
        private final List<TailCauses> levels;
        private final long median;
        private final boolean response;
        private final long lowest;
        private long chainStart;
        private boolean chainWaited;
        private long previousReadAt = Long.MIN_VALUE;
        private long previousNanos;

        Pass(List<TailCauses> levels, long median, boolean response) {
            this.levels = levels;
            this.median = median;
            this.response = response;
            this.lowest =
                    levels.stream().mapToLong(level -> level.aboveNs).min().getAsLong();
        }

        private void take(long dueAt, long sentAt, long readAt, byte flags) {
            long start = response ? dueAt : sentAt;
            boolean waited = (flags & Samples.WAITED) != 0;
            if (previousReadAt > start && previousNanos > DELAYED_FACTOR * median) {
                chainStart = Math.min(chainStart, start);
                chainWaited |= waited;
            } else {
                chainStart = start;
                chainWaited = waited;
            }
            previousReadAt = readAt;
            previousNanos = nanos(response, dueAt, sentAt, readAt);
            if (previousNanos > lowest) {
                SlowCause cause = cause(readAt, response ? sentAt - dueAt : 0);
                for (TailCauses level : levels) {
                    level.take(previousNanos, cause);
                }
            }
        }

        private SlowCause cause(long readAt, long lateness) {
            long half = (previousNanos - median) / 2;
            SlowCause strongest = evidence.strongest(chainStart, readAt, half);
            if (strongest != null && !(chainWaited && strongest == SlowCause.UNEXPLAINED)) {
                return strongest;
            }
            if (lateness > half && lateness > 0) {
                return SlowCause.LATE_PRODUCER;
            }
            return chainWaited ? SlowCause.WAKE_UP : SlowCause.UNEXPLAINED;
        }
    }

    static final class TailCauses {
        private final String name;
        private final String words;
        final long aboveNs;

        /** How many more messages count that took just 1 ns longer than that; longer ones all count. */
        private long tiesLeft;

        private final long[] counts = new long[SlowCause.values().length];

        TailCauses(String name, String words, long aboveNs, long ties) {
            this.name = name;
            this.words = words;
            this.aboveNs = aboveNs;
            this.tiesLeft = ties;
        }

        void take(long nanos, SlowCause cause) {
            if (nanos > aboveNs + 1 || nanos == aboveNs + 1 && tiesLeft-- > 0) {
                counts[cause.ordinal()]++;
            }
        }

        long count(SlowCause cause) {
            return counts[cause.ordinal()];
        }

        long messages() {
            return Arrays.stream(counts).sum();
        }

        JsonObject json() {
            JsonObject json = new JsonObject();
            json.addProperty("above", name);
            json.addProperty("aboveNs", Math.max(0, aboveNs));
            json.addProperty("messages", messages());
            JsonObject causes = new JsonObject();
            for (SlowCause cause : SlowCause.values()) {
                causes.addProperty(cause.key, count(cause));
            }
            json.add("causes", causes);
            return json;
        }

        /** One line for a person: the causes of at least one message in a hundred. */
        String line() {
            String causes = Arrays.stream(SlowCause.values())
                    .filter(cause -> percent(cause) > 0)
                    .sorted(Comparator.comparingLong(this::count).reversed())
                    .map(cause -> percent(cause) + " % " + cause.label)
                    .collect(Collectors.joining(", "));
            return Units.text("%s (%s): %s", words, Units.shortTime(aboveNs), causes.isEmpty() ? "no message" : causes);
        }

        private long percent(SlowCause cause) {
            return Math.round(100.0 * count(cause) / Math.max(1, messages()));
        }
    }
}
