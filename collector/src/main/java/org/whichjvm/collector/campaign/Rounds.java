package org.whichjvm.collector.campaign;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;

/**
 * The rounds in which the turns of two forks that took them together are compared: both turns
 * count, and no gate leaves out the two.
 */
public final class Rounds {
  public static final int LEAST = 5;

  private final Turns contender;
  private final Turns baseline;
  // Places of the turns of both, a round each.
  private final int[] ofContender;
  private final int[] ofBaseline;
  private final int leftOut;

  private Rounds(
      final Turns contender, final Turns baseline, final int[] ofContender, final int leftOut) {
    this.contender = contender;
    this.baseline = baseline;
    this.ofContender = ofContender;
    this.ofBaseline =
        Arrays.stream(ofContender).map(i -> baseline.at(contender.round(i))).toArray();
    this.leftOut = leftOut;
  }

  /** The rounds in which two forks are compared; empty if they took no turns together. */
  public static Optional<Rounds> of(final Fork contender, final Fork baseline, final Gates gates) {
    if (!together(contender, baseline)) {
      return Optional.empty();
    }
    final Turns these = contender.turns();
    final Turns those = baseline.turns();
    final int[] both =
        these
            .counting()
            .filter(i -> those.at(these.round(i)) >= 0 && those.counts(those.at(these.round(i))))
            .toArray();
    final boolean[] leftOut = new boolean[both.length];
    for (final Map.Entry<Gate, Double> gate : gates.limits().entrySet()) {
      if (gate.getKey().ofRounds()) {
        for (int i = 0; i < both.length; i++) {
          leftOut[i] |=
              gate.getKey()
                  .leavesOut(
                      gate.getValue(),
                      new Gate.Turn(contender, both[i], List.of()),
                      new Gate.Turn(baseline, those.at(these.round(both[i])), List.of()));
        }
      }
    }
    final int[] left =
        IntStream.range(0, both.length).filter(i -> !leftOut[i]).map(i -> both[i]).toArray();
    return Optional.of(new Rounds(these, those, left, both.length - left.length));
  }

  /** The rounds whose floor is at least {@code from} and below {@code to}, in ns. */
  public Rounds atFloors(final double from, final double to) {
    final double[] floors = floors().toArray();
    final int[] these =
        IntStream.range(0, count())
            .filter(i -> floors[i] >= from && floors[i] < to)
            .map(i -> ofContender[i])
            .toArray();
    return new Rounds(contender, baseline, these, 0);
  }

  /** Whether two forks took turns together: no others are compared by rounds. */
  public static boolean together(final Fork one, final Fork other) {
    return one.byTurns()
        && other.byTurns()
        && one.turns().step() != null
        && Objects.equals(one.turns().step(), other.turns().step());
  }

  public int count() {
    return ofContender.length;
  }

  public boolean enough() {
    return count() >= LEAST;
  }

  /**
   * Whether both forks can be compared by a figure: a percentile of messages in too few rounds
   * means nothing, and of a score one round may be all that there is.
   */
  public boolean enough(final Figure figure) {
    return figure.ofLatency()
        ? enough()
        : !tell(figure) || map(figure, (one, other) -> one).findAny().isPresent();
  }

  /** How many rounds a gate leaves out that both turns by themselves would count in. */
  public int leftOut() {
    return leftOut;
  }

  /** Whether a figure is compared by rounds: its turns have enough messages beyond it. */
  public boolean tell(final Figure figure) {
    return contender.tell(figure) && baseline.tell(figure);
  }

  /** The cost of a figure to both in each round whose turns have it, put together. */
  public DoubleStream map(final Figure figure, final DoubleBinaryOperator both) {
    return map((turns, at) -> figure.cost(turns.get(figure, at)), both)
        .filter(each -> !Double.isNaN(each));
  }

  /** Any number of both turns of each round, put together. */
  public DoubleStream map(
      final ToDoubleBiFunction<Turns, Integer> value, final DoubleBinaryOperator both) {
    return IntStream.range(0, count())
        .mapToDouble(
            i ->
                both.applyAsDouble(
                    value.applyAsDouble(contender, ofContender[i]),
                    value.applyAsDouble(baseline, ofBaseline[i])));
  }

  /** The mean floor of both turns, in ns, a round each; NaN if one is unknown. */
  public DoubleStream floors() {
    return IntStream.range(0, count())
        .mapToDouble(i -> (contender.floor(ofContender[i]) + baseline.floor(ofBaseline[i])) / 2);
  }
}
