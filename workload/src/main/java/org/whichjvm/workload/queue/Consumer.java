package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.workload.jvmlog.Stalls;

/** The consumer: polls without a pause, copies each message out and keeps when it was read. */
final class Consumer {
  /** One poll in so many reads the clock, or each poll would take twice as long; less one. */
  private static final int SPIN_MASK = 15;

  private final ExcerptTailer tailer;
  private final Payload copy;
  private final KnownDelay delay;
  private final WaitStrategy wait;
  private final Stalls stalls;
  private final int pageShift;
  private final AtomicBoolean stop;

  /** On which page of the queue's file the last message ended. */
  private long page = -1;

  /**
   * @param pageBytes what the first touch of the queue's memory maps at once, a power of two
   */
  Consumer(
      final ExcerptTailer tailer,
      final long size,
      final long pageBytes,
      final KnownDelay delay,
      final WaitStrategy wait,
      final Stalls stalls,
      final AtomicBoolean stop) {
    this.tailer = tailer;
    this.copy = new Payload(size, 0);
    this.pageShift = Long.numberOfTrailingZeros(pageBytes);
    this.delay = delay;
    this.wait = wait;
    this.stalls = stalls;
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
    final int pageShift = this.pageShift;
    final KnownDelay delay = this.delay;
    final boolean delayed = !delay.isNone();
    final Stalls stalls = this.stalls;
    final WaitStrategy wait = this.wait;
    final boolean waits = !wait.spins();
    // A call that gives the CPU away takes so long that each may be timed.
    final int mask = wait.givesCpuAway() ? 0 : SPIN_MASK;
    final long waitThreshold =
        wait.givesCpuAway() ? Stalls.WAIT_THRESHOLD_NANOS : Stalls.THRESHOLD_NANOS;
    final byte waitFlag = wait.givesCpuAway() ? Samples.WAITED : 0;
    long page = this.page;
    Object store = null;
    int polls = 0;
    byte flags = 0;
    long seen = 0;
    long readAt = 0;
    long read = 0;
    while (read < count) {
      try (DocumentContext document = tailer.readingDocument()) {
        if (document.isPresent()) {
          final Bytes<?> in = document.wire().bytes();
          final long at = in.readPosition();
          copy.store.write(Payload.START, in, at, size);
          if (delayed) {
            delay.spend(copy);
          }
          read++;
          final long now = System.nanoTime();
          if (now - seen >= Stalls.THRESHOLD_NANOS) {
            stalls.keep(seen, now, Stalls.READ);
          }
          seen = now;
          final long endPage = (at + size - 1) >> pageShift;
          if (endPage != page) {
            flags |= Samples.FIRST_ON_PAGE;
            page = endPage;
          }
          if (!samples.record(copy, now, flags)) {
            return read;
          }
          if (in.bytesStore() != store) {
            stalls.keep(store == null ? 0 : readAt, now, Stalls.REMAP);
            store = in.bytesStore();
          }
          readAt = now;
          flags = 0;
        } else {
          if (stop.get()) {
            return read;
          }
          if (waits) {
            wait.call();
            flags = waitFlag;
          }
          if ((++polls & mask) == 0) {
            final long now = System.nanoTime();
            if (now - seen >= waitThreshold) {
              stalls.keep(seen, now, Stalls.SPIN);
            }
            seen = now;
          }
        }
      }
    }
    this.page = page;
    return read;
  }
}
