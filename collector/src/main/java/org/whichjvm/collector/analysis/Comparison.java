package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Percentile;

/**
 * A contender's figure over the baseline's, of what the figure costs, over the blocks in which both
 * have a fork that counts: how far it is shifted within a mode, for forks fall into discrete JIT
 * modes that a mean would mix up, and how often each of the two starts in a slower mode.
 *
 * @param contender the contender compared
 * @param baseline the contender it is compared with
 * @param metric the figure
 * @param ratio above 1 if the contender is slower; NaN without a common block
 * @param low lower end of the ratio's 95 % interval; NaN if there are too few blocks for one
 * @param high its upper end; NaN likewise
 * @param p of the test of the shift, corrected for repeated interim looks; NaN if undecidable
 * @param adjustedP the same, corrected for all comparisons of the campaign; NaN if undecidable
 * @param blocks the number of common blocks
 * @param verdict on this comparison
 * @param mde the smallest difference that such a campaign finds four times in five, 0.04 being 4 %;
 *     NaN if there is none it could find
 * @param decidable whether it rests on enough events to be decided at all
 * @param reason why there is no better verdict, or what to know about this one; null if nothing
 * @param differenceNs median over the blocks of what the contender takes longer, in ns; NaN of all
 *     but the p50 of a latency
 * @param byFloor the same at each floor that the campaign saw, of the p50 of a latency; empty
 *     unless it saw several
 * @param signsLow lower end of the ratio's 95 % interval by the signs of the blocks alone, which
 *     does not take modes apart; NaN if there are too few blocks for one
 * @param signsHigh its upper end; NaN likewise
 * @param shift the verdict on the shift alone
 * @param starts how often each starts slow, of the figures that tell; else null
 * @param logRatios of each block the log ratio, infinite where one of the two alone could not keep
 *     the rate; empty of what is neither decided nor the headline, and of two campaigns
 */
public record Comparison(
    String contender,
    String baseline,
    Metric metric,
    double ratio,
    double low,
    double high,
    double p,
    double adjustedP,
    int blocks,
    Verdict verdict,
    double mde,
    boolean decidable,
    Reason reason,
    double differenceNs,
    List<AtFloor> byFloor,
    double signsLow,
    double signsHigh,
    Verdict shift,
    SlowStarts starts,
    List<Double> logRatios) {
  /** Of a figure that has no difference in ns to show. */
  public Comparison(
      final String contender,
      final String baseline,
      final Metric metric,
      final double ratio,
      final double low,
      final double high,
      final double p,
      final double adjustedP,
      final int blocks,
      final Verdict verdict,
      final double mde,
      final boolean decidable,
      final Reason reason) {
    this(
        contender,
        baseline,
        metric,
        ratio,
        low,
        high,
        p,
        adjustedP,
        blocks,
        verdict,
        mde,
        decidable,
        reason,
        Double.NaN,
        List.of(),
        Double.NaN,
        Double.NaN,
        verdict,
        null,
        List.of());
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

  /** The one that a report speaks of first, and that gets half of the significance level. */
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
    return adjustedP <= Decision.ALPHA || starts != null && starts.adjustedP() <= Decision.ALPHA;
  }
}
