package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;
import org.whichjvm.collector.stats.SharesApart;

/**
 * Decides which differences to the baseline are real: the shift within a mode by a test of the log
 * ratios of the blocks, how often each starts slow by a second one, all of them corrected together.
 */
public final class Decision {
  /** How often, at most, a campaign without any difference may find one. */
  public static final double ALPHA = Family.LEVEL;

  // Of the hypotheses of a comparison.
  private static final int DIFFERENCE = 0;
  private static final int EQUIVALENCE = 1;

  private final Progress progress;
  private final Family family;
  private final List<AtFloor.Group> floors;
  private final List<Member> members = new ArrayList<>();

  /** A sample, what its tests say, and its places in the family; −1 of what is not in it. */
  private record Member(
      Sample sample, PairedTest test, double p, SlowStarts starts, int place, int startsPlace) {}

  private Decision(final Progress progress, final Family family, final List<AtFloor.Group> floors) {
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
    final Family family = new Family();
    final Decision decision = enter(contenders, baseline, progress, family);
    family.adjust();
    return decision.comparisons();
  }

  /** The same in a family that has other members too, and is adjusted when it has all of them. */
  static Decision enter(
      final List<ContenderForks> contenders,
      final String baseline,
      final Progress progress,
      final Family family) {
    final List<Pairs> pairs = Pairs.all(contenders, baseline, progress.lastBlock());
    final Decision decision = new Decision(progress, family, AtFloor.groups(pairs));
    for (final Pairs each : pairs) {
      Metric.of(contenders).forEach(metric -> decision.enter(Sample.of(each, metric, progress)));
    }
    return decision;
  }

  private void enter(final Sample sample) {
    final PairedTest test = sample.test();
    if (sample.undecidable() != null) {
      members.add(new Member(sample, test, Double.NaN, null, -1, -1));
      return;
    }
    final double p = test.p();
    final int place =
        family.add(
            sample.headline() ? Family.Kind.HEADLINE : Family.Kind.OTHER,
            p,
            Equivalence.p(sample.logRatios(), sample.looks(), progress.design().margin()));
    final SlowStarts starts =
        sample.tellsStarts() ? SlowStarts.of(sample.logRatios(), sample.looks()) : null;
    members.add(
        new Member(
            sample,
            test,
            p,
            starts,
            place,
            starts == null ? -1 : family.add(Family.Kind.STARTS, starts.p())));
  }

  /** What is decided, after the family was adjusted. */
  List<Comparison> comparisons() {
    return members.stream().map(this::comparison).toList();
  }

  private Comparison comparison(final Member member) {
    final Sample sample = member.sample();
    final double[] interval = exp(member.test().interval(ALPHA));
    final double[] bySigns =
        exp(new PairedTest(sample.logRatios(), sample.looks(), Score.SIGN).interval(ALPHA));
    final boolean decidable = member.place() >= 0;
    final double share = decidable ? family.share(member.place()) : Double.NaN;
    final double mde =
        decidable
            ? mde(sample.logRatios(), member.test().shift(), sample.looks(), share)
            : Double.NaN;
    final double adjustedP = decidable ? family.adjusted(member.place(), DIFFERENCE) : Double.NaN;
    final SlowStarts starts =
        member.starts() == null
            ? null
            : member.starts().adjusted(family.adjusted(member.startsPlace(), 0));
    final Verdict shift =
        decidable
            ? verdict(
                interval[0],
                interval[1],
                adjustedP,
                family.adjusted(member.place(), EQUIVALENCE),
                progress.design().margin())
            : Verdict.INCONCLUSIVE;
    final Verdict verdict = starts == null ? shift : with(starts, shift);
    return new Comparison(
        sample.pairs().contender(),
        sample.pairs().baseline(),
        sample.metric(),
        Math.exp(member.test().shift()),
        interval[0],
        interval[1],
        member.p(),
        adjustedP,
        sample.pairs().forks().size(),
        verdict,
        mde,
        decidable,
        decidable
            ? reason(member, shift, verdict, adjustedP, mde, share, interval, bySigns)
            : sample.undecidable(),
        isP50(sample) ? sample.pairs().difference(sample.metric()) : Double.NaN,
        isP50(sample)
            ? AtFloor.of(floors, sample.pairs(), sample.metric(), progress.design().margin())
            : List.of(),
        bySigns[0],
        bySigns[1],
        shift,
        starts,
        decidable || sample.headline()
            ? Arrays.stream(sample.logRatios()).boxed().toList()
            : List.of());
  }

