package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.Turns;
import org.whichjvm.collector.stats.Medians;

/**
 * The findings of a campaign by turns.
 *
 * @param count of its turns, and what of them is left out
 * @param carryOver from one turn to the next
 * @param sleep what contenders did while others had their turns; null if no fork tells
 */
public record ByTurns(
    TurnCount count, List<Steadiness> steadiness, CarryOver carryOver, IdleCpu sleep) {
  /** The findings of a campaign; null if none of its forks measured by turns. */
  static ByTurns of(final Campaign campaign) {
    return campaign.contenders().stream()
            .flatMap(each -> each.all().stream())
            .noneMatch(Fork::byTurns)
        ? null
        : new ByTurns(
            TurnCount.of(campaign),
            Steadiness.of(campaign.contenders()),
            CarryOver.of(campaign.contenders()),
            IdleCpu.of(campaign));
  }

  /**
   * How many turns a campaign took, and what of them is left out.
   *
   * @param turns of all forks that ended well
   * @param excluded turns that a gate excludes, whatever they are compared with
   * @param rounds in which two turns that count could be compared, of all contenders with their
   *     baselines
   * @param leftOut those of them that a gate leaves out for the two alone
   */
  public record TurnCount(int turns, int excluded, int rounds, int leftOut) {
    static TurnCount of(final Campaign campaign) {
      final List<Pairs> pairs = Pairs.all(campaign);
      return new TurnCount(
          campaign.contenders().stream().mapToInt(ContenderForks::turns).sum(),
          campaign.contenders().stream().mapToInt(ContenderForks::turnsExcluded).sum(),
          pairs.stream().mapToInt(Pairs::rounds).sum(),
          pairs.stream().mapToInt(Pairs::roundsLeftOut).sum());
    }
  }

  /**
   * How much CPU time contenders took while others had their turns.
   *
   * @param median of the forks, as a share of the measured CPUs, 0.001 being 0.1 %
   * @param worst of the forks
   * @param worstFork which that was
   */
  public record IdleCpu(double median, double worst, ForkName worstFork) {
    /**
     * The idle CPU time of all forks by turns, also of those that do not count; null if none tells.
     */
    static IdleCpu of(final Campaign campaign) {
      final List<Double> shares = new ArrayList<>();
      double worst = -1;
      ForkName worstFork = null;
      for (final ContenderForks contender : campaign.contenders()) {
        for (final Fork fork : contender.all()) {
          final double share = fork.byTurns() && !fork.emulated() ? share(fork) : Double.NaN;
          if (share >= 0) {
            shares.add(share);
            worstFork = share > worst ? fork.name() : worstFork;
            worst = Math.max(worst, share);
          }
        }
      }
      return shares.isEmpty()
          ? null
          : new IdleCpu(Medians.of(shares.stream().mapToDouble(each -> each)), worst, worstFork);
    }

    /**
     * A fork's share, of the time from one turn's end to the next one's start; NaN if it does not
     * tell.
     */
    private static double share(final Fork fork) {
      final Turns turns = fork.turns();
      final int[] known =
          IntStream.range(1, turns.count())
              .filter(i -> turns.get(Turns.Column.ASLEEP_MICROS, i) >= 0)
              .toArray();
      double micros = 0;
      double millis = 0;
      for (final int i : known) {
        micros += turns.get(Turns.Column.ASLEEP_MICROS, i);
        millis += (turns.round(i) - turns.round(i - 1)) * turns.roundMillis() - turns.turnMillis();
      }
      return millis > 0 ? micros / (millis * 1e3 * fork.cpus()) : Double.NaN;
    }
  }
}
