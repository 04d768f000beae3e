package org.whichjvm.workload.queue.turn;

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
}
