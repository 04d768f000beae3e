package org.whichjvm.workload.host;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** The {@link Floor} between two CPUs, by two threads that are there for nothing else. */
public final class PinnedFloor {
  /** The first ones are interpreted, then compiled. */
  private static final int TIMES = 5;

  private PinnedFloor() {}

  /**
   * @return ns of one round trip, the last of {@value #TIMES} measurements, to a tenth
   * @throws CannotRun if a thread cannot be pinned
   */
  public static double measure(final int pingCpu, final int pongCpu) throws InterruptedException {
    final AtomicBoolean stop = new AtomicBoolean();
    final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    final Floor floor = new Floor(stop);
    final double[] last = new double[1];
    final Thread ping = thread(pingCpu, stop, failure, "floor-ping", () -> last[0] = floor.ping());
    final Thread pong = thread(pongCpu, stop, failure, "floor-pong", floor::pong);
    ping.start();
    pong.start();
    ping.join();
    pong.join();
    if (failure.get() != null) {
      throw failure.get();
    }
    return Math.round(last[0] * 10) / 10.0;
  }

  private static Thread thread(
      final int cpu,
      final AtomicBoolean stop,
      final AtomicReference<RuntimeException> failure,
      final String name,
      final Runnable side) {
    final Thread thread =
        new Thread(
            () -> {
              try {
                Cpus.pin(cpu);
                for (int i = 0; i < TIMES; i++) {
                  side.run();
                }
              } catch (final RuntimeException e) {
                failure.compareAndSet(null, e);
                stop.set(true);
              }
            },
            name);
    thread.setDaemon(true);
    return thread;
  }
}
