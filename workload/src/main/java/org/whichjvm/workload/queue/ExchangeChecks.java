package org.whichjvm.workload.queue;

import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Units;
import org.whichjvm.workload.queue.pair.Pair;
import org.whichjvm.workload.queue.pair.Role;

/** Whether the numbers of an exchange that is over are to be believed. */
final class ExchangeChecks {
  /** What a queue that keeps up is never behind for half of a long window, in ns. */
  private static final long LASTING_LAG_NANOS = 10_000_000;

  private final QueueLatencyOptions options;
  private final ExchangeRecord record;

  ExchangeChecks(final QueueLatencyOptions options, final ExchangeRecord record) {
    this.options = options;
    this.record = record;
  }

  /**
   * Refuses what is not to be believed.
   *
   * @param late whether a thread had to be stopped because it was not done in time
   * @param failure the first that a thread threw, or null
   * @throws ForkFailure with the reason
   * @throws CannotRun if a thread could not be pinned
   */
  void check(final boolean late, final Throwable failure) {
    if (late) {
      // This comes first: what a thread says after it was stopped is not the reason.
      throw ForkFailure.overloaded(
          String.format(
              "of %,d messages %,d were read after twice the time they were due in"
                  + " and a minute more; lower --rate",
              record.measured.size(), record.measured.verified()));
    }
    rethrow(failure);
    if (options.role == Role.PRODUCER) {
      checkSent();
    } else {
      checkRead();
      checkLag();
    }
  }

  private static void rethrow(final Throwable failure) {
    if (failure instanceof CannotRun
        || failure instanceof ForkFailure
        || failure instanceof Pair.Stopped) {
      throw (RuntimeException) failure;
    }
    if (failure != null) {
      throw new ForkFailure("a measured thread ended: " + failure, failure);
    }
  }

  private void checkSent() {
    if (record.sentHere() < options.messages() || record.floorAfter == 0) {
      throw new ForkFailure(
          String.format(
              "stopped: of %,d messages %,d were sent", options.messages(), record.sentHere()));
    }
  }

  private void checkRead() {
    for (final Samples samples : new Samples[] {record.unpaced, record.paced, record.measured}) {
      if (samples.fault() != null) {
        throw new ForkFailure(samples.fault());
      }
    }
    final Samples measured = record.measured;
    if (measured.verified() < measured.size() || options.role == null && record.floorAfter == 0) {
      throw new ForkFailure(
          String.format(
              "stopped: of %,d messages %,d were read", measured.size(), measured.verified()));
    }
  }

  private void checkLag() {
    final long lag = record.measured.lastingLag(record.schedule);
    // A rate that is 1 % too high has fallen behind by twice this at the middle of the window; in a
    // long window no queue that keeps up is so far behind for half of it.
    if (lag > Math.min(options.durationNanos / 400, LASTING_LAG_NANOS)) {
      throw ForkFailure.overloaded(
          String.format(
              "at %,d messages a second the exchange was never less than %,d ms behind"
                  + " in the second half of %.1f s; lower --rate",
              options.rate,
              TimeUnit.NANOSECONDS.toMillis(lag),
              Units.seconds(options.durationNanos)));
    }
  }
}
