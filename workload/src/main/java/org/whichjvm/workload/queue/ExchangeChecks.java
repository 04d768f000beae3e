package org.whichjvm.workload.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.TurnPart;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.queue.pair.Pair;
import org.whichjvm.workload.queue.pair.Role;

/** Whether the numbers of an exchange that is over are to be believed. */
final class ExchangeChecks {
  /** What a queue that keeps up is never behind for half of a long window, in ns. */
  private static final long MOST_LAG_NANOS = 10_000_000;

  /** A rate that is 1 % too high has fallen behind by twice this part at the window's middle. */
  private static final int LAG_PARTS = 400;

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
              record.messages(), record.verified()));
    }
    rethrow(failure);
    if (options.role == Role.PRODUCER) {
      checkSent();
    } else {
      checkRead();
      if (record.turns == null) {
        checkLag();
      }
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
    if (record.sentHere() < record.messages() || !isOver()) {
      throw new ForkFailure(
          String.format(
              "stopped: of %,d messages %,d were sent", record.messages(), record.sentHere()));
    }
  }

  private void checkRead() {
    final List<Samples> all = new ArrayList<>(Arrays.asList(record.unpaced, record.paced));
    if (record.turns != null) {
      record.turns.list.forEach(turn -> all.add(turn.settling));
    }
    record.windows().forEach(window -> all.add(window.samples));
    for (final Samples samples : all) {
      if (samples.fault() != null) {
        throw new ForkFailure(samples.fault());
      }
    }
    if (record.verified() < record.messages() || options.role == null && !isOver()) {
      throw new ForkFailure(
          String.format(
              "stopped: of %,d messages %,d were read", record.messages(), record.verified()));
    }
  }

  /** Whether the floor was measured for the last time, in this JVM. */
  private boolean isOver() {
    final List<Turn> turns = record.turns == null ? null : record.turns.list;
    return (turns == null ? record.floorAfter : turns.get(turns.size() - 1).part.floorAfter) != 0;
  }

  /**
   * Refuses turns that nothing can be told from, once what both JVMs of a pair recorded is there.
   *
   * @throws ForkFailure with the reason
   */
  void checkTurns() {
    final List<TurnPart> parts = record.turnParts();
    final int onTime = record.turns.counted(parts).size();
    if (onTime == 0) {
      throw new ForkFailure(
          String.format(
              "not one of %d turns could start on time: the measured CPUs were taken by others",
              parts.size()));
    }
    final long overloaded = record.turns.overloaded(parts);
    if (2 * overloaded > onTime) {
      throw ForkFailure.overloaded(
          String.format(
              "at %,d messages a second %d of %d turns stayed behind; lower --rate",
              options.rate, overloaded, onTime));
    }
  }

  private void checkLag() {
    final long lag = record.window.lastingLag();
    if (lag > lastingLag(options.durationNanos)) {
      throw ForkFailure.overloaded(
          String.format(
              "at %,d messages a second the exchange was never less than %,d ms behind"
                  + " in the second half of %.1f s; lower --rate",
              options.rate,
              TimeUnit.NANOSECONDS.toMillis(lag),
              Units.seconds(options.durationNanos)));
    }
  }

  /** What a queue that keeps up is never behind for the second half of a window, in ns. */
  static long lastingLag(final long windowNanos) {
    return Math.min(windowNanos / LAG_PARTS, MOST_LAG_NANOS);
  }
}
