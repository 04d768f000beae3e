package org.whichjvm.workload;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** One producer: sends at the intended times, spinning between them. */
final class Producer {
  private final int number;
  private final ExcerptAppender appender;
  private final Payload message;
  private final AtomicBoolean stop;

  Producer(
      final int number, final ExcerptAppender appender, final long size, final AtomicBoolean stop) {
    this.number = number;
    this.appender = appender;
    this.message = new Payload(size, number);
    this.stop = stop;
  }

  /**
   * The hot loop: the messages of a schedule from one number to before another.
   *
   * @return messages sent, fewer than asked for only if stopped
   */
  long produce(final Schedule schedule, final long firstSequence, final long from, final long to) {
    final ExcerptAppender appender = this.appender;
    final Payload message = this.message;
    final long size = message.size;
    final long start = schedule.firstOf(number);
    final double interval = schedule.intervalNanos;
    for (long i = from; i < to; i++) {
      message.number(firstSequence + i);
      final long intendedAt = start + (long) (i * interval);
      do {
        if (stop.get()) {
          return i - from;
        }
      } while (System.nanoTime() < intendedAt);
      message.stamp(System.nanoTime());
      try (DocumentContext document = appender.writingDocument()) {
        document.wire().bytes().write(message.store, Payload.START, size);
      }
    }
    return to - from;
  }
}
