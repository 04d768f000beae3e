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
 * How much CPU time contenders took while others had their turns.
 *
 * @param median of the forks, as a share of the measured CPUs, 0.001 being 0.1 %
 * @param worst of the forks
 * @param worstFork which that was
 */
public record IdleCpu(double median, double worst, ForkName worstFork) {
  /** That of all forks by turns, whether they count or not; null if none tells. */
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

  /** Of the time from one turn's end to the next one's start; NaN if the fork does not tell. */
  private static double share(final Fork fork) {
    final Turns turns = fork.turns();
    final int[] known =
        IntStream.range(1, turns.count()).filter(i -> turns.asleepMicros(i) >= 0).toArray();
    double micros = 0;
    double millis = 0;
    for (final int i : known) {
      micros += turns.asleepMicros(i);
      millis += (turns.round(i) - turns.round(i - 1)) * turns.roundMillis() - turns.turnMillis();
    }
    return millis > 0 ? micros / (millis * 1e3 * fork.cpus()) : Double.NaN;
  }
}
