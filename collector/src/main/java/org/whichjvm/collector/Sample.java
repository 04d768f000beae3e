package org.whichjvm.collector;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.whichjvm.collector.stats.SignTest;

/**
 * One percentile of a variant beside the baseline's, before anything is decided.
 *
 * @param pairs the forks
 * @param latency which of the two
 * @param percentile of each fork
 * @param logRatios a pair each, in the order of the blocks
 * @param test of these
 * @param undecidable why nothing may be decided on it, in a sentence; null if it may
 */
record Sample(
    Pairs pairs,
    Latency latency,
    Percentile percentile,
    double[] logRatios,
    SignTest test,
    String undecidable) {
  /**
   * On how many separate events a percentile of a typical fork must rest. With ten, its rank is
   * known to about a third (1/√10); with one or two it is the length of whatever stall came along.
   */
  static final int LEAST_EVENTS = 10;

  static Sample of(
      final Pairs pairs,
      final Latency latency,
      final Percentile percentile,
      final Progress progress) {
    final double[] logRatios = pairs.logRatios(latency, percentile);
    return new Sample(
        pairs,
        latency,
        percentile,
        logRatios,
        new SignTest(logRatios, progress.looks(pairs)),
        undecidable(pairs, latency, percentile, progress));
  }

  boolean headline() {
    return latency == Latency.SERVICE && percentile == Percentile.P50;
  }

  boolean control() {
    return Arm.of(pairs.variant()).sameAs(Arm.of(pairs.baseline()));
  }

  private static String undecidable(
      final Pairs pairs,
      final Latency latency,
      final Percentile percentile,
      final Progress progress) {
    if (!progress.design().decide().contains(percentile)) {
      return "not among the percentiles that this campaign decides";
    }
    if (pairs.forks().isEmpty()) {
      return progress.design().stops() && progress.lastBlock() == 0
          ? "the first look is after block " + progress.design().looks().get(0)
          : "there is no block in which both have a fork that counts";
    }
    final double events =
        Math.min(
            events(pairs.forks().stream().map(Pairs.Pair::variant), latency, percentile),
            events(pairs.forks().stream().map(Pairs.Pair::baseline), latency, percentile));
    if (Double.isNaN(events)) {
      // Half of all messages lie above the median: that is enough for any fork.
      return percentile == Percentile.P50
          ? null
          : "the forks do not say on how many events it rests: run them again with this whichjvm";
    }
    return events >= LEAST_EVENTS ? null : tooFew(events, pairs);
  }

  private static String tooFew(final double events, final Pairs pairs) {
    final String needed =
        "rests on "
            + Math.round(events)
            + (Math.round(events) == 1 ? " event" : " events")
            + " in a typical fork, and needs "
            + LEAST_EVENTS;
    final double seconds = pairs.forks().get(0).variant().durationSeconds();
    return events == 0 || Double.isNaN(seconds)
        ? needed + ": longer forks"
        : needed
            + ": forks of some "
            + Quantity.time(seconds * 1e9 * LEAST_EVENTS / events)
            + " instead of "
            + Quantity.time(seconds * 1e9);
  }

  /** Events of the typical fork; NaN if a fork does not say. */
  private static double events(
      final Stream<Fork> forks, final Latency latency, final Percentile percentile) {
    final List<Long> events =
        forks
            .map(fork -> fork.summaries().get(latency).events().get(percentile))
            .collect(Collectors.toList());
    return events.contains(null)
        ? Double.NaN
        : Median.withDefaults().evaluate(events.stream().mapToDouble(each -> each).toArray());
  }
}
