package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.SharesApart;
import org.whichjvm.common.Percentile;

/**
 * Decides which differences to the baseline are real: the shift of the typical start by an interval
 * that holds together with all others of the campaign, and how often each starts slow by a test of
 * its own.
 */
public final class Decision {
  /** How often, at most, a campaign may say something that is not so. */
  public static final double ALPHA = Family.LEVEL;

  // If at most half of the starts were slower and the others alike, the blocks would lie as far
  // apart as the shift is large, or farther. Three times as much leaves room for the luck of few
  // blocks: of 12 with half of the starts slower, 11 would have to be.
  private static final double SPREADS = 3;

  private final List<ContenderForks> contenders;
  private final String baseline;
  private final Progress progress;
  private final Family family;
  private final List<AtFloor.Group> floors;
  private final List<Member> members = new ArrayList<>();

  /** A sample, and what its tests say; without slow starts where the figure does not tell them. */
  private record Member(Sample sample, PairedTest test, SlowStarts starts) {
    boolean decidable() {
      return sample.undecidable() == null;
    }
  }

  private Decision(
      final List<ContenderForks> contenders,
      final String baseline,
      final Progress progress,
      final Family family,
      final List<AtFloor.Group> floors) {
    this.contenders = contenders;
    this.baseline = baseline;
    this.progress = progress;
    this.family = family;
    this.floors = floors;
  }

  /**
   * Every contender against the baseline, or against the contender that {@link
   * Contender#baselineOf} names, by both latencies or by every score, in the order of the
   * contenders.
   */
  static List<Comparison> of(
      final List<ContenderForks> contenders, final String baseline, final Progress progress) {
    return enter(contenders, baseline, progress, new Family()).comparisons();
  }

  /** The same in a family that is to have other members too, before it is asked for anything. */
  static Decision enter(
      final List<ContenderForks> contenders,
      final String baseline,
      final Progress progress,
      final Family family) {
    final List<Pairs> pairs = Pairs.all(contenders, baseline, progress.lastBlock());
    final Decision decision =
        new Decision(contenders, baseline, progress, family, AtFloor.groups(pairs));
    for (final Pairs each : pairs) {
      Metric.of(contenders).forEach(metric -> decision.enter(Sample.of(each, metric, progress)));
    }
    family.add(Family.Question.FASTEST, decision.ranked() > 1 ? 1 : 0);
    return decision;
  }

  private void enter(final Sample sample) {
    final boolean decidable = sample.undecidable() == null;
    final SlowStarts starts =
        decidable && sample.tellsStarts()
            ? SlowStarts.of(sample.logRatios(), sample.looks())
            : null;
    family.add(question(sample), decidable ? 1 : 0);
    family.add(Family.Question.STARTS, starts == null ? 0 : 1);
    members.add(new Member(sample, sample.test(), starts));
  }

  private static Family.Question question(final Sample sample) {
    return sample.headline() ? Family.Question.HEADLINE : Family.Question.OTHER;
  }

  /** How many contenders beside the baseline may be the fastest. */
  private int ranked() {
    return (int)
        members.stream()
            .filter(each -> each.decidable() && each.sample().headline())
            .filter(each -> Contender.of(each.sample().pairs().contender()).plain())
            .count();
  }

  /** What is decided, once the family has all of its members. */
  List<Comparison> comparisons() {
    return TypicalBlock.told(
        members.stream().map(this::comparison).toList(), contenders, baseline, progress);
  }

