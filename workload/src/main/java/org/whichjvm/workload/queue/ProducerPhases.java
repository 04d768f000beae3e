package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.ProcFs;
import org.whichjvm.workload.queue.pair.Meeting;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/** The phases of one producer. */
final class ProducerPhases extends Phases {
  private final int number;

  /** In turns. */
  private Producer producer;

  /** Whether this producer does for its JVM what the consumer does for one that has both. */
  private final boolean speaksForJvm;

  ProducerPhases(
      final int number,
      final QueueLatencyOptions options,
      final Path folder,
      final ExchangeRecord record,
      final AtomicBoolean stop,
      final Meeting meeting,
      final Floor floor,
      final TurnMeeting turns) {
    super(options, folder, record, stop, meeting, floor, turns);
    this.number = number;
    this.speaksForJvm = options.role == Role.PRODUCER && number == 0;
  }

  @Override
  void run(final MeasuredThread own) throws Exception {
    rehearseLooks(speaksForJvm);
    own.stalls.train();
    for (int part = 0; part < RunSize.TRAINING_QUEUES; part++) {
      try (ChronicleQueue queue = openTraining(part)) {
        final Producer producer = producer(queue, own);
        meet();
        if (part == 1 && speaksForJvm) {
          record.compilers.begin();
        }
        warmUp(producer, unpaced(), record.unpaced, part, RunSize.TRAINING_QUEUES);
      }
      letCompilersCatchUp(speaksForJvm);
    }
    try (ChronicleQueue queue = open()) {
      final Producer producer = producer(queue, own);
      awaitOwnCompilers();
      ping();
      meet();
      warmUp(producer, paced(), record.paced, 0, 1);
      if (turns == null) {
        awaitOwnCompilers();
        takeWindow(producer, own);
      } else {
        this.producer = producer;
        takeTurns(own, speaksForJvm);
      }
      if (speaksForJvm) {
        record.smaps = ProcFs.read("/proc/self/smaps");
      }
      // No thread unmaps its queue before all have looked at their mappings.
      meet();
    }
  }

  private Producer producer(final ChronicleQueue queue, final MeasuredThread own) {
    return new Producer(
        number, queue.createAppender(), options.size, options.wait, own.stalls, stop);
  }

  private void takeWindow(final Producer producer, final MeasuredThread own)
      throws InterruptedException, BrokenBarrierException {
    own.start();
    if (speaksForJvm) {
      record.jvmActivity.start();
    }
    final double before = ping();
    if (number == 0) {
      record.floorBefore = before;
    }
    own.clear();
    if (speaksForJvm) {
      record.helpersBefore = record.helperThreads.read();
    }
    meet();
    measure(producer, own);
    final double after = ping();
    if (number == 0) {
      record.floorAfter = after;
    }
  }

  private void measure(final Producer producer, final MeasuredThread own) {
    final Schedule schedule = paced();
    final Samples samples = record.window.samples;
    if (speaksForJvm) {
      record.window.schedule = schedule;
      record.jvmActivity.start();
    }
    own.start();
    record.sent[number] =
        producer.produce(schedule, samples.firstSequence(number), 0, samples.perProducer());
    own.end();
    if (speaksForJvm) {
      record.jvmActivity.end();
      record.helpersAfter = record.helperThreads.read();
    }
  }

  @Override
  void take(final Turn turn, final MeasuredThread own) throws InterruptedException {
    final Samples settling = turn.settling;
    final Samples counted = turn.window.samples;
    // Later than the thread that speaks for the JVM, which counts what was done in others' turns.
    sleepUntil(turn.startsAt() + (speaksForJvm ? 0 : Turn.COUNTED_NANOS));
    begin(turn);
    spinUntil(turn.startsAt() + Turn.AWAKE_NANOS);
    if (number == 0) {
      turn.part.floorBefore = floor.ping(Turn.FLOOR_BATCHES);
    }
    own.start();
    turn.isReady();
    producer.produce(
        turn.settlingSchedule, settling.firstSequence(number), 0, settling.perProducer());
    record.sent[number] +=
        producer.produce(
            turn.window.schedule, counted.firstSequence(number), 0, counted.perProducer());
    own.end();
    if (number == 0) {
      turn.part.floorAfter = floor.ping(Turn.FLOOR_BATCHES);
    }
    end(turn);
  }

  private void begin(final Turn turn) {
    if (speaksForJvm) {
      turn.begin(record.helperThreads);
      record.jvmActivity.start();
    }
  }

  private void end(final Turn turn) {
    if (speaksForJvm) {
      record.jvmActivity.end();
      turn.end(record.helperThreads);
    }
  }

  @Override
  void rehearse(final Turn turn, final MeasuredThread own) {
    begin(turn);
    own.start();
    own.end();
    end(turn);
    if (number == 0) {
      floor.ping(1);
    }
  }

  /**
   * Warms up in many calls, because the measured window is one call: a loop that is only ever
   * called once is compiled while it runs, and once more from another place of it in the next call.
   */
  private void warmUp(
      final Producer producer,
      final Schedule schedule,
      final Samples samples,
      final int part,
      final int parts) {
    final long first = samples.firstSequence(number);
    final long count = samples.perProducer();
    final long to = RunSize.partEnd(count, part, parts);
    for (long from = RunSize.partEnd(count, part - 1, parts); from < to; ) {
      final long chunk = Math.min(to - from, 1 + count / QueueSize.WARM_UP_CALLS);
      if (producer.produce(schedule, first, from, from + chunk) < chunk) {
        return;
      }
      from += chunk;
    }
  }

  private void awaitOwnCompilers() throws InterruptedException {
    if (speaksForJvm) {
      record.compilers.await();
    }
  }

  /** The floor is that of the first producer's CPU and the consumer's. */
  private double ping() throws InterruptedException, BrokenBarrierException {
    meet();
    return number == 0 ? floor.ping() : Double.NaN;
  }
}
