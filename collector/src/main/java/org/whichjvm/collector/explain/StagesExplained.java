package org.whichjvm.collector.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Turns;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Stage;

/**
 * In which stages of a message two contenders differ: in each round of a block their turns are compared, a block's
 * difference is the median over its rounds, and the baseline runs once more as a control. Times are in ns.
 *
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
        Difference<Metric> staged,
        Difference<Metric> plain,
        List<Difference<Stage>> stages,
        int control) {
    /** A block needs this many rounds in which both kept stages, and as many in which neither did. */
    private static final int LEAST_ROUNDS = 3;

    private static double staged(Turns turns, int at) {
        return isStaged(turns, at) ? turns.get(Metric.HEADLINE, at) : Double.NaN;
    }

    private static double plain(Turns turns, int at) {
        return isStaged(turns, at) ? Double.NaN : turns.get(Metric.HEADLINE, at);
    }

    private static boolean isStaged(Turns turns, int at) {
        return !Double.isNaN(turns.get(Stage.ACQUIRE, at));
    }

    private static boolean tells(Rounds rounds) {
        return count(rounds, StagesExplained::staged) >= LEAST_ROUNDS
                && count(rounds, StagesExplained::plain) >= LEAST_ROUNDS;
    }

    private static long count(Rounds rounds, ToDoubleBiFunction<Turns, Integer> value) {
        return known(rounds, value, (one, other) -> one - other).count();
    }

    /** Explains a campaign of the contender, the baseline, and the baseline once more, in this order. */
    public static StagesExplained of(Campaign campaign) {
        List<ContenderForks> all = campaign.contenders();
        ExclusionRules rules = campaign.settings().gates();
        List<Rounds> rounds = new ArrayList<>();
        List<Rounds> controls = new ArrayList<>();
        for (ExplainedBlock<Fork> block : ExplainedBlock.ofForks(campaign)) {
            Optional<Rounds> own =
                    Rounds.of(block.contender(), block.baseline(), rules).filter(StagesExplained::tells);
            Optional<Rounds> control =
                    Rounds.of(block.again(), block.besideAgain(), rules).filter(StagesExplained::tells);
            if (own.isPresent() && control.isPresent()) {
                rounds.add(own.get());
                controls.add(control.get());
            }
        }
        long seed = campaign.settings().seed();
        return new StagesExplained(
                all.get(0).name(),
                all.get(1).name(),
                rounds.size(),
                p50(rounds, StagesExplained::staged, seed),
                p50(rounds, StagesExplained::plain, seed),
                stages(rounds, seed),
                Difference.found(stages(controls, seed)).size());
    }

    private static Difference<Metric> p50(List<Rounds> blocks, ToDoubleBiFunction<Turns, Integer> value, long seed) {
        List<Metric> asked = List.of(Metric.HEADLINE);
        return Difference.compare(blocks, asked, (rounds, metric) -> medians(rounds, value), seed)
                .get(0);
    }

    private static List<Difference<Stage>> stages(List<Rounds> blocks, long seed) {
        return Difference.compare(
                blocks,
                List.of(Stage.values()),
                (rounds, stage) -> medians(rounds, (turns, at) -> turns.get(stage, at)),
                seed);
    }

    /** Over the rounds in which both turns have the number. */
    private static Difference.Sides medians(Rounds rounds, ToDoubleBiFunction<Turns, Integer> value) {
        return new Difference.Sides(
                Medians.of(known(rounds, value, (one, other) -> one)),
                Medians.of(known(rounds, value, (one, other) -> other)),
                Medians.of(known(rounds, value, (one, other) -> one - other)));
    }

    private static DoubleStream known(
            Rounds rounds, ToDoubleBiFunction<Turns, Integer> value, DoubleBinaryOperator both) {
        return rounds.map(
                        value, (one, other) -> Double.isNaN(one - other) ? Double.NaN : both.applyAsDouble(one, other))
                .filter(each -> !Double.isNaN(each));
    }
}
