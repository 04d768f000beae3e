package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.ProcFs;
import org.whichjvm.workload.queue.pair.Meeting;
import org.whichjvm.workload.queue.pair.Role;

/** The phases of one producer. */
final class ProducerPhases extends Phases {
  private final int number;

  /** Whether this producer does for its JVM what the consumer does for one that has both. */
  private final boolean speaksForJvm;

  ProducerPhases(
      final int number,
      final QueueLatencyOptions options,
      final Path folder,
      final ExchangeRecord record,
      final AtomicBoolean stop,
      final Meeting meeting,
      final Floor floor) {
    super(options, folder, record, stop, meeting, floor);
    this.number = number;
    this.speaksForJvm = options.role == Role.PRODUCER && number == 0;
  }

  @Override
  void run(final MeasuredThread own) throws Exception {
    try (ChronicleQueue queue = open()) {
      final Producer producer =
          new Producer(
              number, queue.createAppender(), options.size, options.wait, own.stalls, stop);
      meet();
      warmUp(producer, unpaced(), record.unpaced);
      awaitOwnCompilers();
      ping();
      meet();
      warmUp(producer, paced(), record.paced);
      awaitOwnCompilers();
      own.start();
      if (speaksForJvm) {
        record.jvmActivity.start();
      }
      final double before = ping();
      if (number == 0) {
        record.floorBefore = before;
      }
      meet();
      measure(producer, own);
      final double after = ping();
      if (number == 0) {
        record.floorAfter = after;
      }
      if (speaksForJvm) {
        record.smaps = ProcFs.read("/proc/self/smaps");
      }
      // No thread unmaps its queue before all have looked at their mappings.
      meet();
    }
  }

  private void measure(final Producer producer, final MeasuredThread own) {
    final Schedule schedule = paced();
    if (speaksForJvm) {
      record.schedule = schedule;
      record.jvmActivity.start();
    }
    own.start();
    final Samples measured = record.measured;
    record.sent[number] =
        producer.produce(schedule, measured.firstSequence(number), 0, measured.perProducer());
    own.end();
    if (speaksForJvm) {
      record.jvmActivity.end();
    }
  }

  /**
   * Warms up in many calls, because the measured window is one call: a loop that is only ever
   * called once is compiled while it runs, and once more from another place of it in the next call.
   */
  private void warmUp(final Producer producer, final Schedule schedule, final Samples samples) {
    final long first = samples.firstSequence(number);
    final long count = samples.perProducer();
    for (long from = 0; from < count; ) {
      final long chunk = Math.min(count - from, 1 + count / RunSize.WARM_UP_CALLS);
      if (producer.produce(schedule, first, from, from + chunk) < chunk) {
        return;
      }
      from += chunk;
    }
  }

  private void awaitOwnCompilers() throws InterruptedException {
    if (speaksForJvm) {
      JvmActivity.awaitIdle();
    }
  }

  /** The floor is that of the first producer's CPU and the consumer's. */
  private double ping() throws InterruptedException, BrokenBarrierException {
    meet();
    return number == 0 ? floor.ping() : Double.NaN;
  }
}
