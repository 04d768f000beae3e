package org.whichjvm.workload;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Where all measured threads wait for each other between two phases. */
abstract class Meeting {
  /**
   * Returns once all threads are here.
   *
   * @throws InterruptedException if this one is told to stop
   */
  abstract void meet() throws InterruptedException, BrokenBarrierException;

  /** When they last met, the same for all, on the clock of {@link System#nanoTime()}. */
  abstract long metAt();

  /** Of threads of this JVM. */
  static final class OfThreads extends Meeting {
    private final CyclicBarrier barrier;
    private volatile long metAt;

    OfThreads(final int threads) {
      barrier = new CyclicBarrier(threads, () -> metAt = System.nanoTime());
    }

    @Override
    void meet() throws InterruptedException, BrokenBarrierException {
      barrier.await();
    }

    @Override
    long metAt() {
      return metAt;
    }
  }
}
