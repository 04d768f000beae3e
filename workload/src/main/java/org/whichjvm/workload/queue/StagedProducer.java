package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The loop of {@link Producer} with three more readings of the clock a message, to explain with: it
 * spins, and looks for no stalls. What is measured to compare JVMs never runs it.
 */
final class StagedProducer {
  private final int number;
  private final ExcerptAppender appender;
  private final Payload message;
  private final AtomicBoolean stop;

  StagedProducer(
      final int number, final ExcerptAppender appender, final long size, final AtomicBoolean stop) {
    this.number = number;
    this.appender = appender;
    this.message = new Payload(size, number);
    this.stop = stop;
  }

  /**
   * The messages of a schedule from one number to before another.
   *
   * @return messages sent, fewer than asked for only if stopped
   */
  long produce(
      final Schedule schedule,
      final long firstSequence,
      final Stages stages,
      final long from,
      final long to) {
    final ExcerptAppender appender = this.appender;
    final Payload message = this.message;
    final long size = message.size;
    final long first = schedule.firstOf(number);
    final double interval = schedule.intervalNanos;
    for (long i = from; i < to; i++) {
      message.number(firstSequence + i);
      final long intendedAt = Schedule.intendedAt(first, i, interval);
      while (System.nanoTime() < intendedAt) {
        if (stop.get()) {
          return i - from;
        }
      }
      message.stamp(System.nanoTime());
      final long acquired;
      final long copied;
      try (DocumentContext document = appender.writingDocument()) {
        acquired = System.nanoTime();
        final Bytes<?> out = document.wire().bytes();
        out.write(message.store, Payload.START, size);
        copied = System.nanoTime();
      }
      stages.sent(firstSequence + i, acquired, copied, System.nanoTime());
    }
    return to - from;
  }
}
