package org.whichjvm.workload;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** The consumer: polls without a pause, copies each message out and keeps when it was read. */
final class Consumer {
  private final ExcerptTailer tailer;
  private final Payload copy;
  private final KnownDelay delay;
  private final AtomicBoolean stop;

  Consumer(
      final ExcerptTailer tailer,
      final long size,
      final KnownDelay delay,
      final AtomicBoolean stop) {
    this.tailer = tailer;
    this.copy = new Payload(size, 0);
    this.delay = delay;
    this.stop = stop;
  }

  /**
   * The hot loop.
   *
   * @return messages read, fewer than that only if stopped or if one did not verify
   */
  long consume(final Samples samples, final long count) {
    final ExcerptTailer tailer = this.tailer;
    final Payload copy = this.copy;
    final long size = copy.size;
    final KnownDelay delay = this.delay;
    final boolean delayed = !delay.isNone();
    long read = 0;
    while (read < count) {
      try (DocumentContext document = tailer.readingDocument()) {
        if (document.isPresent()) {
          final Bytes<?> in = document.wire().bytes();
          copy.store.write(Payload.START, in, in.readPosition(), size);
          if (delayed) {
            delay.spend(copy);
          }
          read++;
          if (!samples.record(copy, System.nanoTime())) {
            return read;
          }
        } else if (stop.get()) {
          return read;
        }
      }
    }
    return read;
  }
}
