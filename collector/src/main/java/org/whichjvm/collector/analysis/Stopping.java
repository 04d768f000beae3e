package org.whichjvm.collector.analysis;

import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.EarlyStop;
import org.whichjvm.collector.campaign.Progress;

public final class Stopping {
  private Stopping() {}

  /**
   * The end of the campaign if it stops now; empty if it goes on.
   *
   * @param timeUp whether this is its last interim look whatever it shows
   */
  public static Optional<EarlyStop> decide(final Result result, final boolean timeUp) {
    final Progress progress = result.progress();
    if (progress.stopped() != null) {
      return Optional.of(progress.stopped());
    }
    final Design design = progress.design();
    final int complete = progress.completeBlocks();
    final int wanted = (int) wanted(result).count();
    final int open = (int) wanted(result).filter(each -> !each.settled(design)).count();
    final boolean settled = design.looks().contains(complete) && wanted > 0 && open == 0;
    return timeUp || settled
        ? Optional.of(new EarlyStop(complete, timeUp, open, wanted))
        : Optional.empty();
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
