package org.whichjvm.collector.analysis;

import java.util.List;
import java.util.function.Function;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;

/**
 * One figure of a contender beside the baseline's, before anything is decided.
 *
 * @param pairs the forks that have it
 * @param metric the figure
 * @param logRatios a pair each, in the order of the blocks
 * @param looks at how many of them
 * @param undecidable why nothing may be decided on it; null if it may
 */
record Sample(Pairs pairs, Metric metric, double[] logRatios, Looks looks, Reason undecidable) {
  static Sample of(final Pairs all, final Metric metric, final Progress progress) {
    final Pairs pairs = all.having(metric);
    return new Sample(
        pairs,
        metric,
        pairs.logRatios(metric),
        progress.looks(pairs.forks().size(), pairs::upTo),
        undecidable(all, pairs, metric, progress));
  }

  /** The test of the shift within a mode. */
  PairedTest test() {
    return new PairedTest(logRatios, looks, Score.REDESCENDING);
  }

  boolean headline() {
    return metric.headline();
  }

  /** Whether it also tells how often a contender starts slow. */
  boolean tellsStarts() {
    return metric.headline() || metric instanceof Metric.OfScore;
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
    final List<Pairs.Pair> finite = pairs.forks().stream().filter(Pairs.Pair::finite).toList();
    return finite.isEmpty()
        ? null
        : metric.tooLittle(
            forks(finite, Pairs.Pair::contender), forks(finite, Pairs.Pair::baseline));
  }

  private static List<Fork> forks(
      final List<Pairs.Pair> pairs, final Function<Pairs.Pair, Fork> which) {
    return pairs.stream().map(which).toList();
  }
}
