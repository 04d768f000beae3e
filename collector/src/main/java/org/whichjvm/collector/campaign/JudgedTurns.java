package org.whichjvm.collector.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;

/**
 * What gates exclude of a fork that measured by turns.
 *
 * @param fork the same without the excluded turns
 * @param turns how many turns each gate excludes; a turn may be several gates'
 * @param excluded how many turns any gate excludes
 * @param trips why the whole fork is excluded: too few of its turns are left; empty if it is not
 */
record JudgedTurns(Fork fork, Map<Gate, Integer> turns, int excluded, List<Gates.Trip> trips) {
  /**
   * Judges a fork's turns.
   *
   * @param fork by turns
   * @param block all forks of its block that ended well
   */
  static JudgedTurns of(final Gates gates, final Fork fork, final Collection<Fork> block) {
    final Turns all = fork.turns();
    final List<Fork> together =
        block.stream()
            .filter(Fork::byTurns)
            .filter(each -> Objects.equals(each.turns().step(), all.step()))
            .toList();
    final BitSet excluded = new BitSet();
    final Map<Gate, Integer> turns = new EnumMap<>(Gate.class);
    for (int i = 0; i < all.count(); i++) {
      final OneTurn turn = new OneTurn(fork, i, together);
      for (final Map.Entry<Gate, Double> gate : gates.limits().entrySet()) {
        if (gate.getKey().excludes(gate.getValue(), turn)) {
          excluded.set(i);
          turns.merge(gate.getKey(), 1, Integer::sum);
        }
      }
    }
    final int left = all.count() - excluded.cardinality();
    final List<Gates.Trip> trips = new ArrayList<>();
    if (left < Rounds.LEAST) {
      turns.forEach(
          (gate, count) ->
              trips.add(
                  new Gates.Trip(gate, Double.NaN, gates.limits().get(gate), count, all.count())));
    }
    return new JudgedTurns(
        fork.withTurns(all.excluding(excluded)), turns, excluded.cardinality(), trips);
  }

  /**
   * Why a fork that could not keep the rate is excluded: of the turns that stayed behind, gates
   * exclude so many that most of those that are left did not. Empty if its overload is its own.
   */
  List<Gates.Trip> tripsOfOverload(final Gates gates) {
    final Turns left = fork.turns();
    final int[] counting = left.counting().toArray();
    final long behind = Arrays.stream(counting).filter(left::overloaded).count();
    final boolean own = 2 * behind > counting.length || behind == left.overloaded();
    return own
        ? List.of()
        : turns.entrySet().stream()
            .map(
                each ->
                    new Gates.Trip(
                        each.getKey(),
                        Double.NaN,
                        gates.limits().get(each.getKey()),
                        each.getValue(),
                        left.count()))
            .toList();
  }
}
