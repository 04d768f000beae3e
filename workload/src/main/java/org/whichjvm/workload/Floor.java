package org.whichjvm.workload;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The core-to-core round trip: one cache line goes from the producer's CPU to the consumer's, and
 * another comes back. No exchange between these two CPUs can be faster.
 */
final class Floor {
  private static final int BATCHES = 256;
  private static final int ROUNDS = 64;

  /** Longs between the two counters: 256 bytes, more than a cache line and its neighbour. */
  private static final int STRIDE = 32;

  private static final int PING = STRIDE;
  private static final int PONG = 2 * STRIDE;

  private final AtomicLongArray lines = new AtomicLongArray(3 * STRIDE);
  private final AtomicBoolean stop;

  Floor(final AtomicBoolean stop) {
    this.stop = stop;
  }

  /**
   * The producer's side, while another thread is in {@link #pong()}.
   *
   * @return ns of one round trip, the median of {@value #BATCHES} batches of {@value #ROUNDS}
   */
  double ping() {
    final double[] batches = new double[BATCHES];
    long token = lines.get(PONG);
    for (int batch = 0; batch < BATCHES; batch++) {
      final long before = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        lines.lazySet(PING, ++token);
        await(PONG, token);
      }
      batches[batch] = (System.nanoTime() - before) / (double) ROUNDS;
    }
    Arrays.sort(batches);
    return batches[BATCHES / 2];
  }

  /** The consumer's side: answers as often as {@link #ping()} asks. */
  void pong() {
    long token = lines.get(PONG);
    for (int round = 0; round < BATCHES * ROUNDS; round++) {
      await(PING, ++token);
      lines.lazySet(PONG, token);
    }
  }

  private void await(final int index, final long token) {
    while (lines.get(index) < token && !stop.get()) {
      // Spins: parking would measure the scheduler.
    }
  }
}
