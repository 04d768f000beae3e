package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.ProcFs;
import org.whichjvm.workload.queue.pair.Meeting;

/** The phases of the consumer, which speaks for a JVM that has both sides. */
final class ConsumerPhases extends Phases {
  private final long pageBytes;

  /**
   * @param pageBytes what the first touch of the queue's memory maps at once
   */
  ConsumerPhases(
      final long pageBytes,
      final QueueLatencyOptions options,
      final Path folder,
      final ExchangeRecord record,
      final AtomicBoolean stop,
      final Meeting meeting,
      final Floor floor) {
    super(options, folder, record, stop, meeting, floor);
    this.pageBytes = pageBytes;
  }

  @Override
  void run(final MeasuredThread own) throws Exception {
    try (ChronicleQueue queue = open()) {
      final KnownDelay delay = new KnownDelay(options.delayNanos);
      final Consumer consumer =
          new Consumer(
              queue.createTailer(), options.size, pageBytes, delay, options.wait, own.stalls, stop);
      meet();
      warmUp(consumer, record.unpaced);
      JvmActivity.awaitIdle();
      pong();
      meet();
      warmUp(consumer, record.paced);
      JvmActivity.awaitIdle();
      own.start();
      record.jvmActivity.start();
      pong();
      record.hostCounters.start();
      meet();
      measure(consumer, own);
      pong();
      record.smaps = ProcFs.read("/proc/self/smaps");
      meet();
    }
  }

  private void measure(final Consumer consumer, final MeasuredThread own) {
    record.schedule = paced();
    record.startedMillis = System.currentTimeMillis() + HEAD_START_NANOS / 1_000_000;
    record.jvmActivity.start();
    own.start();
    record.received = consumer.consume(record.measured, record.measured.size());
    own.end();
    record.jvmActivity.end();
    record.hostCounters.end();
  }

  /** Warms up in many calls, as the producers do. */
  private static void warmUp(final Consumer consumer, final Samples samples) {
    final long count = samples.size();
    for (long from = 0; from < count; ) {
      final long chunk = Math.min(count - from, 1 + count / RunSize.WARM_UP_CALLS);
      if (consumer.consume(samples, chunk) < chunk || samples.fault() != null) {
        return;
      }
      from += chunk;
    }
  }

  private void pong() throws InterruptedException, BrokenBarrierException {
    meet();
    floor.pong();
  }
}
