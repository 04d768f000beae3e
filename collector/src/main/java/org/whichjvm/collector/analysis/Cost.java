package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * The price of a JVM beside latency: a figure of its start or its memory. Nothing is decided by it,
 * so that it takes no part of the significance level: each interval is one of its own.
 *
 * @param median of its forks
 * @param ratio median over the blocks of the contender's over the baseline's; NaN of the baseline
 * @param low lower end of its 95 % interval, by the sign test; NaN if there are too few blocks
 * @param high upper end
 */
public record Cost(
    String contender, Figure figure, double median, double ratio, double low, double high) {

  /** The costs that any fork has recorded, of every contender. */
  public static List<Cost> of(final Result result) {
    final List<Cost> costs = new ArrayList<>();
    for (final Figure figure : Disturbances.of(Disturbances.Of.START)) {
      if (result.forks().stream().anyMatch(fork -> has(fork, figure))) {
        result.contenders().forEach(each -> costs.add(one(result, each.name(), figure)));
      }
    }
    return costs;
  }

  private static boolean has(final Fork fork, final Figure figure) {
    return fork.disturbances().get(figure) > 0;
  }

  private static List<Fork> forks(
      final Result result, final String contender, final Figure figure) {
    return result.forksOf(contender).stream()
        .filter(result::counts)
        .filter(fork -> has(fork, figure))
        .toList();
  }

  private static Cost one(final Result result, final String contender, final Figure figure) {
    final List<Fork> own = forks(result, contender, figure);
    final double median =
        Medians.of(own.stream().mapToDouble(fork -> fork.disturbances().get(figure)));
    if (contender.equals(result.baseline())) {
      return new Cost(contender, figure, median, Double.NaN, Double.NaN, Double.NaN);
    }
    final Map<Integer, Fork> baseline =
        forks(result, result.baseline(), figure).stream()
            .collect(Collectors.toMap(fork -> fork.name().block(), fork -> fork));
    final double[] logRatios =
        own.stream()
            .filter(fork -> baseline.containsKey(fork.name().block()))
            .mapToDouble(
                fork ->
                    Math.log(
                        fork.disturbances().get(figure)
                            / baseline.get(fork.name().block()).disturbances().get(figure)))
            .toArray();
    final PairedTest test = new PairedTest(logRatios, ScoreFunction.SIGN);
    final double[] interval = test.interval(Decision.ALPHA);
    return new Cost(
        contender,
        figure,
        median,
        Math.exp(test.shift()),
        Math.exp(interval[0]),
        Math.exp(interval[1]));
  }
}
