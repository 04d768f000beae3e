package org.whichjvm.workload.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Looks for the greatest rate that a system keeps up with, and then for the response times by rate
 * up to it. The search goes in steps of 10 %, then of 2 %. A rate that is not kept at once is tried
 * once more, for a stall of the host may end the first try.
 */
public final class RateSearch {
  private static final double COARSE = 1.1;
  private static final double FINE = 1.02;

  /** The search starts at this share of the busy rate, which is below the greatest one. */
  private static final double START = 0.75;

  /** Rates that are close together can only be told by steps that are so many times longer. */
  private static final int FINE_LENGTH = 2;

  private static final int MOST_STEPS = 200;

  private final Steps system;
  private final long stepNanos;
  private final List<RateStep> search = new ArrayList<>();
  private final List<RateStep> curve = new ArrayList<>();
  private double busy;
  private double max;

  public RateSearch(final Steps system, final long stepNanos) {
    this.system = system;
    this.stepNanos = stepNanos;
  }

  @FunctionalInterface
  public interface Steps {
    /** Keeps a rate, a second, up for so many ns. */
    RateStep step(double rate, long nanos);
  }

  /** How long a search and a curve of so many points take at most, in ns. */
  public static long limitNanos(final long stepNanos, final int points) {
    return (FINE_LENGTH * MOST_STEPS + points) * stepNanos;
  }

  /**
   * Finds the greatest rate, and measures rates that ascend to it.
   *
   * @param busyRate answers a second where all were busy all the time
   * @param points rates of the curve, from the greatest ÷ points to the greatest
   * @return the greatest rate
   * @throws ForkFailure if there is none
   */
  public double run(final double busyRate, final int points) {
    busy = busyRate;
    max = greatest();
    for (int i = 1; i <= points; i++) {
      curve.add(system.step(max * i / points, stepNanos));
    }
    return max;
  }

  private double greatest() {
    final long fineNanos = FINE_LENGTH * stepNanos;
    double low = START * busy;
    while (!keeps(low, stepNanos)) {
      low /= COARSE;
    }
    double high = low * COARSE;
    while (keeps(high, stepNanos)) {
      low = high;
      high *= COARSE;
    }
    // A short step may have let pass what a long one does not.
    while (!keeps(low, fineNanos)) {
      high = low;
      low /= COARSE;
    }
    for (double next = low * FINE; next < high && keeps(next, fineNanos); next *= FINE) {
      low = next;
    }
    return low;
  }

  private boolean keeps(final double rate, final long nanos) {
    return isKept(rate, nanos) || isKept(rate, nanos);
  }

  private boolean isKept(final double rate, final long nanos) {
    if (search.size() == MOST_STEPS) {
      throw new ForkFailure(
          "no rate was found that the system keeps up with: %s were tried, the last %s a second",
          MOST_STEPS, Math.round(rate));
    }
    final RateStep step = system.step(rate, nanos);
    search.add(step);
    return step.kept;
  }

  /** The rates that ascend to the greatest. */
  public List<RateStep> curve() {
    return curve;
  }

  /** The step of the curve at half of the greatest rate. */
  public RateStep half() {
    return curve.get((curve.size() - 1) / 2);
  }

  public JsonObject json() {
    final JsonObject load = new JsonObject();
    load.addProperty("busyRate", Units.tenths(busy));
    load.addProperty("maxRate", Units.tenths(max));
    load.add("search", array(search));
    load.add("curve", array(curve));
    return load;
  }

  private static JsonArray array(final List<RateStep> steps) {
    final JsonArray array = new JsonArray();
    steps.forEach(step -> array.add(step.json()));
    return array;
  }
}
