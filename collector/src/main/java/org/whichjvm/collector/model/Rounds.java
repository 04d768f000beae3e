package org.whichjvm.collector.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Turns;

/**
 * The rounds in which the turns of two forks that took them together are compared: both turns count, and no exclusion
 * rule leaves out the two.
 *
 * @param places of the contender's turns, one a round
 * @param leftOut how many rounds an exclusion rule leaves out that both turns by themselves would count in
 */
public record Rounds(Turns contender, Turns baseline, int[] places, int leftOut) {
    public static final int LEAST = 5;

    /** The rounds in which two forks are compared; empty if they took no turns together. */
    public static Optional<Rounds> of(Fork contender, Fork baseline, ExclusionRules gates) {
        if (!together(contender, baseline)) {
            return Optional.empty();
        }
        Turns these = contender.turns();
        Turns those = baseline.turns();
        int[] both = these.counting()
                .filter(i -> those.at(these.round(i)) >= 0 && those.counts(those.at(these.round(i))))
                .toArray();
        int[] left = Arrays.stream(both)
                .filter(i -> !gates.leaveOut(
                        new ExclusionRule.Turn(contender, i, List.of()),
                        new ExclusionRule.Turn(baseline, those.at(these.round(i)), List.of())))
                .toArray();
        return Optional.of(new Rounds(these, those, left, both.length - left.length));
    }

    /** The rounds whose floor is at least {@code from} and below {@code to}, in ns. */
    public Rounds atFloors(double from, double to) {
        double[] floors = floors().toArray();
        int[] these = IntStream.range(0, count())
                .filter(i -> floors[i] >= from && floors[i] < to)
                .map(i -> places[i])
                .toArray();
        return new Rounds(contender, baseline, these, 0);
    }

    /** Whether two forks took turns together: no others are compared by rounds. */
    public static boolean together(Fork one, Fork other) {
        return one.byTurns()
                && other.byTurns()
                && one.turns().step() != null
                && one.turns().step().equals(other.turns().step());
    }

    public int count() {
        return places.length;
    }

    public boolean enough() {
        return count() >= LEAST;
    }

    /**
     * Whether both forks can be compared by a metric: a percentile of messages in too few rounds means nothing, and of
     * a score one round may be all that there is.
     */
    public boolean enough(Metric metric) {
        return metric.ofLatency()
                ? enough()
                : !tell(metric) || map(metric, (one, other) -> one).findAny().isPresent();
    }

    /** Whether a metric is compared by rounds: its turns have enough messages beyond it. */
    public boolean tell(Metric metric) {
        return contender.tell(metric) && baseline.tell(metric);
    }

    /** The cost of a metric to both in each round whose turns have it, put together. */
    public DoubleStream map(Metric metric, DoubleBinaryOperator both) {
        return map((turns, at) -> metric.cost(turns.get(metric, at)), both).filter(each -> !Double.isNaN(each));
    }

    /** Any number of both turns of each round, put together. */
    public DoubleStream map(ToDoubleBiFunction<Turns, Integer> value, DoubleBinaryOperator both) {
        return Arrays.stream(places)
                .mapToDouble(i -> both.applyAsDouble(
                        value.applyAsDouble(contender, i),
                        value.applyAsDouble(baseline, baseline.at(contender.round(i)))));
    }

    /** The mean floor of both turns, in ns, a round each; NaN if one is unknown. */
    public DoubleStream floors() {
        return map(Turns::floor, (one, other) -> (one + other) / 2);
    }
}
