package org.whichjvm.collector;

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
          : pairs.allGated() == null
              ? "there is no block in which both have a fork that counts"
              : pairs.allGated();
    }
    final double events =
        Math.min(
            Events.typical(pairs.forks().stream().map(Pairs.Pair::variant), latency, percentile),
            Events.typical(pairs.forks().stream().map(Pairs.Pair::baseline), latency, percentile));
    return Events.undecidable(events, percentile, pairs.forks().get(0).variant().durationSeconds());
  }
}
