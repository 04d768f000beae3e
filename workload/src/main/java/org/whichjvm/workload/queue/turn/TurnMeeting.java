package org.whichjvm.workload.queue.turn;

import java.util.concurrent.TimeUnit;

/** How the contenders of a block agree on who warms up when, and on when the first turn starts. */
public interface TurnMeeting extends AutoCloseable {
  /**
   * Returns once this contender may warm up, alone.
   *
   * @throws InterruptedException if it is to stop
   */
  void awaitPlace() throws InterruptedException;

  /**
   * Says that this contender is warm; returns once all are.
   *
   * @param warmAt when it was, on the clock of {@link System#nanoTime()}; of a pair the same in
   *     both JVMs
   * @return when the first round starts, on the clock of {@link System#nanoTime()}
   * @throws InterruptedException if it is to stop
   */
  long ready(long warmAt) throws InterruptedException;

  /** Leaves; without having been ready the others go on at once. */
  @Override
  void close();

  /** The meeting of an only contender, which takes its turns one after the other. */
  static TurnMeeting alone() {
    return new TurnMeeting() {
      @Override
      public void awaitPlace() {
        // There is nobody to wait for.
      }

      @Override
      public long ready(final long warmAt) {
        return warmAt + TimeUnit.MILLISECONDS.toNanos(20);
      }

      @Override
      public void close() {
        // Nobody waits.
      }
    };
  }
}
