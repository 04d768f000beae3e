package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/**
 * Why messages were slow: of those beyond each level, how many by each cause. Counts of a fork, or
 * of several together; empty where nothing was recorded.
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

    Level(final Percentile percentile) {
      this(percentile.key, percentile, percentile.label);
    }

    Level(final String key, final Percentile percentile, final String label) {
      this.key = key;
      this.percentile = percentile;
      this.label = label;
    }
  }

  /** The number of the messages beyond a level, and of them by cause, which add up to it. */
  public record Causes(long messages, Map<SlowCause, Long> counts) {
    /** The part of a cause, 0 to 1; NaN without a message. */
    public double share(final SlowCause cause) {
      return messages == 0 ? Double.NaN : (double) counts.getOrDefault(cause, 0L) / messages;
    }

    private Causes plus(final Causes other) {
      final Map<SlowCause, Long> sum = new EnumMap<>(SlowCause.class);
      sum.putAll(counts);
      other.counts.forEach((cause, count) -> sum.merge(cause, count, Long::sum));
      return new Causes(messages + other.messages, sum);
    }
  }

  /** Reads the slow messages of a fork, unless its counts contradict themselves. */
  static SlowMessages of(final JsonObject fork) throws UnusableFile {
    final JsonObject json = Json.object(fork, "attribution");
    final Map<Latency, Map<Level, Causes>> levels = new EnumMap<>(Latency.class);
    for (final Latency latency : Latency.values()) {
      final Map<Level, Causes> these = new EnumMap<>(Level.class);
      final String where = "attribution." + latency.key;
      for (final JsonObject level : Json.objects(json, latency.key)) {
        if (these.put(level(level, where), causes(level, where)) != null) {
          throw new UnusableFile("its " + where + " has a level twice");
        }
      }
      if (!these.isEmpty()) {
        levels.put(latency, these);
      }
    }
    return levels.isEmpty() ? NONE : new SlowMessages(levels);
  }

  private static Level level(final JsonObject json, final String where) throws UnusableFile {
    final String above = Json.text(json, "above");
    for (final Level level : Level.values()) {
      if (level.key.equals(above)) {
        return level;
      }
    }
    throw new UnusableFile("its " + where + " has a level " + above + ", which there is not");
  }

  private static Causes causes(final JsonObject json, final String where) throws UnusableFile {
    final long messages = Json.whole(json, "messages", 0, ForkReader.MAX_MESSAGES);
    final JsonObject causes = Json.object(json, "causes");
    final Map<SlowCause, Long> counts = new EnumMap<>(SlowCause.class);
    long sum = 0;
    for (final SlowCause cause : SlowCause.values()) {
      if (causes.has(cause.key)) {
        final long count = Json.whole(causes, cause.key, 0, messages);
        counts.put(cause, count);
        sum += count;
      }
    }
    if (sum != messages) {
      throw new UnusableFile(
          "its " + where + " has " + messages + " messages, but causes for " + sum);
    }
    return new Causes(messages, counts);
  }

  /** The sum over several forks; the worst thousand only of those with many more messages. */
  public static SlowMessages sum(final Iterable<Fork> forks) {
    final Map<Latency, Map<Level, Causes>> sum = new EnumMap<>(Latency.class);
    for (final Fork fork : forks) {
      for (final Map.Entry<Latency, Map<Level, Causes>> each :
          fork.measured().attribution().levels().entrySet()) {
        final boolean many = fork.summaries().get(each.getKey()).count() >= LEAST_FOR_WORST;
        each.getValue()
            .forEach(
                (level, causes) -> {
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
  public Causes at(final Latency latency, final Level level) {
    return levels.getOrDefault(latency, Map.of()).get(level);
  }

  public boolean isEmpty() {
    return levels.isEmpty();
  }
}
