package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.queue.pair.Meeting;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/**
 * What a measured thread does from start to end: unpaced warm-up, paced warm-up, floor, measured
 * window, floor; or, in place of the last three, a rehearsal and turns. All threads meet between
 * two phases, and so each of them meets the same number of times. In turns they go by the clock
 * alone.
 */
abstract class Phases {
  /** From the moment all threads have met to the first message: all are spinning by then. */
  static final long HEAD_START_NANOS = 5_000_000;

  /** More than a method is called before the first compiler takes it (HotSpot: 200). */
  private static final int REHEARSALS = 250;

  /** All of them together spin some 100,000 times, as in the first turns. */
  private static final long REHEARSED_SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  final QueueLatencyOptions options;
  final ExchangeRecord record;
  final AtomicBoolean stop;
  final Floor floor;
  private final Path folder;
  final TurnMeeting turns;
  private final Meeting meeting;

  Phases(
      final QueueLatencyOptions options,
      final Path folder,
      final ExchangeRecord record,
      final AtomicBoolean stop,
      final Meeting meeting,
      final Floor floor,
      final TurnMeeting turns) {
    this.options = options;
    this.folder = folder;
    this.record = record;
    this.stop = stop;
    this.meeting = meeting;
    this.floor = floor;
    this.turns = turns;
  }

  /**
   * Goes through all phases.
   *
   * @param own the thread that calls this
   */
  abstract void run(MeasuredThread own) throws Exception;

  /** A queue object of its own, on the folder that all share. */
  ChronicleQueue open() {
    return open(folder, options.blockSize);
  }

  /**
   * The same on a queue for a part of the unpaced warm-up, of small blocks: see {@link
   * RunSize#trainingBlockSize}.
   */
  ChronicleQueue openTraining(final int part) {
    return open(
        folder.resolve("training-" + part),
        RunSize.trainingBlockSize(options.blockSize, options.size));
  }

  private ChronicleQueue open(final Path path, final long blockSize) {
    return SingleChronicleQueueBuilder.binary(path)
        .blockSize(blockSize)
        .rollCycle(options.rollCycle)
        .build();
  }

  /** A turn of this thread, from when its JVM wakes up to when it sleeps again. */
  abstract void take(Turn turn, MeasuredThread own) throws InterruptedException;

  /** What a turn does beside its messages: the counters and the floor. */
  abstract void rehearse(Turn turn, MeasuredThread own);

  /**
   * Reads the threads' counters so often that the compilers have seen it: else whoever waits until
   * they are idle would keep them at work by looking.
   *
   * @param speaks whether this thread is the one that waits for them
   */
  final void rehearseLooks(final boolean speaks) {
    for (int i = 0; i < REHEARSALS && speaks; i++) {
      record.helperThreads.read();
    }
  }

  /** What one part of the unpaced warm-up gave the compilers is compiled before the next one. */
  final void letCompilersCatchUp(final boolean speaks) throws InterruptedException {
    if (speaks) {
      record.compilers.catchUp();
    }
  }

  /**
   * The rehearsal of a turn, and all turns.
   *
   * @param speaks whether this thread does for its JVM what one thread must do
   */
  final void takeTurns(final MeasuredThread own, final boolean speaks)
      throws InterruptedException, BrokenBarrierException {
    final Turns all = record.turns;
    // The compilers see the code of a turn now, and not in others' turns.
    for (int i = 0; i < REHEARSALS; i++) {
      rehearse(all.rehearsal, own);
      spinUntil(System.nanoTime() + REHEARSED_SPIN_NANOS);
    }
    meet();
    if (speaks) {
      all.rehearseAt(meeting.metAt() + HEAD_START_NANOS);
    }
    meet();
    take(all.rehearsal, own);
    meet();
    own.clear();
    if (speaks) {
      record.compilers.await();
      record.forgetRehearsal();
    }
    meet();
    if (speaks) {
      all.startAt(turns.ready(meeting.metAt()));
    }
    meet();
    for (final Turn turn : all.list) {
      take(turn, own);
    }
    // What comes after would disturb the others' turns.
    sleepUntil(all.endsAt());
  }

  /** Sleeps: a thread that spins would take the CPU of whose turn it is. */
  final void sleepUntil(final long time) throws InterruptedException {
    for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
      if (stop.get()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(left);
    }
  }

  /** Spins, so that the CPU is at work when the turn starts. */
  final void spinUntil(final long time) {
    while (System.nanoTime() < time && !stop.get()) {
      // Nothing: reading the clock is work enough.
    }
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
