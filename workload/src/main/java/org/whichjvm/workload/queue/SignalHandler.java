package org.whichjvm.workload.queue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a fork upon SIGINT or SIGTERM: its threads leave the queue, the queue's folder goes, no file
 * is written.
 */
final class SignalHandler implements AutoCloseable {
  private static final long CLEAN_UP_SECONDS = 10;

  private final Thread hook = new Thread(this::interrupt, "on-signal");
  private final CountDownLatch cleaned = new CountDownLatch(1);
  private volatile boolean came;
  private volatile Exchange exchange;

  SignalHandler() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  boolean came() {
    return came;
  }

  /** From now on a signal stops this exchange. One that came earlier is for the caller to see. */
  void stops(final Exchange running) {
    exchange = running;
  }

  /** Says that everything is cleaned up, for which a signal waits. */
  @Override
  public void close() {
    cleaned.countDown();
    if (!came) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private void interrupt() {
    came = true;
    final Exchange running = exchange;
    if (running != null) {
      running.stop();
    }
    try {
      if (!cleaned.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        QueueLatency.say("gave up cleaning after %d s", CLEAN_UP_SECONDS);
      }
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
