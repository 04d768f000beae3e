package org.whichjvm.collector.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.campaign.fork.Figure;

/**
 * A comparison in {@code result.json}, of two contenders by a figure: a percentile of a latency, or
 * a score.
 *
 * @param contender its name
 * @param baseline what it is compared with
 * @param latency null of a score
 * @param percentile of the latency
 * @param score null of a latency
 * @param unit of the score
 * @param ratio above 1 is slower; null also if it is 0 or infinite
 * @param low lower end of its interval
 * @param high its upper end
 * @param blocks in which both have a fork that counts
 * @param verdict its key
 * @param decidable whether the campaign decides it
 * @param control whether the two are the same JVM
 * @param blockRatios a block each, null where one of the two could not keep the rate; null of what
 *     is neither decided nor the headline
 */
public record ResultComparison(
    String contender,
    String baseline,
    String latency,
    String percentile,
    String score,
    String unit,
    Double ratio,
    Double low,
    Double high,
    int blocks,
    String verdict,
    boolean decidable,
    boolean control,
    List<Double> blockRatios) {
  private static final MathContext DIGITS = new MathContext(7);

  static ResultComparison of(final Comparison comparison) {
    final Figure figure = comparison.figure();
    return new ResultComparison(
        comparison.contender(),
        comparison.baseline(),
        figure.latency().map(each -> each.key).orElse(null),
        figure.percentile().map(each -> each.key).orElse(null),
        figure.ofScore() ? figure.key() : null,
        figure.ofScore() ? figure.unit() : null,
        ComparisonJson.bounded(comparison.ratio()),
        ComparisonJson.bounded(comparison.low()),
        ComparisonJson.bounded(comparison.high()),
        comparison.blocks(),
        comparison.verdict().key,
        comparison.decidable(),
        comparison.control(),
        comparison.decidable() || figure.headline() && comparison.blocks() > 0
            ? ratios(comparison.logRatios())
            : null);
  }

  /** What the two are compared by; empty if the file names no figure. */
  public Optional<Figure> figure() {
    return score == null
        ? Figure.ofLatency(latency + "-" + percentile)
        : Optional.of(Figure.score(score, 0, unit == null ? "" : unit));
  }

  /** JSON has no infinity: null in its place. */
  private static List<Double> ratios(final List<Double> logRatios) {
    final List<Double> ratios = new ArrayList<>();
    for (final double each : logRatios) {
      ratios.add(
          each == Double.POSITIVE_INFINITY
              ? null
              : Double.valueOf(new BigDecimal(Math.exp(each)).round(DIGITS).doubleValue()));
    }
    return ratios;
  }
}
