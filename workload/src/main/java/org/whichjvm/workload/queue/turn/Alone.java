package org.whichjvm.workload.queue.turn;

import java.util.concurrent.TimeUnit;

/** The only contender takes its turns one after the other. */
public final class Alone implements TurnMeeting {
  private static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @Override
  public void awaitPlace() {
    // There is nobody to wait for.
  }

  @Override
  public long ready(final long warmAt) {
    return warmAt + HEAD_START_NANOS;
  }

  @Override
  public void close() {
    // Nobody waits.
  }
}
