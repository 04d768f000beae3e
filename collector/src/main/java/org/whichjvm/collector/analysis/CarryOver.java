package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * The influence of a turn on the next one, by the p50 service time: whether a contender takes more
 * after one contender than after the others, and whether the last quarter of its turns takes more
 * than the first. Orders are drawn anew in each round, so that neither favours a contender; they
 * say whether turns are long enough.
 *
 * @param after each contender by whose turn came before; those that both took part in
 * @param inside each contender's last quarter over its first
 */
public record CarryOver(List<After> after, List<Inside> inside) {
  /** A smaller effect is not worth a sentence. */
  private static final double LEAST = 0.01;

  /**
   * Turns of a contender that come directly after one of another, or of its own.
   *
   * @param previous who had the turn before
   * @param ratio of these turns over its others in the same block, the median over blocks
   * @param blocks that have both
   * @param adjustedP of the sign test over the blocks, corrected for all such pairs (Bonferroni)
   */
  public record After(
      String contender, String previous, double ratio, int blocks, double adjustedP) {
    /** Whether it is more than 1 %, and more than chance. */
    public boolean told() {
      return Math.abs(ratio - 1) > LEAST && adjustedP <= Decision.ALPHA;
    }
  }

  /**
   * The last quarter of a contender's turns over the first.
   *
   * @param lastOverFirst a ratio: the median over forks of the median over turns
   */
  public record Inside(String contender, double lastOverFirst) {
    public boolean told() {
      return Math.abs(lastOverFirst - 1) > LEAST;
    }
  }

  static CarryOver of(final List<ContenderForks> contenders) {
    final List<Inside> inside = new ArrayList<>();
    final Map<Integer, List<Fork>> blocks = new TreeMap<>();
    for (final ContenderForks contender : contenders) {
      final List<Fork> forks = contender.ok().stream().filter(Fork::byTurns).toList();
      forks.forEach(
          fork -> blocks.computeIfAbsent(fork.name().block(), key -> new ArrayList<>()).add(fork));
      final double ratio =
          Medians.of(
              forks.stream()
                  .mapToDouble(fork -> lastOverFirst(fork.turns()))
                  .filter(each -> each > 0));
      if (ratio > 0) {
        inside.add(new Inside(contender.name(), ratio));
      }
    }
    return new CarryOver(after(blocks), inside);
  }

  private static double lastOverFirst(final Turns turns) {
    return Medians.of(
        turns
            .counting()
            .mapToDouble(i -> turns.get(Turns.Column.LAST_OVER_FIRST, i))
            .filter(each -> each > 0));
  }

  private static List<After> after(final Map<Integer, List<Fork>> blocks) {
    final Map<String, Map<String, List<Double>>> ratios = new TreeMap<>();
    for (final List<Fork> block : blocks.values()) {
      final Map<Long, String> places = new HashMap<>();
      for (final Fork fork : block) {
        IntStream.range(0, fork.turns().count())
            .forEach(i -> places.put(place(fork.turns(), i), fork.name().contender()));
      }
      block.forEach(fork -> add(fork, places, ratios));
    }
    final int all = ratios.values().stream().mapToInt(Map::size).sum();
    final List<After> after = new ArrayList<>();
    ratios.forEach(
        (contender, byPrevious) ->
            byPrevious.forEach(
                (previous, logs) -> {
                  final double[] values = logs.stream().mapToDouble(each -> each).toArray();
                  final PairedTest test = new PairedTest(values, ScoreFunction.SIGN);
                  after.add(
                      new After(
                          contender,
                          previous,
                          Math.exp(test.shift()),
                          values.length,
                          Math.min(1, test.p() * all)));
                }));
    return after;
  }

  /** The slot of a turn in its block, counted from the first round. */
  private static long place(final Turns turns, final int i) {
    return (long) turns.round(i) * turns.members() + turns.slot(i);
  }

  private static void add(
      final Fork fork,
      final Map<Long, String> places,
      final Map<String, Map<String, List<Double>>> ratios) {
    final Turns turns = fork.turns();
    final Map<String, List<Integer>> byPrevious = new TreeMap<>();
    turns
        .counting()
        .filter(i -> places.containsKey(place(turns, i) - 1))
        .forEach(
            i ->
                byPrevious
                    .computeIfAbsent(places.get(place(turns, i) - 1), key -> new ArrayList<>())
                    .add(i));
    if (byPrevious.size() < 2) {
      return;
    }
    byPrevious.forEach(
        (previous, those) -> {
          final double others =
              Medians.of(
                  byPrevious.entrySet().stream()
                      .filter(each -> !each.getKey().equals(previous))
                      .flatMap(each -> each.getValue().stream())
                      .mapToDouble(i -> p50(turns, i)));
          final double own = Medians.of(those.stream().mapToDouble(i -> p50(turns, i)));
          ratios
              .computeIfAbsent(fork.name().contender(), key -> new TreeMap<>())
              .computeIfAbsent(previous, key -> new ArrayList<>())
              .add(Math.log(own / others));
        });
  }

  private static double p50(final Turns turns, final int i) {
    return turns.ns(i, Figure.HEADLINE);
  }
}
