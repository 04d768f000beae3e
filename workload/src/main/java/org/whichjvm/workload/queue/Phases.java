package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.queue.pair.Meeting;

/**
 * What a measured thread does from start to end: unpaced warm-up, paced warm-up, floor, measured
 * window, floor. All threads meet between two phases, and so each of them meets the same number of
 * times.
 */
abstract class Phases {
  /** From the moment all threads have met to the first message: all are spinning by then. */
  static final long HEAD_START_NANOS = 5_000_000;

  final QueueLatencyOptions options;
  final ExchangeRecord record;
  final AtomicBoolean stop;
  final Floor floor;
  private final Path folder;
  private final Meeting meeting;

  Phases(
      final QueueLatencyOptions options,
      final Path folder,
      final ExchangeRecord record,
      final AtomicBoolean stop,
      final Meeting meeting,
      final Floor floor) {
    this.options = options;
    this.folder = folder;
    this.record = record;
    this.stop = stop;
    this.meeting = meeting;
    this.floor = floor;
  }

  /**
   * Goes through all phases.
   *
   * @param own the thread that calls this
   */
  abstract void run(MeasuredThread own) throws Exception;

  /** A queue object of its own, on the folder that all share. */
  ChronicleQueue open() {
    return SingleChronicleQueueBuilder.binary(folder)
        .blockSize(options.blockSize)
        .rollCycle(options.rollCycle)
        .build();
  }

  void meet() throws InterruptedException, BrokenBarrierException {
    meeting.meet();
  }

  /** Sends from now on as fast as possible. */
  Schedule unpaced() {
    return Schedule.unpaced(meeting.metAt());
  }

  /** Sends at the rate, from shortly after all have met. */
  Schedule paced() {
    return new Schedule(meeting.metAt() + HEAD_START_NANOS, options.rate, options.producers);
  }
}
