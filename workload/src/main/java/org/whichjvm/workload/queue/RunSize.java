package org.whichjvm.workload.queue;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.OS;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Units;
import org.whichjvm.workload.jvmlog.Stalls;

/** How many messages a run of given options has, and what they take of queue and heap. */
final class RunSize {
  /** Enough for the compilers of all variants to compile both loops before the schedule starts. */
  static final long UNPACED_MESSAGES = 200_000;

  /** More than a method that loops is called before the last compiler takes it (HotSpot: 600). */
  static final int WARM_UP_CALLS = 2_000;

  /**
   * The unpaced messages go through so many queues, one after the other: what only a new queue does
   * is no news to the compilers when the measured one is opened.
   */
  static final int TRAINING_QUEUES = 8;

  /** What the unpaced messages take at most, in bytes, unless each call would have none. */
  private static final long UNPACED_BYTES = 256L << 20;

  /** What --delay adds to the unpaced messages at most, by the same rule. */
  private static final long UNPACED_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Start, end and sum of a span, and as much again while spans are collected. */
  private static final int BYTES_PER_FAULT = 2 * 3 * Long.BYTES;

  private RunSize() {}

  /** Messages of the warm-up without a pause: fewer where messages are large or long delayed. */
  static long unpacedMessages(final QueueLatencyOptions options) {
    final long bySize = UNPACED_BYTES / options.size;
    final long byDelay = UNPACED_DELAY_NANOS / Math.max(1, options.delayNanos);
    return Math.min(UNPACED_MESSAGES, Math.max(WARM_UP_CALLS, Math.min(bySize, byDelay)));
  }

  /**
   * What the queue of the unpaced warm-up maps at once, in bytes: so little that its appender and
   * tailer go to a new block some 50 times. A block of the measured queue is usually larger than
   * the whole warm-up, so that the compilers would never see that way, leave it out of their code
   * ({@code unstable_if}), and throw the code of both loops away in the middle of what is measured,
   * when it is first taken; what they compile next depends on what happens to run then.
   */
  static long trainingBlockSize(final long blockSize, final long size) {
    // Chronicle takes no message that is larger than a quarter of what it maps at once.
    return Math.min(blockSize, Math.max(1 << 20, 4 * size));
  }

  /**
   * Of so many messages in so many parts, those before the end of that part; from -1 on. Each part
   * is twice as long as the one before: few messages are sent before the first compiler has seen
   * any, and most once the last one has.
   */
  static long partEnd(final long count, final int part, final int parts) {
    return part < 0 ? 0 : count >> (parts - 1 - part);
  }

  /** Bytes of queue that the run writes. */
  static long queueBytes(final QueueLatencyOptions options) {
    final long messages =
        unpacedMessages(options)
            + options.producers * options.perProducer(options.warmupNanos)
            + options.messages()
            // The rehearsal's.
            + options.producers * options.perProducer(options.turns.turnNanos);
    return messages * bytes(options.size);
  }

  /** What a message takes of a queue, in bytes: a header of 4, and padding to the next 4. */
  static long bytes(final long size) {
    return 4 + (size + 3) / 4 * 4;
  }

  /**
   * Refuses a heap that is too small. The heap has both times of every message, the stalls of each
   * thread, and, once the run is over, the spans of the page faults.
   *
   * @param heapBytes the most the heap may grow to
   * @throws CannotRun if that is too little, with both figures
   */
  static void checkHeap(final QueueLatencyOptions options, final long heapBytes) {
    final long kept =
        options.messages() + options.producers * options.perProducer(options.warmupNanos);
    final double faults = Math.min(1, options.size / (double) OS.pageSize());
    final long needed =
        kept * Samples.BYTES_PER_MESSAGE
            + (long) (faults * options.messages() * BYTES_PER_FAULT)
            + (options.producers + 1) * Stalls.BYTES;
    if (kept > Integer.MAX_VALUE - 8 || needed > heapBytes * 3 / 4) {
      throw new CannotRun(
          String.format(
              "the times of %,d messages need %s of heap and this JVM has %s:"
                  + " lower --rate or --duration, or set JAVA_OPTS=-Xmx…",
              kept, Units.bytes(needed), Units.bytes(heapBytes)));
    }
  }
}
