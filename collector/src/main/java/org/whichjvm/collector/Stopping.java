package org.whichjvm.collector;

import java.util.List;

/** When a campaign that may stop by itself has seen enough. */
final class Stopping {
  private Stopping() {}

  /**
   * Why the campaign stops now; null if it goes on.
   *
   * @param timeUp whether this is its last look whatever it shows
   */
  static Stopped decide(final Result result, final boolean timeUp) {
    final Progress progress = result.progress();
    if (progress.stopped() != null) {
      return progress.stopped();
    }
    final Design design = progress.design();
    final int complete = progress.completeBlocks();
    if (timeUp) {
      return new Stopped(
          complete, true, "the time is up after block " + complete + ", " + open(result));
    }
    if (!design.looks().contains(complete)) {
      return null;
    }
    final List<Comparison> wanted = wanted(result);
    if (!wanted.isEmpty() && wanted.stream().allMatch(each -> settled(each, design))) {
      return new Stopped(
          complete,
          false,
          "after block "
              + complete
              + " every comparison is decided or known to ± "
              + Quantity.percent(design.precision()));
    }
    return null;
  }

  /** How many comparisons are still open, in words. */
  static String open(final Result result) {
    final List<Comparison> wanted = wanted(result);
    final long open =
        wanted.stream().filter(each -> !settled(each, result.progress().design())).count();
    return open + " of " + wanted.size() + " comparisons still open";
  }

  private static List<Comparison> wanted(final Result result) {
    return result.comparisons().stream()
        .filter(each -> each.decidable() && !each.control())
        .toList();
  }

  private static boolean settled(final Comparison comparison, final Design design) {
    // A narrow interval beside 1 shows a difference that a little more would make certain among
    // all.
    final boolean around1 = comparison.low() <= 1 && comparison.high() >= 1;
    final double width = Math.log(comparison.high() / comparison.low()) / 2;
    return comparison.verdict() != Verdict.INCONCLUSIVE
        || (around1 && width <= Math.log1p(design.precision()));
  }
}
