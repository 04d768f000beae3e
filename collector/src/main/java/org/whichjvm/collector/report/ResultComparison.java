package org.whichjvm.collector.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Metric;

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
 * @param blockRatios a block each, null where one of the two could not keep the rate; null if they
 *     are not told
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
    final boolean latency = comparison.latency() != null;
    final Metric.OfScore score = comparison.metric() instanceof Metric.OfScore of ? of : null;
    return new ResultComparison(
        comparison.contender(),
        comparison.baseline(),
        latency ? comparison.latency().key : null,
        latency ? comparison.percentile().key : null,
        score == null ? null : score.key(),
        score == null ? null : score.unit(),
        ComparisonJson.bounded(comparison.ratio()),
        ComparisonJson.bounded(comparison.low()),
        ComparisonJson.bounded(comparison.high()),
        comparison.blocks(),
        comparison.verdict().key,
        comparison.decidable(),
        comparison.control(),
        comparison.logRatios().isEmpty() ? null : ratios(comparison.logRatios()));
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
