package org.whichjvm.collector.analysis;

import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/**
 * Whether a percentile rests on enough separate events: a stall of 10 ms is 1,000 messages but one.
 */
public final class EventCounts {
  /**
   * A percentile of a typical fork must rest on so many. With ten, its rank is known to about a
   * third (1/√10); with one or two it is the length of whatever stall came along.
   */
  public static final int LEAST = 10;

  private EventCounts() {}

  /** The events of the typical fork; NaN without a fork. */
  static double typical(final Stream<Fork> forks, final Figure figure) {
    final Latency latency = figure.latency().orElseThrow();
    final Percentile percentile = figure.percentile().orElseThrow();
    return Medians.of(
        forks.mapToDouble(fork -> fork.summaries().get(latency).events().get(percentile)));
  }

  /**
   * Why so many events decide nothing; empty if they may.
   *
   * @param events of the typical fork
   * @param seconds that a fork measured; NaN if unknown
   */
  static Optional<Reason> tooFew(final double events, final Figure figure, final double seconds) {
    // Half of all messages lie above the median: that is enough for any fork.
    if (figure.is(Percentile.P50) || events >= LEAST) {
      return Optional.empty();
    }
    final long whole = Math.round(events);
    // From no event at all nobody can tell how long a fork has to be.
    final double needed = whole == 0 ? Double.NaN : Math.ceil(seconds * LEAST / events);
    return Optional.of(new Reason.TooFewEvents(whole, seconds, needed));
  }
}