  private static double[] exp(final double[] logs) {
    return Arrays.stream(logs).map(Math::exp).toArray();
  }

  private static boolean isP50(final Sample sample) {
    return sample.metric() instanceof Metric.OfLatency of && of.percentile() == Percentile.P50;
  }

  /**
   * The verdict on the shift alone.
   *
   * @param low lower end of its interval
   * @param high its upper end
   * @param differenceP of "there is no difference", corrected
   * @param equivalenceP of "the difference is at least the margin", corrected
   * @param margin 0.03 being 3 %
   */
  static Verdict verdict(
      final double low,
      final double high,
      final double differenceP,
      final double equivalenceP,
      final double margin) {
    // First: a real difference that is wholly inside the margin does not matter. The interval must
    // bear out what the signs tell.
    if (equivalenceP <= ALPHA && low >= 1 / (1 + margin) && high <= 1 + margin) {
      return Verdict.EQUIVALENT;
    }
    // The last interval must confirm what an earlier interim look showed, and its direction.
    if (differenceP <= ALPHA && low > 1) {
      return Verdict.SLOWER;
    }
    return differenceP <= ALPHA && high < 1 ? Verdict.FASTER : Verdict.INCONCLUSIVE;
  }

  /**
   * The verdict on shift and slow starts. Faster and equivalent are promises, so they are not made
   * where the contender may start slow in one start of four more; slower is a warning, which stands
   * unless it is the baseline that starts slow.
   */
  private static Verdict with(final SlowStarts starts, final Verdict shift) {
    if (starts.contenderMore()) {
      return shift == Verdict.SLOWER ? shift : Verdict.SLOWER_AT_TIMES;
    }
    if (starts.baselineMore()) {
      return shift == Verdict.FASTER ? shift : Verdict.FASTER_AT_TIMES;
    }
    return tooOpen(starts, shift) ? Verdict.INCONCLUSIVE : shift;
  }

  private static boolean tooOpen(final SlowStarts starts, final Verdict shift) {
    final boolean contender = starts.contenderMoreAtMost() >= SharesApart.TOLD;
    final boolean baseline = starts.baselineMoreAtMost() >= SharesApart.TOLD;
    return shift == Verdict.FASTER && contender
        || shift == Verdict.EQUIVALENT && (contender || baseline);
  }

  /** The smallest difference found four times in five; NaN if there is none it could find. */
  static double mde(
      final double[] logRatios, final double shift, final Looks looks, final double share) {
    final double[] noise = Arrays.stream(logRatios).map(each -> each - shift).toArray();
    return Math.expm1(new Detectable(noise, looks, ALPHA * share).shift());
  }

  private Reason reason(
      final Member member,
      final Verdict shift,
      final Verdict verdict,
      final double adjustedP,
      final double mde,
      final double share,
      final double[] interval,
      final double[] bySigns) {
    if (verdict == Verdict.INCONCLUSIVE && shift != Verdict.INCONCLUSIVE) {
      return new Reason.StartsOpen(shift, member.starts().blocks(), SharesApart.leastPairs());
    }
    if (disagree(interval, bySigns)) {
      return new Reason.SignsDisagree(bySigns[0], bySigns[1]);
    }
    return verdict == Verdict.INCONCLUSIVE
        ? inconclusive(progress, member.p(), adjustedP, mde, share, Reason.Unit.BLOCKS)
        : null;
  }

  /** Whether the signs alone tell of a difference that the shift within a mode does not have. */
  private static boolean disagree(final double[] interval, final double[] bySigns) {
    final boolean apart = interval[0] > bySigns[1] || interval[1] < bySigns[0];
    final boolean signsDiffer = bySigns[0] > 1 || bySigns[1] < 1;
    return apart || signsDiffer && interval[0] <= 1 && interval[1] >= 1;
  }

  /**
   * Why a test decides nothing.
   *
   * @param p of the test alone
   * @param unit of what it was tested on
   */
  static Reason inconclusive(
      final Progress progress,
      final double p,
      final double adjustedP,
      final double mde,
      final double share,
      final Reason.Unit unit) {
    if (adjustedP <= ALPHA) {
      return Reason.Plain.NOT_CONFIRMED;
    }
    if (Double.isNaN(mde)) {
      final Integer next = progress.nextLook();
      return next == null
          ? new Reason.TooFew(PairedTest.leastPairs(ALPHA * share), unit)
          : new Reason.TooEarly(next);
    }
    return p <= ALPHA ? new Reason.SignificantAlone(p) : new Reason.Undetected(mde);
  }
}
