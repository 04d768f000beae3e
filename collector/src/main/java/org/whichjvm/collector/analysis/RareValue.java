package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;
import org.whichjvm.common.Percentile;

/**
 * The median over forks and its interval.
 *
 * @param forks that have enough messages
 * @param ns the median of their values, in ns
 * @param low lower end of its exact 95 % order-statistic interval; NaN if they are too few
 * @param high its upper end; NaN likewise
 */
public record RareValue(int forks, double ns, double low, double high) {
  /** A fork with so many messages has ten above the percentile. */
  private static final long LEAST_MESSAGES = 1_000_000;

  /** The value of these forks; null if none has enough messages. */
  public static RareValue of(final List<Fork> forks, final Latency latency) {
    final double[] values =
        forks.stream()
            .map(fork -> fork.summaries().get(latency))
            .filter(summary -> summary.count() >= LEAST_MESSAGES)
            .filter(summary -> summary.ns().containsKey(Percentile.P99_999))
            .mapToDouble(summary -> summary.at(Percentile.P99_999))
            .toArray();
    if (values.length == 0) {
      return null;
    }
    final PairedTest test = new PairedTest(values, Looks.single(values.length), Score.SIGN);
    final double[] interval = test.interval(Decision.ALPHA);
    return new RareValue(values.length, test.shift(), interval[0], interval[1]);
  }
}
