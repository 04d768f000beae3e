package org.whichjvm.collector.report;

import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.SlowStarts;
import org.whichjvm.collector.io.Quantity;

/** How often contenders start slow, in words. */
final class StartsText {
  private StartsText() {}

  /**
   * The second half of a verdict; empty where nothing is decided of it. It names who starts slow
   * only where the forks' own levels tell: "; 8 of its 40 starts are 57 % slower than its others",
   * else "; in 8 of 40 blocks it is 57 % slower than in the others, in 1 the other way round: one
   * of the two starts in two ways, and which of them is not known".
   */
  static String of(final Comparison comparison) {
    final SlowStarts starts = comparison.starts();
    if (starts == null || !starts.decided()) {
      return "";
    }
    return switch (starts.mover()) {
      case CONTENDER -> "; " + own(starts);
      case BASELINE -> "; " + baselines(starts, comparison.baseline());
      case UNKNOWN -> "; " + ratios(starts);
    };
  }

  private static String own(final SlowStarts starts) {
    return starts.slowerMore()
        ? of(starts.slower(), starts, "its")
            + slow(starts.slowerBy(), starts.slower(), "its others")
        : of(starts.faster(), starts, "its")
            + (starts.faster() == 1 ? "is " : "are ")
            + Quantity.percent(1 - 1 / starts.fasterBy())
            + " faster than its others";
  }

  private static String baselines(final SlowStarts starts, final String baseline) {
    final String whose = baseline + "'s";
    return starts.fasterMore()
        ? of(starts.faster(), starts, whose)
            + slow(starts.fasterBy(), starts.faster(), "its others")
        : of(starts.slower(), starts, whose)
            + (starts.slower() == 1 ? "is " : "are ")
            + Quantity.percent(1 - 1 / starts.slowerBy())
            + " faster than its others";
  }

  private static String of(final int some, final SlowStarts starts, final String whose) {
    return some + " of " + whose + " " + starts.blocks() + " starts ";
  }

  private static String slow(final double by, final int some, final String than) {
    return Double.isInfinite(by)
        ? "could not keep the rate"
        : (some == 1 ? "is " : "are ") + Quantity.percent(by - 1) + " slower than " + than;
  }

  private static String ratios(final SlowStarts starts) {
    final boolean slower = starts.slowerMore();
    final int some = slower ? starts.slower() : starts.faster();
    final int other = slower ? starts.faster() : starts.slower();
    return "in "
        + some
        + " of "
        + starts.blocks()
        + " blocks it is "
        + (slower
            ? Quantity.percent(starts.slowerBy() - 1) + " slower"
            : Quantity.percent(1 - 1 / starts.fasterBy()) + " faster")
        + " than in the others"
        + (other == 0 ? "" : ", in " + other + " the other way round")
        + ": one of the two starts in two ways, and which of them is not known";
  }

  /** Blocks apart, as in "8 slower, 0 faster of 40"; a dash where a figure does not tell. */
  static String cell(final SlowStarts starts) {
    return starts == null
        ? Quantity.NONE
        : starts.slower() + " slower, " + starts.faster() + " faster of " + starts.blocks();
  }
}
