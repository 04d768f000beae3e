package org.whichjvm.collector.decide;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.fork.Contender;

public final class Stopping {
  /**
   * The end of the campaign if it stops now; empty if it goes on.
   *
   * @param timeUp whether this is its last interim look whatever it shows; the result is then of
   *     {@link Campaign#whenTimeIsUp()}
   */
  public static Optional<EarlyStop> decide(final Result result, final boolean timeUp) {
    final Progress progress = result.progress();
    final Design design = progress.design();
    final int complete = progress.completeBlocks();
    final List<Comparison> wanted =
        Stream.concat(
                result.comparisons().stream().filter(each -> each.decidable() && !each.control()),
                result.contrasts().stream())
            .toList();
    final int open = (int) wanted.stream().filter(each -> !settled(each, design)).count();
    final boolean settled = design.looks().contains(complete) && !wanted.isEmpty() && open == 0;
    return timeUp || settled
        ? Optional.of(new EarlyStop(complete, timeUp, open, wanted.size()))
        : Optional.empty();
  }

  /**
   * The contenders that leave the race after this interim look, by {@link Race}. It depends on
   * verdicts alone. The campaign's baseline stays to the end, as do the baseline of a contender
   * that stays, a control and a delayed contender.
   */
  public static List<String> leaving(final Result result) {
    return leaving(
        result.progress(),
        result.contenders().stream().map(ContenderResult::name).toList(),
        result.baseline(),
        result.comparisons(),
        result.best());
  }

  static List<String> leaving(
      final Progress progress,
      final List<String> all,
      final String baseline,
      final List<Comparison> comparisons,
      final Best best) {
    final Race race = progress.design().race();
    if (race == Race.NONE) {
      return List.of();
    }
    final List<String> alive =
        all.stream().filter(each -> !progress.left().containsKey(each)).toList();
    final List<String> decided =
        alive.stream()
            .filter(each -> !each.equals(baseline) && Contender.of(each).plain())
            .filter(each -> isDecided(progress.design(), comparisons, each))
            .filter(
                each ->
                    race == Race.BASELINE || best.ranked() == 0 || !best.fastest().contains(each))
            .toList();
    final Set<String> needed =
        alive.stream()
            .filter(each -> !decided.contains(each))
            .map(each -> Contender.baselineOf(each, all, baseline))
            .collect(Collectors.toSet());
    return decided.stream().filter(each -> !needed.contains(each)).toList();
  }

  private static boolean isDecided(
      final Design design, final List<Comparison> comparisons, final String contender) {
    final List<Comparison> decidable =
        comparisons.stream()
            .filter(each -> each.decidable() && each.contender().equals(contender))
            .toList();
    return !decidable.isEmpty() && decidable.stream().allMatch(each -> settled(each, design));
  }

  private static boolean settled(final Comparison each, final Design design) {
    // A narrow interval beside 1 is not settled: a few more blocks can decide it.
    final boolean around1 = each.low() <= 1 && each.high() >= 1;
    final double width = Math.log(each.high() / each.low()) / 2;
    return each.verdict() != Verdict.INCONCLUSIVE
        || (around1 && width <= Math.log1p(design.precision()));
  }
}
