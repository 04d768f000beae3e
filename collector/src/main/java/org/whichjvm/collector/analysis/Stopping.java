package org.whichjvm.collector.analysis;

import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.Stopped;
import org.whichjvm.collector.io.Quantity;

/** Decides when a campaign that may stop by itself has enough blocks. */
public final class Stopping {
  private Stopping() {}

  /**
   * Says why the campaign stops now; null if it goes on.
   *
   * @param timeUp whether this is its last interim look whatever it shows
   */
  public static Stopped decide(final Result result, final boolean timeUp) {
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
    final long wanted = wanted(result).count();
    if (wanted > 0 && open(result, design) == 0) {
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

  /** Says how many comparisons are still open. */
  public static String open(final Result result) {
    return open(result, result.progress().design())
        + " of "
        + wanted(result).count()
        + " comparisons still open";
  }

  private static long open(final Result result, final Design design) {
    return wanted(result).filter(each -> !each.settled(design)).count();
  }

  /** The state of a comparison, or of a contrast of two scores. */
  private record Known(Verdict verdict, double low, double high) {
    boolean settled(final Design design) {
      // A narrow interval beside 1 is not settled: a few more blocks can decide it.
      final boolean around1 = low <= 1 && high >= 1;
      final double width = Math.log(high / low) / 2;
      return verdict != Verdict.INCONCLUSIVE
          || (around1 && width <= Math.log1p(design.precision()));
    }
  }

  private static Stream<Known> wanted(final Result result) {
    return Stream.concat(
        result.comparisons().stream()
            .filter(each -> each.decidable() && !each.control())
            .map(each -> new Known(each.verdict(), each.low(), each.high())),
        result.contrasts().stream()
            .map(each -> new Known(each.verdict(), each.low(), each.high())));
  }
}
