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
 * <p>A message waited from when it was sent (service) or due (response) until it was read, and also
 * for the messages before it. So the span that is looked at begins with the first message of the
 * chain it ends: a message belongs to the chain of the one before while that one was read after
 * this one was sent, or due, and itself took more than {@value #DELAYED_FACTOR} times the median.
 *
 * <p>The cause is the one with the most {@link Evidence} in that span, if it covers at least half
 * of what the message took beyond the median. If stalls without a cause do, it is unexplained, but
 * for a consumer that had given its CPU away when the chain began. If nothing does: the producer
 * was late, if that is more than half of it (response only); or the consumer had to wake up; or it
 * stays unexplained.
 */
final class Attribution {
  private static final Percentile[] LEVELS = {Percentile.P99, Percentile.P99_9, Percentile.P99_99};

  private static final int WORST = 1_000;
  private static final int DELAYED_FACTOR = 2;

  private final List<Window> windows;
  private final Evidence evidence;

  Attribution(final List<Window> windows, final Evidence evidence) {
    this.windows = windows;
    this.evidence = evidence;
  }

  /** The levels from p99 on of all windows' latency, which is tagged service or response. */
  List<TailCauses> levels(final Histogram latency) {
    final boolean response = latency.getTag().equals("response");
    final List<TailCauses> levels = new ArrayList<>();
    for (final Percentile each : LEVELS) {
      final long above = latency.getValueAtPercentile(each.percent);
      levels.add(new TailCauses(each.key, "beyond " + each.label, above, Long.MAX_VALUE));
    }
    levels.add(worst(latency, response));
    final Pass pass = new Pass(levels, latency.getValueAtPercentile(50), response);
    Window.forEachRead(windows, pass::take);
    return levels;
  }

  static JsonArray json(final List<TailCauses> levels) {
    final JsonArray json = new JsonArray();
    levels.forEach(level -> json.add(level.json()));
    return json;
  }

  /** The level that exactly {@value #WORST} messages are beyond, or all if there are no more. */
  private TailCauses worst(final Histogram latency, final boolean response) {
    final long count = latency.getTotalCount();
    final double percent = 100.0 * Math.max(0, count - WORST) / count;
    final long low = latency.lowestEquivalentValue(latency.getValueAtPercentile(percent));
    final LongStream.Builder beyond = LongStream.builder();
    Window.forEachRead(
        windows,
        (dueAt, sentAt, readAt, flags) -> {
          final long nanos = nanos(response, dueAt, sentAt, readAt);
          if (nanos >= low) {
            beyond.add(nanos);
          }
        });
    final long[] sorted = beyond.build().sorted().toArray();
    final int wanted = Math.min(WORST, sorted.length);
    final long least = sorted[sorted.length - wanted];
    // Messages that took exactly as long as the last one count as far as there is room.
    final long above = Arrays.stream(sorted).filter(nanos -> nanos > least).count();
    final String words = Units.text("the worst %,d", wanted);
    return new TailCauses("worst", words, least - 1, wanted - above);
  }

  /** A latency is never negative, as in {@link Samples#forEach}. */
  private static long nanos(
      final boolean response, final long dueAt, final long sentAt, final long readAt) {
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

    Pass(final List<TailCauses> levels, final long median, final boolean response) {
      this.levels = levels;
      this.median = median;
      this.response = response;
      this.lowest = levels.stream().mapToLong(level -> level.aboveNs).min().getAsLong();
    }

    private void take(final long dueAt, final long sentAt, final long readAt, final byte flags) {
      final long start = response ? dueAt : sentAt;
      final boolean waited = (flags & Samples.WAITED) != 0;
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
        final SlowCause cause = cause(readAt, response ? sentAt - dueAt : 0);
        for (final TailCauses level : levels) {
          level.take(previousNanos, cause);
        }
      }
    }

    private SlowCause cause(final long readAt, final long lateness) {
      final long half = (previousNanos - median) / 2;
      final SlowCause strongest = evidence.strongest(chainStart, readAt, half);
      if (strongest != null && !(chainWaited && strongest == SlowCause.UNEXPLAINED)) {
        return strongest;
      }
      if (lateness > half && lateness > 0) {
        return SlowCause.LATE_PRODUCER;
      }
      return chainWaited ? SlowCause.WAKE_UP : SlowCause.UNEXPLAINED;
    }
  }

  /** The causes of the messages beyond a level. */
  static final class TailCauses {
    private final String name;
    private final String words;
    final long aboveNs;

    /** How many more messages count that took just 1 ns longer than that; longer ones all count. */
    private long tiesLeft;

    private final long[] counts = new long[SlowCause.values().length];

    TailCauses(final String name, final String words, final long aboveNs, final long ties) {
      this.name = name;
      this.words = words;
      this.aboveNs = aboveNs;
      this.tiesLeft = ties;
    }

    void take(final long nanos, final SlowCause cause) {
      if (nanos > aboveNs + 1 || nanos == aboveNs + 1 && tiesLeft-- > 0) {
        counts[cause.ordinal()]++;
      }
    }

    long count(final SlowCause cause) {
      return counts[cause.ordinal()];
    }

    long messages() {
      return Arrays.stream(counts).sum();
    }

    JsonObject json() {
      final JsonObject json = new JsonObject();
      json.addProperty("above", name);
      json.addProperty("aboveNs", Math.max(0, aboveNs));
      json.addProperty("messages", messages());
      final JsonObject causes = new JsonObject();
      for (final SlowCause cause : SlowCause.values()) {
        causes.addProperty(cause.key, count(cause));
      }
      json.add("causes", causes);
      return json;
    }

    /** One line for a person: the causes of at least one message in a hundred. */
    String line() {
      final String causes =
          Arrays.stream(SlowCause.values())
              .filter(cause -> percent(cause) > 0)
              .sorted(Comparator.comparingLong(this::count).reversed())
              .map(cause -> percent(cause) + " % " + cause.label)
              .collect(Collectors.joining(", "));
      return Units.text(
          "%s (%s): %s", words, Units.shortTime(aboveNs), causes.isEmpty() ? "no message" : causes);
    }

    private long percent(final SlowCause cause) {
      return Math.round(100.0 * count(cause) / Math.max(1, messages()));
    }
  }
}
