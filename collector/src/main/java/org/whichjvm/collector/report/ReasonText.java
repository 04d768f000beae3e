package org.whichjvm.collector.report;

import java.util.Map;
import org.whichjvm.collector.analysis.Reason;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.EarlyStop;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.Race;
import org.whichjvm.collector.campaign.Rounds;
import org.whichjvm.collector.io.Quantity;

/** Why nothing better was decided, and why a campaign stopped, in the words of every output. */
public final class ReasonText {
  private static final String AMONG_ALL = "decide it among all that this campaign compares";

  private ReasonText() {}

  /** The reason as the second half of a sentence, without its full stop. */
  public static String of(final Reason reason) {
    if (reason instanceof Reason.Plain plain) {
      return plain(plain);
    }
    if (reason instanceof Reason.Undeclared undeclared) {
      return "not among the "
          + (undeclared.figure().ofLatency() ? "percentiles" : "scores")
          + " that this campaign decides";
    }
    if (reason instanceof Reason.BeforeFirstLook before) {
      return "the first interim look is after block " + before.block();
    }
    if (reason instanceof Reason.OnlyEmulated only) {
      return "every fork of "
          + only.contender()
          + " ran on an emulated CPU, whose times mean nothing";
    }
    if (reason instanceof Reason.AllExcluded excluded) {
      return allExcluded(excluded);
    }
    if (reason instanceof Reason.TooFewEvents few) {
      return tooFewEvents(few);
    }
    if (reason instanceof Reason.StartsOpen open) {
      return "the typical start is %s, but how often it starts slow is not known well enough: %s"
          .formatted(
              open.shift().key,
              open.blocks() < open.least()
                  ? open.least() + " blocks are the least that tell"
                  : "more blocks tell");
    }
    if (reason instanceof Reason.FallsApart apart) {
      return "the blocks fall apart into groups, and which of them has the typical start is not"
          + " known: it lies "
          + between(apart.low(), apart.high());
    }
    if (reason instanceof Reason.TooEarly early) {
      return "too early to %s; the next interim look is after block %s"
          .formatted(AMONG_ALL, early.nextLook());
    }
    if (reason instanceof Reason.TooFew few) {
      return few.least() + " " + unit(few.unit()) + "s are the least that can " + AMONG_ALL;
    }
    if (reason instanceof Reason.Possible possible) {
      return "it lies " + between(possible.low(), possible.high());
    }
    throw new IllegalArgumentException("no words for " + reason);
  }

  /** The reason for a cell of a table: empty for null. */
  static String cell(final Reason reason) {
    return reason == null ? "" : of(reason);
  }

  /** The reason as the end of a sentence: the full stop alone for null. */
  static String end(final Reason reason) {
    return reason == null ? "." : "; " + of(reason) + ".";
  }

  /** Why a campaign stopped, as in "the time is up after block 14, 3 of 8 comparisons …". */
  public static String of(final EarlyStop stopped, final Design design) {
    if (!stopped.timeUp()) {
      return "after block %s every comparison is decided or known to ± %s"
          .formatted(stopped.block(), Quantity.percent(design.precision()));
    }
    return "the time is up after block "
        + stopped.block()
        + (design.race() == Race.SEARCH ? "" : open(stopped));
  }

  private static String open(final EarlyStop stopped) {
    return (stopped.comparisons() == 0
        ? ", and nothing could be compared yet"
        : ", " + stopped.open() + " of " + stopped.comparisons() + " comparisons still open");
  }

  private static String plain(final Reason.Plain reason) {
    return switch (reason) {
      case FEW_PAUSES -> "too few pauses in a fork: shown, and not decided";
      case NO_COMMON_BLOCK -> "there is no block in which both have a fork that counts";
      case TOO_FEW_ROUNDS ->
          "no block has "
              + Rounds.LEAST
              + " rounds in which the turns of both count at like floors";
      case NOT_CONFIRMED ->
          "an earlier interim look showed a difference that what came since does not bear out";
    };
  }

  /** An interval leaves something possible, as in "between 2.0 % faster and 6.0 % slower". */
  static String between(final double low, final double high) {
    return "between " + direction(low) + " and " + direction(high);
  }

  private static String direction(final double ratio) {
    return ratio < 1
        ? Quantity.percent(1 - ratio) + " faster"
        : Double.isInfinite(ratio)
            ? "too slow to keep the rate"
            : Quantity.percent(ratio - 1) + " slower";
  }

  private static String allExcluded(final Reason.AllExcluded excluded) {
    final Gate most =
        excluded.gates().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
    return "gates exclude %s: %s%s %s (%s)"
        .formatted(
            excluded.unit() == Reason.Unit.BLOCKS ? "a fork of every block" : "every fork",
            excluded.number() == 1 ? "the only one" : "all " + excluded.number(),
            excluded.gates().size() > 1 ? ", mostly by" : ", by",
            most.option(),
            most.what);
  }

  private static String tooFewEvents(final Reason.TooFewEvents few) {
    final String needed =
        "rests on %s%s in a typical fork, and needs %s"
            .formatted(
                few.events(), few.events() == 1 ? " event" : " events", Reason.TooFewEvents.LEAST);
    return Double.isNaN(few.secondsNeeded())
        ? needed + ": longer forks"
        : "%s: forks of some %s instead of %s"
            .formatted(
                needed, Quantity.duration(few.secondsNeeded()), Quantity.time(few.seconds() * 1e9));
  }

  private static String unit(final Reason.Unit unit) {
    return unit == Reason.Unit.BLOCKS ? "block" : "fork";
  }
}
