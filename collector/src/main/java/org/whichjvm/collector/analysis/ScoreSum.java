package org.whichjvm.collector.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.stats.Medians;

/**
 * One score over the forks of a contender that are shown.
 *
 * @param score its name, threads and unit; the value is the median over the forks
 * @param forks that have it
 * @param min the least of a fork
 * @param max the greatest of a fork
 */
public record ScoreSum(ForkScore score, int forks, double min, double max) {
  /** Every score of these forks by its key, in their order. */
  public static Map<String, ScoreSum> of(final List<Fork> forks) {
    final Map<String, ForkScore> keys = new LinkedHashMap<>();
    forks.forEach(fork -> fork.scores().forEach(keys::putIfAbsent));
    final Map<String, ScoreSum> sums = new LinkedHashMap<>();
    keys.forEach(
        (key, score) -> {
          final double[] values =
              forks.stream()
                  .filter(fork -> fork.scores().containsKey(key))
                  .mapToDouble(fork -> fork.scores().get(key).value())
                  .toArray();
          sums.put(
              key,
              new ScoreSum(
                  new ForkScore(
                      score.name(),
                      score.threads(),
                      score.unit(),
                      Medians.of(DoubleStream.of(values)),
                      score.more(),
                      score.beside()),
                  values.length,
                  DoubleStream.of(values).min().orElseThrow(),
                  DoubleStream.of(values).max().orElseThrow()));
        });
    return sums;
  }
}
