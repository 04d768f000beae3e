package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.Rounds;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Stage;

/**
 * In which stages of a message two contenders differ: in each round of a block their turns are
 * compared, a block's difference is the median over its rounds, and the baseline runs once more as
 * a control. Times are in ns.
 *
 * @param contender whose difference is explained
 * @param baseline that it is compared with
 * @param blocks in which all three kept the stages of enough rounds
 * @param staged p50 of the service time in turns that keep stages
 * @param plain the same in turns that do not; its interval is its own
 * @param stages in their order; the intervals hold together
 * @param control how many stages differ between the baseline and itself
 */
public record StagesExplained(
    String contender,
    String baseline,
    int blocks,
    Explanation.Row<Figure> staged,
    Explanation.Row<Figure> plain,
    List<Explanation.Row<Stage>> stages,
    int control) {
  /** A block needs so many rounds in which both kept stages, and as many in which neither did. */
  private static final int LEAST_ROUNDS = 3;

  private static double staged(final Turns turns, final int at) {
    return isStaged(turns, at) ? turns.get(Figure.HEADLINE, at) : Double.NaN;
  }

  private static double plain(final Turns turns, final int at) {
    return isStaged(turns, at) ? Double.NaN : turns.get(Figure.HEADLINE, at);
  }

  private static boolean isStaged(final Turns turns, final int at) {
    return !Double.isNaN(turns.get(Stage.ACQUIRE, at));
  }

  /**
   * The rounds of a block: of the contender and the baseline, and of the baseline and its control.
   */
  private record Block(Rounds rounds, Rounds control) {
    boolean tells() {
      return Stream.of(rounds, control)
          .allMatch(
              each ->
                  count(each, StagesExplained::staged) >= LEAST_ROUNDS
                      && count(each, StagesExplained::plain) >= LEAST_ROUNDS);
    }

    private static long count(final Rounds rounds, final ToDoubleBiFunction<Turns, Integer> value) {
      return rounds
          .map(value, (one, other) -> one - other)
          .filter(each -> !Double.isNaN(each))
          .count();
    }
  }

  /**
   * Explains a campaign of the contender, the baseline, and the baseline once more, in this order.
   */
  public static StagesExplained of(final Campaign campaign) {
    final List<ContenderForks> all = campaign.contenders();
    final Gates gates = campaign.settings().gates();
    final List<Block> blocks = new ArrayList<>();
    final Map<Integer, Fork> contender = all.get(0).byBlock();
    final Map<Integer, Fork> baseline = all.get(1).byBlock();
    final Map<Integer, Fork> again = all.get(2).byBlock();
    for (final Integer block : contender.keySet()) {
      if (baseline.containsKey(block) && again.containsKey(block)) {
        final Optional<Rounds> rounds = Rounds.of(contender.get(block), baseline.get(block), gates);
        final Optional<Rounds> control = Rounds.of(again.get(block), baseline.get(block), gates);
        if (rounds.isPresent() && control.isPresent()) {
          blocks.add(new Block(rounds.get(), control.get()));
        }
      }
    }
    return of(
        all.get(0).name(),
        all.get(1).name(),
        blocks.stream().filter(Block::tells).toList(),
        campaign.settings().seed());
  }

  private static StagesExplained of(
      final String contender, final String baseline, final List<Block> blocks, final long seed) {
    final List<ToDoubleBiFunction<Turns, Integer>> stages = new ArrayList<>();
    for (final Stage stage : Stage.values()) {
      stages.add((turns, at) -> turns.get(stage, at));
    }
    final List<Explanation.Row<Stage>> rows = new ArrayList<>();
    final List<MaxT.Shift> shifts = shifts(blocks, stages, false, seed);
    for (final Stage stage : Stage.values()) {
      rows.add(row(stage, blocks, stages.get(stage.ordinal()), shifts.get(stage.ordinal())));
    }
    return new StagesExplained(
        contender,
        baseline,
        blocks.size(),
        p50(blocks, StagesExplained::staged, seed),
        p50(blocks, StagesExplained::plain, seed),
        rows,
        (int) shifts(blocks, stages, true, seed).stream().filter(MaxT.Shift::found).count());
  }

  private static Explanation.Row<Figure> p50(
      final List<Block> blocks, final ToDoubleBiFunction<Turns, Integer> value, final long seed) {
    return row(Figure.HEADLINE, blocks, value, shifts(blocks, List.of(value), false, seed).get(0));
  }

  private static <T> Explanation.Row<T> row(
      final T of,
      final List<Block> blocks,
      final ToDoubleBiFunction<Turns, Integer> asked,
      final MaxT.Shift shift) {
    return new Explanation.Row<>(of, mean(blocks, asked, true), mean(blocks, asked, false), shift);
  }

  /** The mean over blocks of the median over their rounds. */
  private static double mean(
      final List<Block> blocks,
      final ToDoubleBiFunction<Turns, Integer> asked,
      final boolean ofContender) {
    return blocks.stream()
        .mapToDouble(each -> median(each.rounds, asked, ofContender ? 1 : 0, ofContender ? 0 : 1))
        .average()
        .orElse(Double.NaN);
  }

  private static List<MaxT.Shift> shifts(
      final List<Block> blocks,
      final List<ToDoubleBiFunction<Turns, Integer>> asked,
      final boolean ofControl,
      final long seed) {
    return new MaxT(
            asked.stream()
                .map(
                    each ->
                        blocks.stream()
                            .mapToDouble(
                                block ->
                                    median(ofControl ? block.control : block.rounds, each, 1, -1))
                            .toArray())
                .toArray(double[][]::new),
            Family.LEVEL,
            seed)
        .shifts();
  }

  /** Over the rounds in which both turns have the number. */
  private static double median(
      final Rounds rounds,
      final ToDoubleBiFunction<Turns, Integer> asked,
      final int ofContender,
      final int ofBaseline) {
    return Medians.of(
        rounds
            .map(
                asked,
                (one, other) ->
                    Double.isNaN(one) || Double.isNaN(other)
                        ? Double.NaN
                        : ofContender * one + ofBaseline * other)
            .filter(each -> !Double.isNaN(each)));
  }
}
