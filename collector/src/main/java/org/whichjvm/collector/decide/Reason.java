package org.whichjvm.collector.decide;

import java.util.Map;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Gate;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.stats.SharesApart;

/**
 * Why a comparison or a contrast has no better verdict, or what to know about the one it has, and
 * why a campaign stopped: each the second half of a sentence, without its full stop.
 */
public final class Reason {
  static final String NO_COMMON_BLOCK = "there is no block in which both have a fork that counts";

  static final String NO_COMMON_SCORE = "there is no block in which both have this score";
  static final String TOO_FEW_ROUNDS =
      "no block has " + Rounds.LEAST + " rounds in which the turns of both count at like floors";

  static final String NOT_CONFIRMED =
      "an earlier interim look showed a difference that what came since does not bear out";

  /**
   * A percentile of a typical fork must rest on so many events: a stall of 10 ms is 1,000 messages
   * but one event. With ten, its rank is known to about a third (1/√10); with one or two it is the
   * length of whatever stall came along.
   */
  static final int LEAST_EVENTS = 10;

  private static final String AMONG_ALL = "decide it among all that this campaign compares";

  static String undeclared(final Figure figure) {
    return figure.rare()
        ? "too few pauses in a fork: shown, and not decided"
        : "not among the %s that this campaign decides"
            .formatted(figure.ofLatency() ? "percentiles" : "scores");
  }

  /**
   * Gates exclude all that could be compared.
   *
   * @param what they exclude, such as every fork
   * @param number of these, at least 1
   * @param gates how many of them each gate excludes, not empty; one may be several gates'
   */
  static String allExcluded(final String what, final int number, final Map<Gate, Integer> gates) {
    final Gate most =
        gates.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return "gates exclude %s: %s%s %s (%s)"
        .formatted(
            what,
            number == 1 ? "the only one" : "all " + number,
            gates.size() > 1 ? ", mostly by" : ", by",
            most.option(),
            most.what);
  }

  /** The percentile rests on too few events of a typical fork; NaN seconds are unknown. */
  static String tooFewEvents(final double events, final double seconds) {
    final long whole = Math.round(events);
    final String needed =
        "rests on %s%s in a typical fork, and needs %s"
            .formatted(whole, whole == 1 ? " event" : " events", LEAST_EVENTS);
    // Without any event nobody can tell how long a fork has to be.
    return whole == 0 || Double.isNaN(seconds)
        ? needed + ": longer forks"
        : "%s: forks of some %s instead of %s"
            .formatted(
                needed,
                Quantity.duration(Math.ceil(seconds * LEAST_EVENTS / events)),
                Quantity.time(seconds * 1e9));
  }

  /** The shift would have a verdict, but the contender may start slow too often for it. */
  static String startsOpen(final Verdict shift, final int blocks) {
    final int least = SharesApart.leastPairs();
    return "the typical start is %s, but how often it starts slow is not known well enough: %s"
        .formatted(
            shift.key,
            blocks < least ? least + " blocks are the least that tell" : "more blocks tell");
  }

  /** An interval reaches over all groups of blocks that may have the typical start. */
  static String fallsApart(final double low, final double high) {
    return "the blocks fall apart into groups, and which of them has the typical start is not"
        + " known: "
        + possible(low, high);
  }

  static String beforeFirstLook(final int block) {
    return "the first interim look is after block " + block;
  }

  static String tooEarly(final int nextLook) {
    return "too early to " + AMONG_ALL + "; the next interim look is after block " + nextLook;
  }

  /** No result could be significant with so few, and no interim look is to come. */
  static String tooFew(final int least, final String unit) {
    return least + " " + unit + "s are the least that can " + AMONG_ALL;
  }

  /** What an interval leaves open: "it lies between 2.0 % faster and 6.0 % slower". */
  static String possible(final double low, final double high) {
    return "it lies between " + direction(low) + " and " + direction(high);
  }

  private static String direction(final double ratio) {
    if (ratio == 0) {
      return "a baseline too slow to keep the rate";
    }
    return ratio < 1
        ? Quantity.percent(1 - ratio) + " faster"
        : Double.isInfinite(ratio)
            ? "too slow to keep the rate"
            : Quantity.percent(ratio - 1) + " slower";
  }

  /** The reason as the end of a sentence: the full stop alone for null. */
  public static String end(final String reason) {
    return reason == null ? "." : "; " + reason + ".";
  }

  /** Why a campaign stopped, as in "the time is up after block 14, 3 of 8 comparisons …". */
  public static String of(final EarlyStop stopped, final Design design) {
    if (!stopped.timeUp()) {
      return "after block %s every comparison is decided or known to ± %s"
          .formatted(stopped.block(), Quantity.percent(design.precision()));
    }
    final String open =
        stopped.comparisons() == 0
            ? ", and nothing could be compared yet"
            : ", " + stopped.open() + " of " + stopped.comparisons() + " comparisons still open";
    return "the time is up after block "
        + stopped.block()
        + (design.race() == Race.SEARCH ? "" : open);
  }
}
