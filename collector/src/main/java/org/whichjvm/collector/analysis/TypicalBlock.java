package org.whichjvm.collector.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Medians;

/**
 * The times of contenders in a campaign's typical block: of its baseline the median over the
 * blocks, of all others that times their ratio. So times, ratios, differences and order are one
 * estimate, and no two of them can contradict each other, wherever the host was in which block.
 */
final class TypicalBlock {
  private final List<Comparison> comparisons;
  private final Figure figure;
  private final Map<String, Double> known = new HashMap<>();

  private TypicalBlock(
      final List<Comparison> comparisons,
      final String baseline,
      final Figure figure,
      final double baselineNs) {
    this.comparisons = comparisons;
    this.figure = figure;
    known.put(baseline, baselineNs);
  }

  /** Adds the times of the baselines to comparisons of latencies. */
  static List<Comparison> told(
      final List<Comparison> comparisons,
      final List<ContenderForks> contenders,
      final String baseline,
      final Progress progress) {
    final Map<Figure, TypicalBlock> blocks = new HashMap<>();
    return comparisons.stream()
        .map(
            each ->
                !each.figure().ofLatency()
                    ? each
                    : each.withBaselineNs(
                        blocks
                            .computeIfAbsent(
                                each.figure(),
                                figure ->
                                    new TypicalBlock(
                                        comparisons,
                                        baseline,
                                        figure,
                                        ns(contenders, baseline, figure, progress)))
                            .ns(each.baseline())))
        .toList();
  }

  private double ns(final String contender) {
    final Double found = known.get(contender);
    if (found != null) {
      return found;
    }
    known.put(contender, Double.NaN); // whoever is compared in a circle
    final double ns =
        comparisons.stream()
            .filter(each -> each.contender().equals(contender) && each.figure().equals(figure))
            .mapToDouble(each -> each.ratio() * ns(each.baseline()))
            .findFirst()
            .orElse(Double.NaN);
    known.put(contender, ns);
    return ns;
  }

  /**
   * The median cost of a figure over a contender's blocks, in whole ns where tables show these, so
   * that a reader who divides and subtracts gets the same numbers; NaN without a fork.
   */
  static double ns(
      final List<ContenderForks> contenders,
      final String name,
      final Figure figure,
      final Progress progress) {
    final double median =
        Medians.of(
            contenders.stream()
                .filter(each -> each.name().equals(name))
                .flatMap(each -> each.ok().stream())
                .filter(fork -> fork.name().block() <= progress.lastBlock())
                .mapToDouble(fork -> ns(fork, figure))
                .filter(Double::isFinite));
    return median < Comparison.WHOLE_BELOW ? Math.round(median) : median;
  }

  /** The median over the fork's turns, where these tell it. */
  private static double ns(final Fork fork, final Figure figure) {
    return fork.byTurns() && fork.turns().tell(figure)
        ? Medians.of(fork.turns().counting().mapToDouble(i -> fork.turns().ns(i, figure)))
        : fork.cost(figure);
  }
}
