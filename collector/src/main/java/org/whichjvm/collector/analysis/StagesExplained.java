package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
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
 * @param total p50 of the service time in turns that keep stages
 * @param plain the same in turns that do not; its interval is its own
 * @param stages in their order; the intervals hold together
 * @param readings what keeping the stages adds to the contender's p50, and to the baseline's
 * @param control how many stages differ between the baseline and itself
 */
public record StagesExplained(
    String contender,
    String baseline,
    int blocks,
    Explanation.Row<String> total,
    Explanation.Row<String> plain,
    List<Explanation.Row<Stage>> stages,
    List<Double> readings,
    int control) {
  /** A block needs so many rounds in which both kept stages, and as many in which neither did. */
  private static final int LEAST_ROUNDS = 3;

  private static final String P50 = "p50 service time";

  /** Something that is compared: a number of a turn, NaN where the turn has none. */
  private record Asked(ToDoubleBiFunction<Turns, Integer> value) {}

  private static final Asked STAGED =
      new Asked((turns, at) -> isStaged(turns, at) ? p50(turns, at) : Double.NaN);
  private static final Asked PLAIN =
      new Asked((turns, at) -> isStaged(turns, at) ? Double.NaN : p50(turns, at));

  private static boolean isStaged(final Turns turns, final int at) {
    return !Double.isNaN(turns.get(Stage.ACQUIRE, at));
  }

  private static double p50(final Turns turns, final int at) {
    return turns.ns(at, Figure.HEADLINE);
  }

  /**
   * The rounds of a block: of the contender and the baseline, and of the baseline and its control.
   */
  private record Block(Rounds rounds, Rounds control) {
    boolean tells() {
      return List.of(STAGED, PLAIN).stream()
          .allMatch(
              each -> count(rounds, each) >= LEAST_ROUNDS && count(control, each) >= LEAST_ROUNDS);
    }

    private static long count(final Rounds rounds, final Asked asked) {
      return rounds
          .map(asked.value, (one, other) -> one - other)
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
    final Map<Integer, Fork> contender = byBlock(all.get(0));
    final Map<Integer, Fork> baseline = byBlock(all.get(1));
    final Map<Integer, Fork> again = byBlock(all.get(2));
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

  private static Map<Integer, Fork> byBlock(final ContenderForks contender) {
    final Map<Integer, Fork> forks = new TreeMap<>();
    contender.ok().forEach(each -> forks.put(each.name().block(), each));
    return forks;
  }

  private static StagesExplained of(
      final String contender, final String baseline, final List<Block> blocks, final long seed) {
    final List<Asked> stages = new ArrayList<>();
    for (final Stage stage : Stage.values()) {
      stages.add(new Asked((turns, at) -> turns.get(stage, at)));
    }
    final List<Explanation.Row<Stage>> rows = new ArrayList<>();
    final List<MaxT.Shift> shifts = shifts(blocks, stages, false, seed);
    for (final Stage stage : Stage.values()) {
      rows.add(row(stage, blocks, stages.get(stage.ordinal()), shifts.get(stage.ordinal())));
    }
    final Explanation.Row<String> total = single(blocks, STAGED, seed);
    final Explanation.Row<String> plain = single(blocks, PLAIN, seed);
    return new StagesExplained(
        contender,
        baseline,
        blocks.size(),
        total,
        plain,
        rows,
        List.of(total.contender() - plain.contender(), total.baseline() - plain.baseline()),
        (int) shifts(blocks, stages, true, seed).stream().filter(MaxT.Shift::found).count());
  }

  private static Explanation.Row<String> single(
      final List<Block> blocks, final Asked asked, final long seed) {
    return row(P50, blocks, asked, shifts(blocks, List.of(asked), false, seed).get(0));
  }

  private static <T> Explanation.Row<T> row(
      final T of, final List<Block> blocks, final Asked asked, final MaxT.Shift shift) {
    return new Explanation.Row<>(of, mean(blocks, asked, true), mean(blocks, asked, false), shift);
  }

  /** The mean over blocks of the median over their rounds. */
  private static double mean(
      final List<Block> blocks, final Asked asked, final boolean ofContender) {
    return blocks.stream()
        .mapToDouble(each -> median(each.rounds, asked, ofContender ? 1 : 0, ofContender ? 0 : 1))
        .average()
        .orElse(Double.NaN);
  }

  private static List<MaxT.Shift> shifts(
      final List<Block> blocks, final List<Asked> asked, final boolean ofControl, final long seed) {
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
      final Rounds rounds, final Asked asked, final int ofContender, final int ofBaseline) {
    return Medians.of(
        rounds
            .map(
                asked.value,
                (one, other) ->
                    Double.isNaN(one) || Double.isNaN(other)
                        ? Double.NaN
                        : ofContender * one + ofBaseline * other)
            .filter(each -> !Double.isNaN(each)));
  }
}
