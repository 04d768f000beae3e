package org.whichjvm.collector.campaign.plan;

import java.util.List;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;

/** The meaning of queue-latency's options, of each of which the last one counts. */
final class MessageOptions {
  private static final String DURATION = "--duration";
  private static final String WARM_UP = "--warmup";

  private final List<String> options;

  MessageOptions(final List<String> options) {
    this.options = options;
  }

  /**
   * The length of a turn, in s; null by forks.
   *
   * @throws UserError if the turns cannot be meant
   */
  Double turnSeconds(final Interleave interleave) {
    if (interleave == Interleave.TURNS) {
      return turns().turnNanos / 1e9;
    }
    if (Values.last(TurnTimes.TURN, options) != null) {
      throw new UserError(
          "--turn is the length of a turn, and by --interleave forks there are none; leave one of"
              + " them out");
    }
    return null;
  }

  /**
   * The turns that divide the time of a fork.
   *
   * @throws UserError if no campaign could have them
   */
  TurnTimes turns() {
    final long turn = nanos(TurnTimes.TURN);
    if (turn == 0) {
      throw Values.wrong(
          TurnTimes.TURN, Values.last(TurnTimes.TURN, options), "a time above 0, such as 100ms");
    }
    return TurnTimes.of(
        turn,
        nanos(DURATION),
        Values.number("--rate", options, QueueSize.RATE),
        TurnTimes.LEAST_ROUNDS);
  }

  /**
   * Bytes that the messages of a fork take.
   *
   * @param rate of the contender, in messages a second; null if it has none of its own
   */
  long queueBytes(final String rate) {
    final long size = Values.bytes("--size", Values.last("--size", options), QueueSize.SIZE);
    // A turn is rehearsed, where there are turns.
    final long rehearsal = Values.last(TurnTimes.TURN, options) == null ? 0 : nanos(TurnTimes.TURN);
    final long perSecond =
        rate == null ? Values.number("--rate", options, QueueSize.RATE) : Long.parseLong(rate);
    return QueueSize.bytes(
        QueueSize.unpacedMessages(size, 0)
            + (nanos(WARM_UP) + nanos(DURATION) + rehearsal) / 1e9 * perSecond,
        size);
  }

  /** Bytes that must be free where a queue lies that has so many bytes of messages. */
  long mapped(final long bytes) {
    return QueueSize.mapped(
        bytes, Values.bytes("--block-size", Values.last("--block-size", options), QueueSize.BLOCK));
  }

  private long nanos(final String option) {
    return Values.nanos(option, Values.last(option, options));
  }
}
