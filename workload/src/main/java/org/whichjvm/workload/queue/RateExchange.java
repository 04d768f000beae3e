package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.load.RateStep;
import org.whichjvm.workload.queue.pair.Meeting;

/**
 * Exchanges of two pinned threads that are there for the whole fork, one after another, each at a
 * rate of its own and through a queue of its own, which is gone after it.
 */
final class RateExchange implements AutoCloseable {
  /** As {@code queue-latency} has it by default. */
  static final long BLOCK_BYTES = 64L << 20;

  /** Of one exchange, so that what its queue takes of memory is known before. */
  private static final long MOST_MESSAGES = 1_000_000;

  private static final long LEAST_MESSAGES = 1_000; // fewer have no p99 worth the name
  private static final long WARM_UP_RATE = 100_000;
  private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private final long size;
  private final WaitStrategy wait;
  private final long pageBytes;
  private final MeasuredThread producing;
  private final MeasuredThread consuming;
  private final ExecutorService producer;
  private final ExecutorService consumer;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final Floor floor = new Floor(stop);

  private final List<Double> floors = new CopyOnWriteArrayList<>(); // after each exchange, in ns
  private int number;

  /**
   * Starts both threads.
   *
   * @param folder for the queues
   * @param size of a message, in bytes
   * @param cpus the producer's and the consumer's
   */
  RateExchange(
      final Path folder,
      final long size,
      final WaitStrategy wait,
      final QueueMemory memory,
      final List<Integer> cpus)
      throws InterruptedException {
    this.folder = folder;
    this.size = size;
    this.wait = wait;
    pageBytes = memory.pageBytes;
    producing = new MeasuredThread("producer", cpus.get(0), wait.givesCpuAway());
    consuming = new MeasuredThread("consumer", cpus.get(1), wait.givesCpuAway());
    producer = thread(producing.name);
    consumer = thread(consuming.name);
    both(() -> begin(producing), () -> begin(consuming), 0);
  }

