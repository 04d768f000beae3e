package org.whichjvm.workload.queue;

import net.openhft.chronicle.core.OS;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.jvmlog.Stalls;

/** How many messages a run of given options has, and what they take of queue and heap. */
final class RunSize {
  /**
   * The unpaced messages go through so many queues, one after the other: what only a new queue does
   * is no news to the compilers when the measured one is opened.
   */
  static final int TRAINING_QUEUES = 8;

  /** Start, end and sum of a span, and as much again while spans are collected. */
  private static final int BYTES_PER_FAULT = 2 * 3 * Long.BYTES;

  private RunSize() {}

  /**
   * The queue of the unpaced warm-up maps so many bytes at once, so few that its appender and
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
   * How many of so many messages come before the end of a part; parts count from -1 on. Each part
   * is twice as long as the one before: few messages are sent before the first compiler has seen
   * any, and most once the last one has.
   */
  static long partEnd(final long count, final int part, final int parts) {
    return part < 0 ? 0 : count >> (parts - 1 - part);
  }

  /** Bytes of queue that the run writes: both warm-ups, what is measured, and a rehearsed turn. */
  static long queueBytes(final QueueLatencyOptions options) {
    final long paced = options.warmupNanos + options.durationNanos + options.turns.turnNanos;
    return QueueSize.bytes(
        unpacedMessages(options) + Units.seconds(paced) * options.rate, options.size);
  }

  /** Messages of the warm-up without a pause. */
  static long unpacedMessages(final QueueLatencyOptions options) {
    return QueueSize.unpacedMessages(options.size, options.delayNanos);
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
        kept * (Samples.BYTES_PER_MESSAGE + (options.stages ? Stages.BYTES_PER_MESSAGE : 0))
            + (long) (faults * options.messages() * BYTES_PER_FAULT)
            + (options.producers + 1) * Stalls.BYTES;
    if (kept > Integer.MAX_VALUE - 8 || needed > heapBytes * 3 / 4) {
      throw new CannotRun(
          "the times of %,d messages need %s of heap and this JVM has %s:"
              + " lower --rate or --duration, or set JAVA_OPTS=-Xmx…",
          kept, Units.bytes(needed), Units.bytes(heapBytes));
    }
  }
}
