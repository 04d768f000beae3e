package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;
import org.whichjvm.collector.stats.Medians;

/**
 * The course of a contender's p50 service time over the turns of a fork, each over the median of
 * the fork's turns.
 *
 * @param forks that measured by turns and count
 * @param byRound the median over these forks, a round each; NaN where none has a turn that counts
 * @param first the median over the forks of the first third of their turns
 * @param last the same of their last third
 * @param drift the median over the forks of last third over first third; NaN if none has enough
 *     turns in both
 * @param spread the median over the forks of how far their turns lie apart, 1.48 × the median
 *     absolute deviation of the logarithm, 0.03 being 3 %
 */
public record Steadiness(
    String contender,
    int forks,
    double[] byRound,
    double first,
    double last,
    double drift,
    double spread) {
  /** A last third that differs by more may still be warming up. */
  private static final double MOST_DRIFT = 0.03;

  private static final int LEAST_IN_A_THIRD = 2;

  // The median absolute deviation of a normal distribution is that of its standard deviation, over:
  private static final double NORMAL = 1.4826;

  static List<Steadiness> of(final List<ContenderForks> contenders) {
    return contenders.stream()
        .filter(each -> !each.onlyEmulated() && each.added().stream().anyMatch(Fork::byTurns))
        .map(Steadiness::of)
        .toList();
  }

  private static Steadiness of(final ContenderForks contender) {
    final List<double[]> forks =
        contender.added().stream()
            .filter(Fork::byTurns)
            .map(fork -> relative(fork.turns()))
            .filter(ratios -> Arrays.stream(ratios).anyMatch(each -> each > 0))
            .toList();
    final int rounds = forks.stream().mapToInt(each -> each.length).max().orElse(0);
    final double[] byRound = new double[rounds];
    Arrays.setAll(
        byRound,
        round ->
            Medians.of(
                forks.stream()
                    .filter(each -> round < each.length)
                    .mapToDouble(each -> each[round])
                    .filter(each -> each > 0)));
    final List<double[]> thirds = new ArrayList<>(); // of each fork first and last
    for (final double[] each : forks) {
      final double[] start = known(each, 0, each.length / 3);
      final double[] end = known(each, each.length - each.length / 3, each.length);
      if (Math.min(start.length, end.length) >= LEAST_IN_A_THIRD) {
        thirds.add(new double[] {median(start), median(end)});
      }
    }
    return new Steadiness(
        contender.name(),
        forks.size(),
        byRound,
        Medians.of(thirds.stream().mapToDouble(each -> each[0])),
        Medians.of(thirds.stream().mapToDouble(each -> each[1])),
        Medians.of(thirds.stream().mapToDouble(each -> each[1] / each[0])),
        Medians.of(forks.stream().mapToDouble(Steadiness::spread)));
  }

  /** The p50 of each round over the median of all; NaN where no turn counts. */
  private static double[] relative(final Turns turns) {
    final double[] ratios = new double[turns.round(turns.count() - 1) + 1];
    Arrays.fill(ratios, Double.NaN);
    final double median = Medians.of(turns.counting().mapToDouble(i -> p50(turns, i)));
    turns.counting().forEach(i -> ratios[turns.round(i)] = p50(turns, i) / median);
    return ratios;
  }

  private static double p50(final Turns turns, final int i) {
    return turns.ns(i, Figure.HEADLINE);
  }

  private static double[] known(final double[] ratios, final int from, final int to) {
    return IntStream.range(from, to).mapToDouble(i -> ratios[i]).filter(each -> each > 0).toArray();
  }

  private static double median(final double[] values) {
    return Medians.of(Arrays.stream(values));
  }

  private static double spread(final double[] ratios) {
    final DoubleStream logs =
        Arrays.stream(ratios).filter(each -> each > 0).map(each -> Math.abs(Math.log(each)));
    return NORMAL * Medians.of(logs);
  }

  /** Whether the last third differs from the first by more than it may. */
  public boolean unsteady() {
    return drift > 1 + MOST_DRIFT || drift < 1 / (1 + MOST_DRIFT);
  }
}
