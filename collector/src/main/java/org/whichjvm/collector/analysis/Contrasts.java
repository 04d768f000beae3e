package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.stats.Holm;
import org.whichjvm.collector.stats.SignTest;

/**
 * Decides the contrasts of a campaign: the two scores of a fork are a pair, as two forks of a block
 * are elsewhere. They are a family of their own in Holm's procedure, all with the same weight: they
 * answer another question than the comparisons of contenders do.
 */
final class Contrasts {
  private final Progress progress;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Contrasted> excluded = new ArrayList<>();

  private Contrasts(final Progress progress) {
    this.progress = progress;
  }

  /** One contrast of one contender, before anything is decided. */
  private record Sample(
      String contender,
      Metric.OfScore score,
      Metric.OfScore against,
      double[] logRatios,
      SignTest test) {}

  /**
   * Every contrast of every contender that has forks with both of its scores; without a verdict
   * where gates exclude all of them.
   */
  static List<Contrasted> of(final Campaign campaign) {
    final Contrasts contrasts = new Contrasts(campaign.progress());
    for (final Contrast contrast : campaign.settings().contrasts()) {
      campaign.contenders().forEach(contender -> contrasts.add(contrast, contender));
    }
    return contrasts.decide();
  }

  private void add(final Contrast contrast, final ContenderForks contender) {
    final List<Fork> counting =
        contender.ok().stream()
            .filter(this::looked)
            .sorted(Comparator.comparing(Fork::name))
            .toList();
    final List<ContenderForks.Excluded> left =
        contender.excluded().stream().filter(each -> looked(each.fork())).toList();
    if (!counting.isEmpty()) {
      pairs(contrast, counting)
          .forEach((one, other) -> add(contender.name(), one, other, counting));
    } else if (!left.isEmpty()) {
      final Reason reason =
          new Reason.AllExcluded(Reason.Unit.FORKS, left.size(), Pairs.byGate(left));
      pairs(contrast, left.stream().map(ContenderForks.Excluded::fork).toList())
          .forEach(
              (one, other) -> excluded.add(Contrasted.none(contender.name(), one, other, reason)));
    }
  }

  /** Whether the latest interim look has seen it. */
  private boolean looked(final Fork fork) {
    return fork.name().block() <= progress.lastBlock();
  }

  /** Both scores, for each number of threads that a fork has both with. */
  private static Map<Metric.OfScore, Metric.OfScore> pairs(
      final Contrast contrast, final List<Fork> forks) {
    final Map<Metric.OfScore, Metric.OfScore> pairs = new LinkedHashMap<>();
    for (final Fork fork : forks) {
      for (final ForkScore one : fork.scores().values()) {
        final String key =
            contrast.ofKeys() ? contrast.against() : contrast.against() + "@" + one.threads();
        final ForkScore other = fork.scores().get(key);
        if (Contrast.is(contrast.score(), one)
            && other != null
            && other.unit().equals(one.unit())
            && !one.counted()) {
          pairs.put(Metric.OfScore.of(one), Metric.OfScore.of(other));
        }
      }
    }
    return pairs;
  }

  private void add(
      final String contender,
      final Metric.OfScore one,
      final Metric.OfScore other,
      final List<Fork> forks) {
    final List<Fork> both =
        forks.stream().filter(fork -> one.cost(fork) > 0 && other.cost(fork) > 0).toList();
    final double[] logRatios =
        both.stream()
            .mapToDouble(fork -> Math.log(one.cost(fork)) - Math.log(other.cost(fork)))
            .toArray();
    final SignTest test =
        new SignTest(
            logRatios,
            progress.looks(
                logRatios.length,
                block -> (int) both.stream().filter(fork -> fork.name().block() <= block).count()));
    samples.add(new Sample(contender, one, other, logRatios, test));
  }

  private List<Contrasted> decide() {
    final double[] shares = new double[samples.size()];
    Arrays.fill(shares, 1.0 / Math.max(1, samples.size()));
    final double[] adjusted =
        Holm.adjust(samples.stream().mapToDouble(each -> each.test().p()).toArray(), shares);
    final List<Contrasted> contrasts = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      contrasts.add(contrasted(samples.get(i), adjusted[i], shares[i]));
    }
    contrasts.addAll(excluded);
    return contrasts;
  }

  private Contrasted contrasted(final Sample sample, final double adjustedP, final double share) {
    final double[] interval = sample.test().interval(Decision.ALPHA);
    final double low = Math.exp(interval[0]);
    final double high = Math.exp(interval[1]);
    final Verdict verdict = Decision.verdict(low, high, adjustedP, progress.design().margin());
    final double mde = Decision.mde(sample.test(), sample.logRatios(), share);
    return new Contrasted(
        sample.contender(),
        sample.score(),
        sample.against(),
        Math.exp(sample.test().median()),
        low,
        high,
        sample.test().p(),
        adjustedP,
        sample.logRatios().length,
        verdict,
        mde,
        verdict == Verdict.INCONCLUSIVE
            ? Decision.inconclusive(
                progress, sample.test(), adjustedP, mde, share, Reason.Unit.FORKS)
            : null);
  }
}
