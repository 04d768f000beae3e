package org.whichjvm.workload.queue.pair;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Where all measured threads wait for each other between two phases. */
public abstract class Meeting {
  /** Returns once all threads are here; throws if this one is told to stop. */
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

  /**
   * A meeting of threads of several JVMs, by three words of a {@link ControlFile}: a barrier of
   * generations. Whoever comes last starts the next one.
   */
  static final class OfJvms extends Meeting {
    static final int WORDS = 3;

    /**
     * Between two looks. It costs a hundredth or so of the CPU, which the compilers want meanwhile,
     * and is short beside the head start of a schedule.
     */
    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** The most between two looks of who waits long: other contenders may be measured meanwhile. */
    private static final long LONG_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** After so many steps the next ones are longer. */
    private static final int PATIENCE = 64;

    private final ControlFile control;
    private final int arrived;
    private final int generation;
    private final int metAt;
    private final int threads;
    private final AtomicBoolean stop;

    /** Takes so many words from the first on; who waits leaves once it is to stop. */
    OfJvms(
        final ControlFile control, final int first, final int threads, final AtomicBoolean stop) {
      this.control = control;
      this.arrived = first;
      this.generation = first + 1;
      this.metAt = first + 2;
      this.threads = threads;
      this.stop = stop;
    }

    @Override
    public void meet() throws InterruptedException {
      final long mine = control.read(generation);
      if (control.increment(arrived) == threads) {
        control.write(metAt, System.nanoTime());
        control.write(arrived, 0);
        control.write(generation, mine + 1);
        return;
      }
      long looks = 0;
      while (control.read(generation) == mine) {
        if (stop.get() || Thread.interrupted()) {
          throw new InterruptedException("stopped while waiting for the other JVM");
        }
        LockSupport.parkNanos(Math.min(LONG_STEP_NANOS, STEP_NANOS * (1 + looks++ / PATIENCE)));
      }
    }

    @Override
    public long metAt() {
      return control.read(metAt);
    }
  }
}
