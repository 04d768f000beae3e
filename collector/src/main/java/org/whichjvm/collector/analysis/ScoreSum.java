package org.whichjvm.collector.analysis;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Medians;

/**
 * One score over the forks of a contender that are shown.
 *
 * @param median over the forks
 * @param forks that have it
 * @param min the least of a fork
 * @param max the greatest of a fork
 */
public record ScoreSum(Figure score, double median, int forks, double min, double max) {
  public static Map<String, ScoreSum> of(final List<Fork> forks) {
    final Map<String, ScoreSum> sums = new LinkedHashMap<>();
    forks.stream()
        .flatMap(fork -> fork.scores().keySet().stream())
        .distinct()
        .forEach(score -> sums.putIfAbsent(score.key(), of(forks, score)));
    return sums;
  }

  private static ScoreSum of(final List<Fork> forks, final Figure score) {
    final DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    final double median =
        Medians.of(
            forks.stream()
                .filter(fork -> fork.scores().containsKey(score))
                .mapToDouble(fork -> fork.get(score))
                .peek(range));
    return new ScoreSum(score, median, (int) range.getCount(), range.getMin(), range.getMax());
  }
}
