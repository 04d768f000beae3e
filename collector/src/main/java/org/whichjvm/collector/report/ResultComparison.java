package org.whichjvm.collector.report;

import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Figure;

/**
 * A comparison in {@code result.json}, of two contenders by a percentile of a latency or by a
 * score; what belongs to the other of these is null.
 *
 * @param ratio above 1 is slower; null also if it is 0 or infinite
 * @param blocks in which both have a fork that counts
 * @param verdict null if it is unknown here
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
    Verdict verdict,
    boolean decidable,
    boolean control,
    List<Double> blockRatios) {
  /** The two are compared by this figure; empty if the file names none. */
  public Optional<Figure> figure() {
    return score == null
        ? Figure.ofLatency(latency + "-" + percentile)
        : Optional.of(Figure.score(score, 0, unit == null ? "" : unit));
  }
}
