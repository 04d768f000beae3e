package org.whichjvm.collector.campaign.plan;

import java.util.List;

/**
 * What the queue of a fork takes, as the workload computes it.
 *
 * @param written bytes that its messages take
 * @param mapped bytes that must be free where it lies: those, and two of the blocks that Chronicle
 *     Queue maps at once
 */
record QueueSize(long written, long mapped) {
  /** The workload's usual rate, in messages a second. */
  static final long USUAL_RATE = 100_000;

  private static final long USUAL_SIZE = 256;
  private static final long USUAL_BLOCK = 64L << 20;

  /** Messages of the warm-up without a pause, and the bytes that they take at most. */
  private static final long UNPACED_MESSAGES = 200_000;

  private static final long UNPACED_BYTES = 256L << 20;
  private static final long LEAST_UNPACED = 2_000;

  /**
   * Of a workload's options, the last of which counts.
   *
   * @param rate of the contender, in messages a second; null if it has none of its own
   */
  static QueueSize of(final List<String> options, final String rate) {
    final long size = Values.bytes("--size", Values.last("--size", options), USUAL_SIZE);
    final long block =
        Values.bytes("--block-size", Values.last("--block-size", options), USUAL_BLOCK);
    final double seconds =
        Values.seconds("--warmup", Values.last("--warmup", options))
            + Values.seconds("--duration", Values.last("--duration", options))
            + rehearsal(Values.last(TurnTimes.TURN, options));
    final long unpaced =
        Math.min(UNPACED_MESSAGES, Math.max(LEAST_UNPACED, UNPACED_BYTES / Math.max(1, size)));
    final double messages =
        unpaced
            + seconds
                * (rate == null
                    ? Values.number("--rate", options, USUAL_RATE)
                    : Long.parseLong(rate));
    // A header of 4 bytes, and padding to the next 4.
    final long written = (long) (messages * (4 + (size + 3) / 4 * 4));
    return new QueueSize(written, written + 2 * block);
  }

  /** A turn is rehearsed, where there are turns. */
  private static double rehearsal(final String turn) {
    return turn == null ? 0 : Values.seconds(TurnTimes.TURN, turn);
  }
}
