package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.JudgedFork;
import org.whichjvm.collector.campaign.Progress;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * Decides the contrasts of a campaign: the two scores of a fork are a pair, as two forks of a block
 * are elsewhere.
 */
final class Contrasts {
  private final Progress progress;
  private final Family family;
  private final List<Sample> samples = new ArrayList<>();

  private Contrasts(final Progress progress, final Family family) {
    this.progress = progress;
    this.family = family;
  }

  /**
   * Two scores of a contender; {@code excluded} says why no fork counts, and is null if one does.
   */
  private record Sample(
      String contender,
      Figure score,
      Figure against,
      double[] logRatios,
      Looks looks,
      PairedTest test,
      String excluded) {}

  /**
   * Every contrast of every contender that has forks with both of its scores; without a verdict
   * where gates exclude all of them.
   */
  static Contrasts enter(final Campaign campaign, final Family family) {
    final Contrasts contrasts = new Contrasts(campaign.progress(), family);
    for (final Contrast contrast : campaign.settings().contrasts()) {
      campaign.contenders().forEach(contender -> contrasts.add(contrast, contender));
    }
    return contrasts;
  }

  private void add(final Contrast contrast, final ContenderForks contender) {
    final List<Fork> counting =
        contender.ok().stream()
            .filter(this::looked)
            .sorted(Comparator.comparing(Fork::name))
            .toList();
    final List<JudgedFork> left =
        contender.excluded().stream().filter(each -> looked(each.fork())).toList();
    final String excluded =
        counting.isEmpty() && !left.isEmpty()
            ? Reason.allExcluded("every fork", left.size(), Pairs.byGate(left))
            : null;
    pairs(contrast, excluded == null ? counting : left.stream().map(JudgedFork::fork).toList())
        .forEach((one, other) -> add(contender.name(), one, other, counting, excluded));
  }

  private boolean looked(final Fork fork) {
    return fork.name().block() <= progress.lastBlock();
  }

  /** Both scores, for each number of threads that a fork has both with. */
  private static Map<Figure, Figure> pairs(final Contrast contrast, final List<Fork> forks) {
    final Map<Figure, Figure> pairs = new LinkedHashMap<>();
    for (final Fork fork : forks) {
      for (final Figure one : fork.scores().keySet()) {
        if (one.named(contrast.score()) && !one.counted()) {
          final String key =
              contrast.ofKeys() ? contrast.against() : contrast.against() + "@" + one.threads();
          fork.scores().keySet().stream()
              .filter(each -> each.key().equals(key) && each.unit().equals(one.unit()))
              .forEach(other -> pairs.put(one, other));
        }
      }
    }
    return pairs;
  }

  private void add(
      final String contender,
      final Figure one,
      final Figure other,
      final List<Fork> forks,
      final String excluded) {
    final List<Fork> both =
        forks.stream().filter(fork -> fork.cost(one) > 0 && fork.cost(other) > 0).toList();
    final double[] logRatios =
        both.stream()
            .mapToDouble(fork -> Math.log(fork.cost(one)) - Math.log(fork.cost(other)))
            .toArray();
    final Looks looks =
        progress.looks(
            contender,
            contender,
            logRatios.length,
            block -> (int) both.stream().filter(fork -> fork.name().block() <= block).count());
    final PairedTest test = new PairedTest(logRatios, looks, ScoreFunction.SIGN);
    family.add(Family.Question.OTHER, excluded == null ? 1 : 0);
    samples.add(new Sample(contender, one, other, logRatios, looks, test, excluded));
  }

  /** The contrasts, those last of which gates exclude all forks. */
  List<Contrasted> decide() {
    return samples.stream()
        .sorted(Comparator.comparing(each -> each.excluded() != null))
        .map(this::contrasted)
        .toList();
  }

  private Contrasted contrasted(final Sample sample) {
    final PairedTest test = sample.test();
    final double level = family.level(Family.Question.OTHER);
    final double[] interval = test.interval(level);
    final double low = Math.exp(interval[0]);
    final double high = Math.exp(interval[1]);
    final double p = sample.excluded() == null ? test.p() : Double.NaN;
    final double adjustedP = family.adjusted(Family.Question.OTHER, p);
    final Verdict verdict = Verdict.of(low, high, progress.design().margin());
    return new Contrasted(
        sample.contender(),
        sample.score(),
        sample.against(),
        Math.exp(test.shift()),
        low,
        high,
        p,
        adjustedP,
        sample.logRatios().length,
        verdict,
        Decision.mde(sample.logRatios(), test.shift(), sample.looks(), level),
        sample.excluded() == null && verdict == Verdict.INCONCLUSIVE
            ? Decision.inconclusive(progress, adjustedP, low, high, level, "fork")
            : sample.excluded());
  }
}
