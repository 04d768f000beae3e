package org.whichjvm.collector.analysis;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Decides;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.common.Percentile;

/** A figure of each fork by which contenders are compared. */
public sealed interface Metric {

  /** The fork's value, the more the worse; NaN if it has none. */
  double cost(Fork fork);

  /**
   * Whether it is the answer to the campaign's question, which gets half of the significance level.
   */
  boolean headline();

  /** Why the campaign does not decide it, whatever was measured; null if it does. */
  Reason undeclared(Design design);

  /** Why these pairs, at least one, do not suffice to decide it; null if they do. */
  Reason tooLittle(List<Fork> contender, List<Fork> baseline);

  /** Adds what names it in JSON. */
  void write(JsonObject json);

  /**
   * The figures of a campaign's forks: its scores in the forks' order, or both latencies'
   * percentiles; all of these where no fork tells.
   */
  public static List<Metric> of(final List<ContenderForks> contenders) {
    final Map<String, Metric> scores = new LinkedHashMap<>();
    final Set<OfLatency> latencies = new HashSet<>();
    boolean any = false;
    for (final ContenderForks contender : contenders) {
      for (final Fork fork : contender.all()) {
        any |= fork.ofScores();
        fork.summaries()
            .forEach(
                (latency, summary) ->
                    summary.ns().keySet().forEach(at -> latencies.add(new OfLatency(latency, at))));
        fork.scores().values().stream()
            .filter(score -> !score.counted())
            .forEach(score -> scores.putIfAbsent(score.key(), OfScore.of(score)));
      }
    }
    if (any) {
      return List.copyOf(scores.values());
    }
    final List<Metric> metrics = new ArrayList<>();
    for (final Latency latency : Latency.values()) {
      for (final Percentile each : Percentile.REPORTED) {
        final OfLatency metric = new OfLatency(latency, each);
        if (latencies.isEmpty() || latencies.contains(metric)) {
          metrics.add(metric);
        }
      }
    }
    return metrics;
  }

  /**
   * A percentile of one of the latencies, in ns.
   *
   * @param latency which of the two
   * @param percentile of each fork, not of the pool
   */
  record OfLatency(Latency latency, Percentile percentile) implements Metric {
    @Override
    public double cost(final Fork fork) {
      return fork.summaries().get(latency).at(percentile);
    }

    @Override
    public boolean headline() {
      return latency == Latency.SERVICE && percentile == Percentile.P50;
    }

    @Override
    public Reason undeclared(final Design design) {
      return design.decide().contains(new Decides(latency, percentile))
          ? null
          : new Reason.Undeclared(this);
    }

    @Override
    public Reason tooLittle(final List<Fork> contender, final List<Fork> baseline) {
      final double events =
          Math.min(
              EventCounts.typical(contender.stream(), latency, percentile),
              EventCounts.typical(baseline.stream(), latency, percentile));
      return EventCounts.tooFew(events, percentile, contender.get(0).durationSeconds());
    }

    @Override
    public void write(final JsonObject json) {
      json.addProperty("latency", latency.key);
      json.addProperty("percentile", percentile.key);
    }
  }

  /**
   * A score with a number of threads. All of a campaign weigh the same.
   *
   * @param name of the benchmark
   * @param threads that ran it; 0 for a score of a whole program
   * @param unit of its value
   * @param more whether more of it is better
   * @param beside whether it is decided only if somebody asks for it
   */
  record OfScore(String name, int threads, String unit, boolean more, boolean beside)
      implements Metric {
    // So few pauses lie beyond these that they are the length of whatever came along.
    private static final Set<String> FEW = Set.of("pause-p99", "pause-max");

    public static OfScore of(final ForkScore score) {
      return new OfScore(score.name(), score.threads(), score.unit(), score.more(), score.beside());
    }

    /** As in adjacent@2. */
    public String key() {
      return ForkScore.key(name, threads);
    }

    @Override
    public double cost(final Fork fork) {
      final ForkScore score = fork.scores().get(key());
      return score == null ? Double.NaN : score.cost();
    }

    @Override
    public boolean headline() {
      return false;
    }

    @Override
    public Reason undeclared(final Design design) {
      if (design.scores().isEmpty()) {
        return FEW.contains(name)
            ? Reason.Plain.FEW_PAUSES
            : beside ? new Reason.Undeclared(this) : null;
      }
      return design.scores().contains(name) || design.scores().contains(key())
          ? null
          : new Reason.Undeclared(this);
    }

    @Override
    public Reason tooLittle(final List<Fork> contender, final List<Fork> baseline) {
      return null;
    }

    @Override
    public void write(final JsonObject json) {
      json.addProperty("score", key());
      json.addProperty("unit", unit);
      json.addProperty("better", more ? "more" : "less");
    }
  }
}
