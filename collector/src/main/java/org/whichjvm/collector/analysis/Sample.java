package org.whichjvm.collector.analysis;

import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.stats.SignTest;

/**
 * One figure of a contender beside the baseline's, before anything is decided.
 *
 * @param pairs the forks that have it
 * @param metric the figure
 * @param logRatios a pair each, in the order of the blocks
 * @param test of these
 * @param undecidable why nothing may be decided on it; null if it may
 */
record Sample(Pairs pairs, Metric metric, double[] logRatios, SignTest test, Reason undecidable) {
  static Sample of(final Pairs all, final Metric metric, final Progress progress) {
    final Pairs pairs = all.having(metric);
    final double[] logRatios = pairs.logRatios(metric);
    return new Sample(
        pairs,
        metric,
        logRatios,
        new SignTest(logRatios, progress.looks(pairs.forks().size(), pairs::upTo)),
        undecidable(all, pairs, metric, progress));
  }

  boolean headline() {
    return metric.headline();
  }

  boolean control() {
    return Contender.of(pairs.contender()).sameAs(Contender.of(pairs.baseline()));
  }

  private static Reason undecidable(
      final Pairs all, final Pairs pairs, final Metric metric, final Progress progress) {
    final Reason undeclared = metric.undeclared(progress.design());
    if (undeclared != null) {
      return undeclared;
    }
    if (pairs.forks().isEmpty() && progress.beforeFirstLook()) {
      return new Reason.BeforeFirstLook(progress.design().looks().get(0));
    }
    if (pairs.forks().isEmpty()) {
      return all.forks().stream().anyMatch(pair -> pair.rounds() != null)
          ? Reason.Plain.TOO_FEW_ROUNDS
          : pairs.none();
    }
    return metric.tooLittle(
        pairs.forks().stream().map(Pairs.Pair::contender).toList(),
        pairs.forks().stream().map(Pairs.Pair::baseline).toList());
  }
}