  private Comparison comparison(final Member member) {
    final Sample sample = member.sample();
    final boolean decidable = member.decidable();
    final double level = family.level(question(sample));
    final double[] single = exp(member.test().interval(ALPHA));
    final double[] interval =
        decidable ? exp(member.test().interval(level)) : new double[] {Double.NaN, Double.NaN};
    final double p = decidable ? member.test().p() : Double.NaN;
    final double adjustedP = decidable ? family.adjusted(question(sample), p) : Double.NaN;
    final double mde =
        decidable
            ? mde(sample.logRatios(), member.test().shift(), sample.looks(), level)
            : Double.NaN;
    final SlowStarts starts = starts(member);
    final Verdict shift = Verdict.of(interval[0], interval[1], progress.design().margin());
    final Verdict verdict = starts == null ? shift : with(starts, shift);
    return new Comparison(
        sample.pairs().contender(),
        sample.pairs().baseline(),
        sample.metric(),
        Math.exp(member.test().shift()),
        interval[0],
        interval[1],
        single[0],
        single[1],
        p,
        adjustedP,
        sample.pairs().forks().size(),
        (int) Arrays.stream(sample.logRatios()).filter(each -> each > 0).count(),
        (int) Arrays.stream(sample.logRatios()).filter(each -> each < 0).count(),
        Math.abs(member.test().shift()) < SPREADS * member.test().spread(),
        verdict,
        mde,
        decidable,
        decidable
            ? reason(member, shift, verdict, adjustedP, interval, level)
            : sample.undecidable(),
        Double.NaN,
        Double.NaN,
        isP50(sample.metric())
            ? AtFloor.of(floors, sample.pairs(), sample.metric(), progress.design().margin())
            : List.of(),
        shift,
        starts,
        decidable || sample.headline()
            ? Arrays.stream(sample.logRatios()).boxed().toList()
            : List.of());
  }

  private static double[] exp(final double[] logs) {
    return Arrays.stream(logs).map(Math::exp).toArray();
  }

  private static boolean isP50(final Metric metric) {
    return metric instanceof Metric.OfLatency of && of.percentile() == Percentile.P50;
  }

  /** Corrected, and with whose starts they are if it is decided that there are some. */
  private SlowStarts starts(final Member member) {
    if (member.starts() == null) {
      return null;
    }
    final SlowStarts starts =
        member.starts().adjusted(family.adjusted(Family.Question.STARTS, member.starts().p()));
    return starts.decided()
        ? starts.movedBy(
            member.sample().logRatios(),
            SlowStarts.Levels.of(member.sample(), members.stream().map(Member::sample).toList()))
        : starts;
  }

  /**
   * The verdict on shift and slow starts. A decided shift stands, whoever starts slow; equivalence
   * is a promise, which is not made where one of the two may start slow in one start of four more.
   */
  private static Verdict with(final SlowStarts starts, final Verdict shift) {
    if (shift.differs()) {
      return shift;
    }
    if (starts.slowerMore()) {
      return Verdict.SLOWER_AT_TIMES;
    }
    if (starts.fasterMore()) {
      return Verdict.FASTER_AT_TIMES;
    }
    return starts.open() ? Verdict.INCONCLUSIVE : shift;
  }

  /** The smallest difference found four times in five; NaN if there is none it could find. */
  static double mde(
      final double[] logRatios, final double shift, final Looks looks, final double level) {
    final double[] noise = Arrays.stream(logRatios).map(each -> each - shift).toArray();
    return Math.expm1(new Detectable(noise, looks, level).shift());
  }

  private Reason reason(
      final Member member,
      final Verdict shift,
      final Verdict verdict,
      final double adjustedP,
      final double[] interval,
      final double level) {
    if (verdict != Verdict.INCONCLUSIVE) {
      return null;
    }
    if (shift != Verdict.INCONCLUSIVE) {
      return new Reason.StartsOpen(shift, member.starts().blocks(), SharesApart.leastPairs());
    }
    return member.test().fallsApart()
        ? new Reason.FallsApart(interval[0], interval[1])
        : inconclusive(progress, adjustedP, interval, level, Reason.Unit.BLOCKS);
  }

  /**
   * Why a test decides nothing.
   *
   * @param interval of the ratio
   * @param level of the test
   * @param unit of what it was tested on
   */
  static Reason inconclusive(
      final Progress progress,
      final double adjustedP,
      final double[] interval,
      final double level,
      final Reason.Unit unit) {
    if (Double.isNaN(interval[0])) {
      final Integer next = progress.nextLook();
      return next == null
          ? new Reason.TooFew(PairedTest.leastPairs(level), unit)
          : new Reason.TooEarly(next);
    }
    return adjustedP <= ALPHA
        ? Reason.Plain.NOT_CONFIRMED
        : new Reason.Possible(interval[0], interval[1]);
  }
}
