package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;

/**
 * What a JVM costs beside latency: a figure of its start or its memory. Nothing is decided by it,
 * so that it takes no part of the significance level: each interval is one of its own.
 *
 * @param contender whose it is
 * @param measure the figure
 * @param median of its forks
 * @param ratio median over the blocks of the contender's over the baseline's; NaN of the baseline
 * @param low lower end of its 95 % interval, by the sign test; NaN if there are too few blocks
 * @param high upper end
 */
public record Cost(
    String contender, Measure measure, double median, double ratio, double low, double high) {

  /** Those that any fork has recorded, of every contender. */
  public static List<Cost> of(final Result result) {
    final List<Cost> costs = new ArrayList<>();
    for (final Measure measure : Measure.of(Measure.Of.START)) {
      if (result.forks().stream().anyMatch(fork -> has(fork, measure))) {
        result.contenders().forEach(each -> costs.add(one(result, each.name(), measure)));
      }
    }
    return costs;
  }

  private static boolean has(final Fork fork, final Measure measure) {
    return fork.disturbances().get(measure) > 0;
  }

  private static List<Fork> forks(
      final Result result, final String contender, final Measure measure) {
    return result.forksOf(contender).stream()
        .filter(result::counts)
        .filter(fork -> has(fork, measure))
        .toList();
  }

  private static Cost one(final Result result, final String contender, final Measure measure) {
    final List<Fork> own = forks(result, contender, measure);
    final double median =
        Medians.of(own.stream().mapToDouble(fork -> fork.disturbances().get(measure)));
    if (contender.equals(result.baseline())) {
      return new Cost(contender, measure, median, Double.NaN, Double.NaN, Double.NaN);
    }
    final Map<Integer, Fork> baseline =
        forks(result, result.baseline(), measure).stream()
            .collect(Collectors.toMap(fork -> fork.name().block(), fork -> fork));
    final double[] logRatios =
        own.stream()
            .filter(fork -> baseline.containsKey(fork.name().block()))
            .mapToDouble(
                fork ->
                    Math.log(
                        fork.disturbances().get(measure)
                            / baseline.get(fork.name().block()).disturbances().get(measure)))
            .toArray();
    final PairedTest test = new PairedTest(logRatios, Looks.single(logRatios.length), Score.SIGN);
    final double[] interval = test.interval(Decision.ALPHA);
    return new Cost(
        contender,
        measure,
        median,
        Math.exp(test.shift()),
        Math.exp(interval[0]),
        Math.exp(interval[1]));
  }
}
