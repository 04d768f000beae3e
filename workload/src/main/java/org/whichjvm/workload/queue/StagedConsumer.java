package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The loop of {@link Consumer} with one more reading of the clock a message, to explain with: it
 * spins, and looks for no stalls. What is measured to compare JVMs never runs it.
 */
final class StagedConsumer {
  private final ExcerptTailer tailer;
  private final Payload copy;
  private final KnownDelay delay;
  private final AtomicBoolean stop;

  StagedConsumer(
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
   * Reads messages.
   *
   * @return messages read, fewer than that only if stopped or if one did not verify
   */
  long consume(final Samples samples, final Stages stages, final long count) {
    final ExcerptTailer tailer = this.tailer;
    final Payload copy = this.copy;
    final long size = copy.size;
    final KnownDelay delay = this.delay;
    final boolean delayed = !delay.isNone();
    long read = 0;
    while (read < count) {
      try (DocumentContext document = tailer.readingDocument()) {
        if (document.isPresent()) {
          final long found = System.nanoTime();
          final Bytes<?> in = document.wire().bytes();
          copy.store.write(Payload.START, in, in.readPosition(), size);
          if (delayed) {
            delay.spend(copy);
          }
          read++;
          if (!samples.record(copy, System.nanoTime(), (byte) 0)) {
            return read;
          }
          stages.found(copy.sequence(), found);
        } else if (stop.get()) {
          return read;
        }
      }
    }
    return read;
  }
}
