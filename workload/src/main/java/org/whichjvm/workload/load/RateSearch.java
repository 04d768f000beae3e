package org.whichjvm.workload.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Looks for the greatest rate that a system keeps up with: in steps of 10 %, then of 2 %. A rate
 * that is not kept at once is tried once more, for a stall of the host may end the first try.
 */
public final class RateSearch {
  private static final double COARSE = 1.1;
  private static final double FINE = 1.02;

  /** The search starts at this share of the busy rate, which is below the greatest one. */
  private static final double START = 0.75;

  /** Steps that a search takes at most. */
  public static final int MOST_STEPS = 200;

  private final DoubleFunction<RateStep> coarse;
  private final DoubleFunction<RateStep> fine;
  private final List<RateStep> steps = new ArrayList<>();

  /**
   * @param coarse runs a step at a rate
   * @param fine runs a longer one, by which rates that are close together can be told
   */
  public RateSearch(final DoubleFunction<RateStep> coarse, final DoubleFunction<RateStep> fine) {
    this.coarse = coarse;
    this.fine = fine;
  }

  /**
   * The greatest rate.
   *
   * @param busy answers a second where all were busy all the time
   * @throws ForkFailure if there is none
   */
  public double max(final double busy) {
    double low = START * busy;
    while (!keeps(coarse, low)) {
      low /= COARSE;
    }
    double high = low * COARSE;
    while (keeps(coarse, high)) {
      low = high;
      high *= COARSE;
    }
    // A short step may have let pass what a long one does not.
    while (!keeps(fine, low)) {
      high = low;
      low /= COARSE;
    }
    for (double next = low * FINE; next < high && keeps(fine, next); next *= FINE) {
      low = next;
    }
    return low;
  }

  private boolean keeps(final DoubleFunction<RateStep> system, final double rate) {
    return run(system, rate) || run(system, rate);
  }

  private boolean run(final DoubleFunction<RateStep> system, final double rate) {
    if (steps.size() == MOST_STEPS) {
      throw new ForkFailure(
          "no rate was found that the system keeps up with: "
              + MOST_STEPS
              + " were tried, the last "
              + Math.round(rate)
              + " a second");
    }
    final RateStep step = system.apply(rate);
    steps.add(step);
    return step.kept();
  }

  /** All that were run. */
  public List<RateStep> steps() {
    return steps;
  }
}
