package org.whichjvm.workload;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** One producer: sends at the intended times, spinning or idling between them. */
final class Producer {
  private final int number;
  private final ExcerptAppender appender;
  private final Payload message;
  private final Idle idle;
  private final Stalls stalls;
  private final AtomicBoolean stop;

  Producer(
      final int number,
      final ExcerptAppender appender,
      final long size,
      final Idle idle,
      final Stalls stalls,
      final AtomicBoolean stop) {
    this.number = number;
    this.appender = appender;
    this.message = new Payload(size, number);
    this.idle = idle;
    this.stalls = stalls;
    this.stop = stop;
  }

  /**
   * The hot loop: the messages of a schedule from one number to before another.
   *
   * <p>It reads the clock all the time anyway, so a stall is found by one subtraction. What tells a
   * new mapping is that the queue's bytes are kept in another store, looked at once the message is
   * out.
   *
   * @return messages sent, fewer than asked for only if stopped
   */
  long produce(final Schedule schedule, final long firstSequence, final long from, final long to) {
    final ExcerptAppender appender = this.appender;
    final Payload message = this.message;
    final Stalls stalls = this.stalls;
    final Idle idle = this.idle;
    final boolean idles = !idle.spins();
    final long idleThreshold =
        idle.givesCpuAway() ? Stalls.IDLE_THRESHOLD_NANOS : Stalls.THRESHOLD_NANOS;
    final long size = message.size;
    final long start = schedule.firstOf(number);
    final double interval = schedule.intervalNanos;
    Object store = null;
    long seen = 0;
    for (long i = from; i < to; i++) {
      message.number(firstSequence + i);
      final long intendedAt = start + (long) (i * interval);
      int kind = Stalls.WRITE;
      long threshold = Stalls.THRESHOLD_NANOS;
      while (true) {
        if (stop.get()) {
          return i - from;
        }
        final long now = System.nanoTime();
        if (now - seen >= threshold) {
          stalls.keep(seen, now, kind);
        }
        seen = now;
        kind = Stalls.SPIN;
        if (now >= intendedAt) {
          break;
        }
        if (idles) {
          idle.call();
          threshold = idleThreshold;
        }
      }
      message.stamp(System.nanoTime());
      final Bytes<?> out;
      try (DocumentContext document = appender.writingDocument()) {
        out = document.wire().bytes();
        out.write(message.store, Payload.START, size);
      }
      if (out.bytesStore() != store) {
        stalls.keep(store == null ? 0 : seen, System.nanoTime(), Stalls.REMAP);
        store = out.bytesStore();
      }
    }
    return to - from;
  }
}
