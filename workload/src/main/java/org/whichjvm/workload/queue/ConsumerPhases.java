package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmCost;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.ProcFs;
import org.whichjvm.workload.queue.pair.Meeting;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/** The phases of the consumer, which speaks for a JVM that has both sides. */
final class ConsumerPhases extends Phases {
  private final long pageBytes;

  /** In turns. */
  private Consumer consumer;

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
      final Floor floor,
      final TurnMeeting turns) {
    super(options, folder, record, stop, meeting, floor, turns);
    this.pageBytes = pageBytes;
  }

  @Override
  void run(final MeasuredThread own) throws Exception {
    rehearseLooks(true);
    final KnownDelay delay = new KnownDelay(options.delayNanos);
    own.stalls.train();
    for (int part = 0; part < RunSize.TRAINING_QUEUES; part++) {
      try (ChronicleQueue queue = openTraining(part)) {
        final Consumer consumer = consumer(queue, delay, own);
        if (part == 1) {
          awaitPlace();
        }
        meet();
        warmUp(consumer, record.unpaced, part, RunSize.TRAINING_QUEUES);
      }
      letCompilersCatchUp(true);
    }
    try (ChronicleQueue queue = open()) {
      final Consumer consumer = consumer(queue, delay, own);
      record.compilers.await();
      pong();
      meet();
      warmUp(consumer, record.paced, 0, 1);
      JvmCost.warm();
      if (turns == null) {
        record.compilers.await();
        takeWindow(consumer, own);
      } else {
        this.consumer = consumer;
        takeTurns(own, true);
      }
      record.smaps = ProcFs.read("/proc/self/smaps");
      meet();
    }
  }

  /**
   * So far this JVM has loaded classes and interpreted them, beside the others of its block that do
   * the same. What its compilers make comes from here on, and it has the CPUs for itself.
   */
  private void awaitPlace() throws InterruptedException {
    if (turns != null) {
      turns.awaitPlace();
    }
    record.compilers.begin();
  }

  private Consumer consumer(
      final ChronicleQueue queue, final KnownDelay delay, final MeasuredThread own) {
    return new Consumer(
        queue.createTailer(), options.size, pageBytes, delay, options.wait, own.stalls, stop);
  }

  private void takeWindow(final Consumer consumer, final MeasuredThread own)
      throws InterruptedException, BrokenBarrierException {
    own.start();
    record.jvmActivity.start();
    pong();
    own.clear();
    record.helpersBefore = record.helperThreads.read();
    record.hostCounters.start();
    meet();
    record.window.schedule = paced();
    record.window.startedMillis = System.currentTimeMillis() + HEAD_START_NANOS / 1_000_000;
    record.jvmActivity.start();
    own.start();
    record.received = consumer.consume(record.window.samples, record.window.samples.size());
    own.end();
    record.jvmActivity.end();
    record.hostCounters.end();
    record.helpersAfter = record.helperThreads.read();
    pong();
  }

  @Override
  void take(final Turn turn, final MeasuredThread own) throws InterruptedException {
    final Samples counted = turn.window.samples;
    sleepUntil(turn.startsAt());
    begin(turn);
    spinUntil(turn.startsAt() + Turn.AWAKE_NANOS);
    floor.pong(Turn.FLOOR_BATCHES);
    own.start();
    turn.isReady();
    consumer.consume(turn.settling, turn.settling.size());
    record.received += consumer.consume(counted, counted.size());
    own.end();
    floor.pong(Turn.FLOOR_BATCHES);
    end(turn);
    final String slow = record.turns.tooSlow(turn, own);
    if (slow != null) {
      throw ForkFailure.overloaded(slow);
    }
  }

  private void begin(final Turn turn) {
    turn.begin(record.helperThreads);
    record.hostCounters.start();
    record.jvmActivity.start();
  }

  private void end(final Turn turn) {
    record.jvmActivity.end();
    record.hostCounters.end();
    turn.end(record.helperThreads);
  }

  @Override
  void rehearse(final Turn turn, final MeasuredThread own) {
    begin(turn);
    own.start();
    own.end();
    end(turn);
    floor.pong(1);
  }

  /** Warms up in many calls, as the producers do: a part of the samples, by its number. */
  private void warmUp(
      final Consumer consumer, final Samples samples, final int part, final int parts) {
    final long count = samples.size();
    final long to = RunSize.partEnd(samples.perProducer(), part, parts) * options.producers;
    final long start = RunSize.partEnd(samples.perProducer(), part - 1, parts) * options.producers;
    for (long from = start; from < to; ) {
      // The very first one alone: how long a JVM takes until then is told.
      final boolean first = part == 0 && from == 0;
      final long chunk = first ? 1 : Math.min(to - from, 1 + count / QueueSize.WARM_UP_CALLS);
      if (consumer.consume(samples, chunk) < chunk || samples.fault() != null) {
        return;
      }
      if (first) {
        JvmCost.firstMessageRead();
      }
      from += chunk;
    }
  }

  private void pong() throws InterruptedException, BrokenBarrierException {
    meet();
    floor.pong();
  }
}