  private static ExecutorService thread(final String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          final Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  private static Void begin(final MeasuredThread own) {
    Cpus.pin(own.cpu);
    own.begin();
    own.stalls.train();
    return null;
  }

  /** What the messages of the largest exchange take, in bytes. */
  static long mostBytes(final long size) {
    return MOST_MESSAGES * QueueSize.bytes(1, size);
  }

  /** As queue-latency warms up: so many messages in several small queues, then at a rate. */
  void warmUp(final long nanos, final CompilersIdle compilers) throws InterruptedException {
    final long blockBytes = RunSize.trainingBlockSize(BLOCK_BYTES, size);
    for (int part = 0; part < RunSize.TRAINING_QUEUES; part++) {
      final long from =
          RunSize.partEnd(QueueSize.UNPACED_MESSAGES, part - 1, RunSize.TRAINING_QUEUES);
      final long to = RunSize.partEnd(QueueSize.UNPACED_MESSAGES, part, RunSize.TRAINING_QUEUES);
      exchange(
          Schedule::unpaced,
          new Samples(1, Math.max(1, to - from)),
          1 + QueueSize.UNPACED_MESSAGES / QueueSize.WARM_UP_CALLS,
          blockBytes,
          0);
      compilers.catchUp();
    }
    final long count = Math.min(MOST_MESSAGES, (long) (nanos / 1e9 * WARM_UP_RATE));
    exchange(
        start -> new Schedule(start, WARM_UP_RATE, 1),
        new Samples(1, count),
        1 + count / QueueSize.WARM_UP_CALLS,
        BLOCK_BYTES,
        nanos);
  }

  /** Messages a second without a pause. */
  double unpaced() throws InterruptedException {
    final Samples samples = new Samples(1, MOST_MESSAGES / 2);
    final Schedule schedule =
        exchange(Schedule::unpaced, samples, samples.perProducer(), BLOCK_BYTES, 0);
    return samples.perProducer() * 1e9 / (samples.lastReadAt() - schedule.intendedAt(0, 0));
  }

  /**
   * Messages at a rate. The first part of them settles caches and CPUs and does not count, as in a
   * turn.
   *
   * @param levelNanos p99 of the response time that is within this is in time
   */
  RateStep step(final double rate, final long nanos, final long levelNanos) {
    final long count =
        Math.min(MOST_MESSAGES, Math.max(LEAST_MESSAGES, (long) (rate * nanos / 1e9)));
    final Samples samples = new Samples(1, count);
    final Schedule schedule;
    try {
      schedule =
          exchange(
              start -> new Schedule(start, rate, 1),
              samples,
              count,
              BLOCK_BYTES,
              (long) (count * 1e9 / rate));
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ForkFailure("it was interrupted", e);
    }
    final Histogram responses = Samples.histogram("response");
    final Histogram lag = Samples.histogram("lag");
    samples.forEach(
        schedule,
        TurnOptions.settling(count),
        count,
        (dueAt, serviceNs, responseNs) -> {
          responses.recordValue(responseNs);
          lag.recordValue(Math.max(0, responseNs - serviceNs));
        });
    // A level that is longer than the step would let any rate pass: a queue that is behind all the
    // time is not
    // keeping it.
    final boolean kept =
        responses.getValueAtPercentile(99) <= levelNanos
            && samples.lastingLag(schedule)
                <= ExchangeChecks.lastingLag((long) (count * 1e9 / rate));
    return new RateStep(rate, count, count, kept, responses, lag);
  }

  /** The core-to-core floor, in ns: the median of those after each exchange so far. */
  double floor() {
    final double[] sorted = floors.stream().mapToDouble(each -> each).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /**
   * One exchange through a new queue.
   *
   * @param schedule of a start
   * @param chunk messages of one call of the loops
   * @param nanos that it should take
   * @return the schedule by which it was sent
   */
  private Schedule exchange(
      final LongFunction<Schedule> schedule,
      final Samples samples,
      final long chunk,
      final long blockBytes,
      final long nanos)
      throws InterruptedException {
    final Path path = folder.resolve("rate-" + number++);
    final Meeting meeting = new Meeting.OfThreads(2);
    final Schedule[] sent = new Schedule[1];
    both(
        () -> {
          try (ChronicleQueue queue = open(path, blockBytes)) {
            final Producer loop =
                new Producer(0, queue.createAppender(), size, wait, producing.stalls, stop);
            meeting.meet();
            sent[0] = schedule.apply(meeting.metAt() + Phases.HEAD_START_NANOS);
            produce(loop, sent[0], samples, chunk);
            meeting.meet();
            floors.add(floor.ping(Turn.FLOOR_BATCHES));
          }
          return null;
        },
        () -> {
          try (ChronicleQueue queue = open(path, blockBytes)) {
            final Consumer loop =
                new Consumer(
                    queue.createTailer(),
                    size,
                    pageBytes,
                    new KnownDelay(0),
                    wait,
                    consuming.stalls,
                    stop);
            meeting.meet();
            consume(loop, samples, chunk);
            meeting.meet();
            floor.pong(Turn.FLOOR_BATCHES);
          }
          return null;
        },
        nanos);
    QueueFolder.delete(path);
    if (samples.fault() != null || samples.verified() != samples.messages()) {
      throw new ForkFailure(
          samples.fault() != null
              ? samples.fault()
              : String.format("%,d of %,d messages came", samples.verified(), samples.messages()));
    }
    return sent[0];
  }

  private static void produce(
      final Producer loop, final Schedule schedule, final Samples samples, final long chunk) {
    final long count = samples.perProducer();
    for (long from = 0; from < count; from += chunk) {
      loop.produce(schedule, 0, from, Math.min(count, from + chunk));
    }
  }

  private static void consume(final Consumer loop, final Samples samples, final long chunk) {
    for (long left = samples.perProducer(); left > 0; left -= chunk) {
      if (loop.consume(samples, Math.min(left, chunk)) < Math.min(left, chunk)) {
        return;
      }
    }
  }

  private static ChronicleQueue open(final Path path, final long blockBytes) {
    return SingleChronicleQueueBuilder.binary(path)
        .blockSize(blockBytes)
        .rollCycle(RollCycles.FAST_DAILY)
        .build();
  }

  /** Runs both, each on its thread, and returns when they have ended. */
  private void both(final Callable<Void> produces, final Callable<Void> consumes, final long nanos)
      throws InterruptedException {
    final List<Future<Void>> sides =
        Arrays.asList(producer.submit(produces), consumer.submit(consumes));
    final long deadline = System.nanoTime() + 2 * nanos + SLACK_NANOS;
    try {
      for (final Future<Void> side : sides) {
        side.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (final TimeoutException e) {
      throw new ForkFailure("the messages of one rate took a minute longer than they should", e);
    } catch (final ExecutionException e) {
      throw e.getCause() instanceof RuntimeException
          ? (RuntimeException) e.getCause()
          : new ForkFailure("a thread failed: " + e.getCause(), e.getCause());
    }
  }

  /** Ends both threads: none may touch a queue once its folder is gone. */
  @Override
  public void close() {
    stop.set(true);
    producer.shutdownNow();
    consumer.shutdownNow();
    try {
      producer.awaitTermination(SLACK_NANOS, TimeUnit.NANOSECONDS);
      consumer.awaitTermination(SLACK_NANOS, TimeUnit.NANOSECONDS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
