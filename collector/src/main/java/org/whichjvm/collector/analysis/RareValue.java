package org.whichjvm.collector.analysis;

import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.Percentile;

/**
 * The median over forks of a value that few forks can tell, and its interval.
 *
 * @param forks that have enough messages
 * @param ns the median of their values, in ns
 * @param low lower end of its exact 95 % order-statistic interval; NaN if they are too few
 * @param high its upper end; NaN if the lower end is
 */
public record RareValue(int forks, double ns, double low, double high) {
  /** A fork with so many messages has ten above the percentile. */
  private static final long LEAST_MESSAGES = 1_000_000;

  /** The value of these forks; empty if none has enough messages. */
  static Optional<RareValue> of(final List<Fork> forks, final Latency latency) {
    final double[] values =
        forks.stream()
            .map(fork -> fork.summaries().get(latency))
            .filter(summary -> summary.count() >= LEAST_MESSAGES)
            .filter(summary -> summary.ns().containsKey(Percentile.P99_999))
            .mapToDouble(summary -> summary.at(Percentile.P99_999))
            .toArray();
    if (values.length == 0) {
      return Optional.empty();
    }
    final PairedTest test = new PairedTest(values, ScoreFunction.SIGN);
    final double[] interval = test.interval(Decision.ALPHA);
    return Optional.of(new RareValue(values.length, test.shift(), interval[0], interval[1]));
  }
}
