package org.whichjvm.workload.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.HelperCpus;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.jvmlog.Spans;
import org.whichjvm.workload.queue.pair.Meeting;
import org.whichjvm.workload.queue.pair.Pair;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/**
 * The measured exchange: producers and one consumer, each a pinned thread with a queue object of
 * its own on the same folder, go through their {@link Phases} together.
 *
 * <p>All of them are threads of this JVM, or, of a {@link Pair}, either the producers or the
 * consumer is. The phases and the loops are the same; where the threads meet, and where the floor's
 * cache lines are, is memory that both JVMs share.
 */
final class Exchange {
  /** How long a run may take beyond what its options say, for a JVM that is slow to warm up. */
  private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(60);

  /**
   * How much longer a producer in a JVM of its own waits: the consumer says why it took so long.
   */
  private static final long PRODUCER_SLACK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final QueueLatencyOptions options;
  private final Path folder;
  private final QueueMemory memory;
  private final Pair pair;
  private final List<Integer> cpus;
  private final Floor floor;
  private final Meeting meeting;
  private final ExchangeRecord record;
  private final TurnMeeting turns;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /**
   * @param folder of the queue, empty
   * @param memory that the folder lies in
   * @param cpus one for each producer, then the consumer's
   * @param pair the other JVM, null if this one has both sides
   * @param turns where the contenders of the block meet; null if the fork takes no turns
   */
  Exchange(
      final QueueLatencyOptions options,
      final Path folder,
      final QueueMemory memory,
      final List<Integer> cpus,
      final Pair pair,
      final TurnMeeting turns) {
    this.options = options;
    this.folder = folder;
    this.memory = memory;
    this.cpus = cpus;
    this.pair = pair;
    this.turns = turns;
    record = new ExchangeRecord(options, folder, memory, cpus);
    if (pair == null) {
      floor = new Floor(stop);
      meeting = new Meeting.OfThreads(options.producers + 1);
    } else {
      floor = pair.floor(stop);
      meeting = pair.meeting(options.producers + 1, stop);
      pair.onEnd(this::fail);
    }
  }

  /** What was recorded; to be read only after {@link #run} returned or threw. */
  ExchangeRecord record() {
    return record;
  }

  /**
   * Runs all phases; every thread has ended when it returns.
   *
   * @param jvmLog of this JVM
   * @throws CannotRun if a thread cannot be pinned
   * @throws ForkFailure if the numbers are not to be believed
   */
  void run(final JvmLog jvmLog) throws IOException, InterruptedException {
    record.helperCpus = HelperCpus.keepOff(Cpus.effective(), cpus);
    for (int i = 0; i < options.producers && options.role != Role.CONSUMER; i++) {
      threads.add(
          thread(
              record.threads[i],
              new ProducerPhases(i, options, folder, record, stop, meeting, floor, turns)));
    }
    if (options.role != Role.PRODUCER) {
      threads.add(
          thread(
              record.threads[options.producers],
              new ConsumerPhases(
                  memory.pageBytes, options, folder, record, stop, meeting, floor, turns)));
    }
    threads.forEach(Thread::start);
    final boolean late = !ended();
    stop();
    for (final Thread thread : threads) {
      thread.join();
    }
    final ExchangeChecks checks = new ExchangeChecks(options, record);
    checks.check(late, failure.get());
    record.settleHelpers();
    if (record.turns != null) {
      record.turns.keepOwnLate(() -> ownPauses(jvmLog));
    }
    if (options.role == Role.CONSUMER) {
      record.add(pair.receive());
    }
    if (turns != null && options.role != Role.PRODUCER) {
      checks.checkTurns();
    }
  }

  private Spans ownPauses(final JvmLog jvmLog) {
    final String text = jvmLog.text();
    return record
        .settle(QueueFork.safepoints(record, text == null ? "" : text, System.nanoTime()))
        .spans();
  }

  /** Waits for the threads; false if one is still there after the time that a run may take. */
  private boolean ended() throws InterruptedException {
    final long deadline =
        System.nanoTime()
            + 2 * (options.warmupNanos + options.durationNanos)
            + SLACK_NANOS
            + options.turns.waitNanos(options.warmupNanos)
            + (record.turns == null ? 0 : 2 * record.turns.plan.totalNanos())
            + (options.role == Role.PRODUCER ? PRODUCER_SLACK_NANOS : 0);
    for (final Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Makes every thread leave its loop: none may touch the queue once its folder is gone. */
  void stop() {
    stop.set(true);
    // Threads may wait for the others, now or later; a broken barrier would mend itself too early.
    threads.forEach(Thread::interrupt);
  }

  private void fail(final Throwable reason) {
    failure.compareAndSet(null, reason);
    stop();
  }

  private Thread thread(final MeasuredThread measured, final Phases phases) {
    final Thread thread =
        new Thread(
            () -> {
              try {
                Cpus.pin(measured.cpu);
                measured.begin();
                phases.run(measured);
              } catch (final BrokenBarrierException | InterruptedException e) {
                // The run was stopped, or another thread failed and has told why.
                stop();
              } catch (final Throwable e) {
                fail(e);
              }
            },
            measured.name);
    thread.setDaemon(true);
    return thread;
  }
}
