package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Looks for the greatest rate that the system settles at: in steps of 10 %, then of 2 %. A rate
 * that is not settled at once is tried once more, for a stall of the host may end the first try.
 */
final class Search {
  private static final double COARSE = 1.1;
  private static final double FINE = 1.02;

  /** Of what the workers did when they were busy all the time: surely below what is looked for. */
  private static final double START = 0.75;

  private static final int MOST_STEPS = 200;

  private final DoubleFunction<Step> coarse;
  private final DoubleFunction<Step> fine;
  private final List<Step> steps = new ArrayList<>();

  /**
   * @param coarse runs a step at a rate
   * @param fine runs a longer one, by which rates that are close together can be told
   */
  Search(final DoubleFunction<Step> coarse, final DoubleFunction<Step> fine) {
    this.coarse = coarse;
    this.fine = fine;
  }

  /**
   * The greatest rate.
   *
   * @param busy answers a second of workers that were busy all the time
   * @throws ForkFailure if there is none
   */
  double max(final double busy) {
    double low = START * busy;
    while (!settles(coarse, low)) {
      low /= COARSE;
    }
    double high = low * COARSE;
    while (settles(coarse, high)) {
      low = high;
      high *= COARSE;
    }
    // A short step may have let pass what a long one does not.
    while (!settles(fine, low)) {
      high = low;
      low /= COARSE;
    }
    for (double next = low * FINE; next < high && settles(fine, next); next *= FINE) {
      low = next;
    }
    return low;
  }

  private boolean settles(final DoubleFunction<Step> system, final double rate) {
    return run(system, rate) || run(system, rate);
  }

  private boolean run(final DoubleFunction<Step> system, final double rate) {
    if (steps.size() == MOST_STEPS) {
      throw new ForkFailure(
          "no rate was found that the system settles at: "
              + MOST_STEPS
              + " were tried, the last "
              + Math.round(rate)
              + " a second");
    }
    final Step step = system.apply(rate);
    steps.add(step);
    return step.settled();
  }

  /** All that were run. */
  List<Step> steps() {
    return steps;
  }
}
