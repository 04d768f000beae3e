package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.common.Percentile;

/**
 * A contender's figure over the baseline's, of what the figure costs, over the blocks in which both
 * have a fork that counts: how far it is shifted in the typical start, for forks fall into discrete
 * JIT modes that a mean would mix up, and how often each of the two starts in a slower mode.
 *
 * @param contender the contender compared
 * @param baseline the contender it is compared with
 * @param metric the figure
 * @param ratio above 1 if the contender is slower; NaN without a common block
 * @param low lower end of the ratio's simultaneous interval: all of a campaign's hold together in
 *     19 of 20 campaigns; NaN if there are too few blocks for one, or it is not decided
 * @param high its upper end; NaN likewise
 * @param singleLow lower end of the ratio's own 95 % interval, which takes no account of others;
 *     NaN if there are too few blocks for one
 * @param singleHigh its upper end; NaN likewise
 * @param p of the test of the shift, paid for repeated interim looks; NaN if undecidable
 * @param adjustedP the same, corrected for all that the campaign decides; NaN if undecidable
 * @param blocks the number of common blocks
 * @param slowerIn the number of those in which the contender is slower
 * @param fasterIn the number of those in which it is faster
 * @param onTheWhole whether shift and mode may be mixed up: the blocks lie so far apart that slower
 *     starts of less than half of the forks could make the whole shift
 * @param verdict on this comparison
 * @param mde the smallest difference that such a campaign finds four times in five, 0.04 being 4 %;
 *     NaN if there is none it could find
 * @param decidable whether it rests on enough events to be decided at all
 * @param reason why there is no better verdict, or what to know about this one; null if nothing
 * @param baselineNs what the baseline takes in its typical block, in ns: the median over blocks;
 *     NaN of a score
 * @param differenceNs what the contender takes longer in that block, in ns, by both times as they
 *     are shown; infinite if it could not keep the rate, NaN of a score
 * @param byFloor the same at each floor that the campaign saw, of the p50 of a latency; empty
 *     unless it saw several
 * @param shift the verdict on the shift alone
 * @param starts how often each starts slow, of the figures that tell; else null
 * @param logRatios of each block the log ratio, infinite where one of the two alone could not keep
 *     the rate; empty of what is neither decided nor the headline
 */
public record Comparison(
    String contender,
    String baseline,
    Metric metric,
    double ratio,
    double low,
    double high,
    double singleLow,
    double singleHigh,
    double p,
    double adjustedP,
    int blocks,
    int slowerIn,
    int fasterIn,
    boolean onTheWhole,
    Verdict verdict,
    double mde,
    boolean decidable,
    Reason reason,
    double baselineNs,
    double differenceNs,
    List<AtFloor> byFloor,
    Verdict shift,
    SlowStarts starts,
    List<Double> logRatios) {
  // A time of as many ns is shown as a whole number of them.
  static final double WHOLE_BELOW = 10_000;

  /** What the contender takes in the baseline's typical block, in ns; NaN if unknown. */
  public double typicalNs() {
    return baselineNs * ratio;
  }

  /** The same with what the baseline takes. */
  Comparison withBaselineNs(final double ns) {
    return new Comparison(
        contender,
        baseline,
        metric,
        ratio,
        low,
        high,
        singleLow,
        singleHigh,
        p,
        adjustedP,
        blocks,
        slowerIn,
        fasterIn,
        onTheWhole,
        verdict,
        mde,
        decidable,
        reason,
        ns,
        difference(ns * ratio, ns),
        byFloor,
        shift,
        starts,
        logRatios);
  }

  private static double difference(final double typical, final double baseline) {
    return Math.max(typical, baseline) < WHOLE_BELOW
        ? Math.round(typical) - Math.round(baseline)
        : typical - baseline;
  }

  /** The one floor at which a decided verdict holds, where no other bears it out; else null. */
  public AtFloor onlyAt() {
    final List<AtFloor> holds =
        verdict == Verdict.INCONCLUSIVE
            ? List.of()
            : byFloor.stream().filter(each -> each.verdict() == verdict).toList();
    return holds.size() == 1
            && byFloor.stream()
                .allMatch(each -> each == holds.get(0) || each.contradicts(holds.get(0)))
        ? holds.get(0)
        : null;
  }

  /** The one that a report speaks of first. */
  public boolean headline() {
    return metric.headline();
  }

  /** The latency that it is of; null if it is of a score. */
  public Latency latency() {
    return metric instanceof Metric.OfLatency of ? of.latency() : null;
  }

  /** The percentile that it is of; null if it is of a score. */
  public Percentile percentile() {
    return metric instanceof Metric.OfLatency of ? of.percentile() : null;
  }

  /** Whether the two are the same JVM: a difference between them is false. */
  public boolean control() {
    return Contender.of(contender).sameAs(Contender.of(baseline));
  }

  /** Whether it found a difference, of the shift or of slow starts, however small. */
  public boolean found() {
    return low > 1 || high < 1 || starts != null && starts.decided();
  }
}
