package org.whichjvm.workload.queue.pair;

import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.host.CannotRun;

/** Whether two JVMs read the same clock, without which no latency between them can be told. */
final class OneClock {
  /** What the clocks of two CPUs may differ by. */
  private static final long CLOCK_SLACK_NANOS = 1_000;

  private OneClock() {}

  /**
   * Refuses clocks that differ.
   *
   * @throws CannotRun if one reading does not lie between the two others, in ns
   */
  static void check(final long before, final long between, final long after) {
    final long off = between < before ? between - before : Math.max(0, between - after);
    if (Math.abs(off) > CLOCK_SLACK_NANOS) {
      throw new CannotRun(
          String.format(
              "the producer's clock is %,d µs off the consumer's, so no latency between them can be"
                  + " told; start both JVMs in one time namespace",
              TimeUnit.NANOSECONDS.toMicros(off)));
    }
  }
}
