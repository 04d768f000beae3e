package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.workload.load.RateStep;

/**
 * The response time by rate, and the rates at which its 99th percentile meets service levels. Where
 * a stall has made a lower rate slower than a higher one, the two are averaged, on a logarithmic
 * scale, until the curve ascends (pool adjacent violators: Ayer et al., Annals of Mathematical
 * Statistics 26, 1955).
 */
final class Curve {
  /** Critical throughput is the geometric mean of the rates at these levels, in ms. */
  static final int[] LEVELS_MILLIS = {10, 25, 50, 75, 100};

  private final List<RateStep> steps;
  private final double max;

  /**
   * @param steps at ascending rates, at least one
   * @param max the greatest rate that the system settles at
   */
  Curve(final List<RateStep> steps, final double max) {
    this.steps = steps;
    this.max = max;
  }

  /** The geometric mean of the rates of all levels; NaN if one is not met at any rate. */
  double critical() {
    double logs = 0;
    for (final int level : LEVELS_MILLIS) {
      logs += Math.log(rateAt(level));
    }
    return Math.exp(logs / LEVELS_MILLIS.length);
  }

  /**
   * The greatest rate at which the 99th percentile meets a level.
   *
   * @param millis the level
   * @return between two rates that were run, by the logarithm of the response time; at most the
   *     greatest rate that the system settles at; NaN if the lowest rate does not meet it
   */
  double rateAt(final int millis) {
    final double wanted = Math.log(millis * 1e6);
    final double[] logs = ascending();
    if (logs[0] > wanted) {
      return Double.NaN;
    }
    for (int i = 1; i < logs.length; i++) {
      if (logs[i] > wanted) {
        final double share = (wanted - logs[i - 1]) / (logs[i] - logs[i - 1]);
        final double from = steps.get(i - 1).rate;
        return Math.min(max, from + share * (steps.get(i).rate - from));
      }
    }
    return Math.min(max, steps.get(steps.size() - 1).rate);
  }

  private double[] ascending() {
    final List<double[]> pools = new ArrayList<>();
    for (final RateStep step : steps) {
      double[] pool = {Math.log(Math.max(1, step.p99())), 1};
      while (!pools.isEmpty() && pools.get(pools.size() - 1)[0] >= pool[0]) {
        final double[] last = pools.remove(pools.size() - 1);
        final double count = last[1] + pool[1];
        pool = new double[] {(last[0] * last[1] + pool[0] * pool[1]) / count, count};
      }
      pools.add(pool);
    }
    final double[] logs = new double[steps.size()];
    int at = 0;
    for (final double[] pool : pools) {
      for (int i = 0; i < pool[1]; i++) {
        logs[at++] = pool[0];
      }
    }
    return logs;
  }
}
