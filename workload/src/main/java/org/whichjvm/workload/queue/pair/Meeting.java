package org.whichjvm.workload.queue.pair;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Where all measured threads wait for each other between two phases. */
public abstract class Meeting {
  /**
   * Returns once all threads are here.
   *
   * @throws InterruptedException if this one is told to stop
   */
  public abstract void meet() throws InterruptedException, BrokenBarrierException;

  /** When they last met, the same for all, on the clock of {@link System#nanoTime()}. */
  public abstract long metAt();

  public static final class OfThreads extends Meeting {
    private final CyclicBarrier barrier;
    private volatile long metAt;

    public OfThreads(final int threads) {
      barrier = new CyclicBarrier(threads, () -> metAt = System.nanoTime());
    }

    @Override
    public void meet() throws InterruptedException, BrokenBarrierException {
      barrier.await();
    }

    @Override
    public long metAt() {
      return metAt;
    }
  }
}
