package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Holm;
import org.whichjvm.collector.stats.SignTest;

/**
 * Decides which differences to the baseline are real: a sign test of the log ratios of the blocks,
 * corrected by Holm's procedure over everything that the campaign decides.
 *
 * <p>There are two families, each with a significance level of its own: the comparisons that the
 * campaign is for, and its control, the baseline against itself. In each, half of the level goes to
 * the p50 service time and half to all others: these are ten figures a contender, and that one is
 * the answer to the question. Scores weigh the same, all of them.
 */
public final class Decision {
  /** How often, at most, a campaign without any difference may find one. */
  public static final double ALPHA = 0.05;

  private static final double HEADLINE_SHARE = 0.5;

  private final Progress progress;
  private final List<Sample> samples;
  private final List<AtFloor.Group> floors;
  private final double[] share;
  private final double[] adjusted;

  private Decision(
      final List<Sample> samples, final Progress progress, final List<AtFloor.Group> floors) {
    this.samples = samples;
    this.floors = floors;
    this.progress = progress;
    this.share = new double[samples.size()];
    this.adjusted = new double[samples.size()];
    Arrays.fill(adjusted, Double.NaN);
  }

  /**
   * Every contender against the baseline, or against the contender that {@link
   * Contender#baselineOf} names, by both latencies or by every score, in the order of the
   * contenders.
   */
  static List<Comparison> of(
      final List<ContenderForks> contenders, final String baseline, final Progress progress) {
    final List<Pairs> pairs = Pairs.all(contenders, baseline, progress.lastBlock());
    final List<Sample> samples = new ArrayList<>();
    for (final Pairs each : pairs) {
      Metric.of(contenders).forEach(metric -> samples.add(Sample.of(each, metric, progress)));
    }
    return new Decision(samples, progress, AtFloor.groups(pairs)).decide();
  }

  private List<Comparison> decide() {
    adjust(family(true));
    adjust(family(false));
    return IntStream.range(0, samples.size()).mapToObj(this::comparison).toList();
  }

  private int[] family(final boolean control) {
    return IntStream.range(0, samples.size())
        .filter(i -> samples.get(i).control() == control && samples.get(i).undecidable() == null)
        .toArray();
  }

  private void adjust(final int[] family) {
    final List<Sample> members = Arrays.stream(family).mapToObj(samples::get).toList();
    final double[] shares = shares(members, Sample::headline);
    for (int i = 0; i < family.length; i++) {
      share[family[i]] = shares[i];
    }
    final double[] p = Arrays.stream(family).mapToDouble(i -> samples.get(i).test().p()).toArray();
    final double[] result = Holm.adjust(p, shares);
    for (int i = 0; i < result.length; i++) {
      adjusted[family[i]] = result[i];
    }
  }

  /** The share of the significance level that each comparison of a family starts with. */
  static <T> double[] shares(final List<T> family, final Predicate<T> headline) {
    final long headlines = family.stream().filter(headline).count();
    final long others = family.size() - headlines;
    return family.stream()
        .mapToDouble(
            each -> {
              if (headlines == 0 || others == 0) {
                return 1.0 / family.size();
              }
              return headline.test(each)
                  ? HEADLINE_SHARE / headlines
                  : (1 - HEADLINE_SHARE) / others;
            })
        .toArray();
  }

  private Comparison comparison(final int i) {
    final Sample sample = samples.get(i);
    final boolean decidable = sample.undecidable() == null;
    final double[] interval = sample.test().interval(ALPHA);
    final double low = Math.exp(interval[0]);
    final double high = Math.exp(interval[1]);
    final double p = decidable ? sample.test().p() : Double.NaN;
    final double ratio = Math.exp(sample.test().median());
    final Verdict verdict =
        decidable
            ? withheld(sample, verdict(low, high, adjusted[i], progress.design().margin()))
            : Verdict.INCONCLUSIVE;
    final double mde = decidable ? mde(sample.test(), sample.logRatios(), share[i]) : Double.NaN;
    return new Comparison(
        sample.pairs().contender(),
        sample.pairs().baseline(),
        sample.metric(),
        ratio,
        low,
        high,
        p,
        adjusted[i],
        sample.pairs().forks().size(),
        verdict,
        mde,
        decidable,
        decidable ? reason(sample, verdict, adjusted[i], mde, share[i]) : sample.undecidable(),
        isP50(sample) ? sample.pairs().difference(sample.metric()) : Double.NaN,
        isP50(sample)
            ? AtFloor.of(floors, sample.pairs(), sample.metric(), progress.design().margin())
            : List.of());
  }

  private static boolean isP50(final Sample sample) {
    return sample.metric() instanceof Metric.OfLatency of && of.percentile() == Percentile.P50;
  }

  /** The verdict by an interval and its p. */
  static Verdict verdict(
      final double low, final double high, final double adjustedP, final double margin) {
    // First: a real difference that is wholly inside the margin does not matter.
    if (low >= 1 / (1 + margin) && high <= 1 + margin) {
      return Verdict.EQUIVALENT;
    }
    // The last interval must confirm what an earlier interim look showed, and its direction.
    if (adjustedP <= ALPHA && low > 1) {
      return Verdict.SLOWER;
    }
    return adjustedP <= ALPHA && high < 1 ? Verdict.FASTER : Verdict.INCONCLUSIVE;
  }

  /**
   * The verdict, unless overloaded forks may have made it: their blocks are missing, and they were
   * the slowest. A verdict that flatters the side with such forks is withheld; that this side is
   * slower stands.
   */
  private static Verdict withheld(final Sample sample, final Verdict verdict) {
    final boolean flattersContender = verdict == Verdict.FASTER || verdict == Verdict.EQUIVALENT;
    final boolean flattersBaseline = verdict == Verdict.SLOWER || verdict == Verdict.EQUIVALENT;
    return (sample.pairs().contenderOverloaded() > 0 && flattersContender)
            || (sample.pairs().baselineOverloaded() > 0 && flattersBaseline)
        ? Verdict.INCONCLUSIVE
        : verdict;
  }

  /** The smallest difference found four times in five; NaN if there is none it could find. */
  static double mde(final SignTest test, final double[] logRatios, final double share) {
    final OptionalInt needed = test.needed(ALPHA * share);
    return Math.expm1(Detectable.shift(logRatios, needed));
  }

  private Reason reason(
      final Sample sample,
      final Verdict verdict,
      final double adjustedP,
      final double mde,
      final double share) {
    if (verdict != Verdict.INCONCLUSIVE) {
      return null;
    }
    final Pairs pairs = sample.pairs();
    if (pairs.contenderOverloaded() + pairs.baselineOverloaded() > 0) {
      return new Reason.Overloaded(pairs.contenderOverloaded(), pairs.baselineOverloaded());
    }
    return inconclusive(progress, sample.test(), adjustedP, mde, share, Reason.Unit.BLOCKS);
  }

  /**
   * Why a test decides nothing.
   *
   * @param unit of what it was tested on
   */
  static Reason inconclusive(
      final Progress progress,
      final SignTest test,
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
          ? new Reason.TooFew(SignTest.leastPairs(ALPHA * share), unit)
          : new Reason.TooEarly(next);
    }
    return test.p() <= ALPHA ? new Reason.SignificantAlone(test.p()) : new Reason.Undetected(mde);
  }
}
