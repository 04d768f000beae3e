package org.whichjvm.collector.campaign;

import java.util.Collection;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;

/**
 * A turn, as a gate sees it.
 *
 * @param fork whose turn
 * @param at its place among the fork's turns
 * @param together the forks that took turns with this one, itself among them
 */
record OneTurn(Fork fork, int at, Collection<Fork> together) {
  Turns all() {
    return fork.turns();
  }

  double get(final Turns.Column column) {
    return all().get(column, at);
  }

  /** The floor beside it, in ns; NaN if unknown. */
  double floor() {
    return all().floor(at);
  }

  /**
   * CPU time that the other contenders took while they were to sleep, each from its turn in the
   * round before to its turn in this round, in us; NaN if none tells.
   */
  double othersAsleepMicros() {
    double sum = Double.NaN;
    for (final Fork other : together) {
      final int its = other.name().equals(fork.name()) ? -1 : other.turns().at(all().round(at));
      final double micros =
          its < 0 ? Double.NaN : other.turns().get(Turns.Column.ASLEEP_MICROS, its);
      if (!Double.isNaN(micros)) {
        sum = (Double.isNaN(sum) ? 0 : sum) + micros;
      }
    }
    return sum;
  }
}
