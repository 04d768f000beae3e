package org.whichjvm.collector.campaign.plan;

import org.whichjvm.collector.io.UserError;

/**
 * When a campaign that stops by itself does so.
 *
 * @param precision to which everything is known, as a share; null for one that does not stop
 * @param seconds after which it stops all the same; null likewise
 */
record TimeBox(Double precision, Integer seconds) {
  private static final int USUAL_SECONDS = 1_800;

  // Those of quick, where nothing says how long it takes. ± 3 % is what counts as equivalent.
  private static final double QUICK_PRECISION = 0.03;
  private static final int QUICK_SECONDS = 600;

  /**
   * What was asked for.
   *
   * @param hasBlocks whether something else says how many blocks there are: a study, or a
   *     calibration
   */
  static TimeBox of(
      final CompareOptions options,
      final Workload workload,
      final Workload.Preset preset,
      final boolean hasBlocks) {
    final double precision = Values.share("--precision", options.precision);
    final Integer seconds = Values.wholeSeconds("--max-time", options.maxTime);
    if (!Double.isNaN(precision)) {
      return new TimeBox(precision, seconds == null ? Integer.valueOf(USUAL_SECONDS) : seconds);
    }
    final boolean quick =
        workload == Workload.QUEUE_LATENCY
            && preset == Workload.Preset.QUICK
            && !hasBlocks
            && options.blocks == null
            && options.retries == null;
    if (quick) {
      return new TimeBox(
          QUICK_PRECISION, seconds == null ? Integer.valueOf(QUICK_SECONDS) : seconds);
    }
    if (seconds != null) {
      throw new UserError(
          "--max-time ends a campaign that --precision lets run on; give that too, such as"
              + " --precision 2%");
    }
    return new TimeBox(null, null);
  }
}
