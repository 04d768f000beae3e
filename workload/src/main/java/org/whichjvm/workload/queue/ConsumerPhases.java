package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.workload.fork.ForkFailure;
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
    if (turns != null) {
      turns.awaitPlace();
    }
    record.compilers.begin();
    try (ChronicleQueue queue = open()) {
      final KnownDelay delay = new KnownDelay(options.delayNanos);
      final Consumer consumer =
          new Consumer(
              queue.createTailer(), options.size, pageBytes, delay, options.wait, own.stalls, stop);
      meet();
      warmUp(consumer, record.unpaced);
      record.compilers.await();
      pong();
      meet();
      warmUp(consumer, record.paced);
      record.compilers.await();
      if (turns == null) {
        takeWindow(consumer, own);
      } else {
        this.consumer = consumer;
        takeTurns(own, true);
      }
      record.smaps = ProcFs.read("/proc/self/smaps");
      meet();
    }
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
    turn.begin(record.helperThreads);
    record.hostCounters.start();
    record.jvmActivity.start();
    spinUntil(turn.startsAt() + Turn.AWAKE_NANOS);
    floor.pong(Turn.FLOOR_BATCHES);
    own.start();
    turn.isReady();
    consumer.consume(turn.settling, turn.settling.size());
    record.received += consumer.consume(counted, counted.size());
    own.end();
    floor.pong(Turn.FLOOR_BATCHES);
    turn.waited(own);
    record.jvmActivity.end();
    record.hostCounters.end();
    turn.end(record.helperThreads);
    final String slow = record.turns.tooSlow(turn);
    if (slow != null) {
      throw ForkFailure.overloaded(slow);
    }
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
