package org.whichjvm.collector.report;

import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.SlowStarts;
import org.whichjvm.collector.io.Quantity;

/** How often contenders start slow, in words. */
final class StartsText {
  private StartsText() {}

  /** Whether a comparison decides that one of the two starts slow more often. */
  static boolean told(final Comparison comparison) {
    final SlowStarts starts = comparison.starts();
    return starts != null && (starts.contenderMore() || starts.baselineMore());
  }

  /**
   * The second half of a verdict, as in " in most starts, but 8 of its 40 starts are 57 % slower
   * (jdk17: none)"; empty where nothing is decided of it.
   */
  static String of(final Comparison comparison) {
    if (!told(comparison)) {
      return "";
    }
    final SlowStarts starts = comparison.starts();
    return starts.contenderMore()
        ? " in most starts, but "
            + slow(starts.contender(), starts.blocks(), "its", starts.contenderSlower())
            + other(comparison.baseline(), starts.baseline())
        : " in most starts, but "
            + slow(
                starts.baseline(),
                starts.blocks(),
                comparison.baseline() + "'s",
                starts.baselineSlower())
            + other(comparison.contender(), starts.contender());
  }

  private static String slow(
      final int some, final int blocks, final String whose, final double slower) {
    return some
        + " of "
        + whose
        + " "
        + blocks
        + " starts "
        + (Double.isInfinite(slower)
            ? "could not keep the rate"
            : (some == 1 ? "is " : "are ") + Quantity.percent(slower - 1) + " slower");
  }

  private static String other(final String name, final int some) {
    return " (" + name + ": " + (some == 0 ? "none" : Quantity.count(some)) + ")";
  }

  /** Slow starts of both, as in "8 and 0 of 40"; a dash where a figure does not tell. */
  static String cell(final SlowStarts starts) {
    return starts == null
        ? Quantity.NONE
        : starts.contender() + " and " + starts.baseline() + " of " + starts.blocks();
  }
}
