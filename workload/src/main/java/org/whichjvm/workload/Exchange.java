package org.whichjvm.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * The measured exchange: producers and one consumer, each a pinned thread with a queue object of
 * its own on the same folder, go together through unpaced and paced warm-up, floor, measurement and
 * floor again.
 *
 * <p>All of them are threads of this JVM, or, of a {@link Pair}, either the producers or the
 * consumer is. The phases and the loops are the same; where the threads meet, and where the floor's
 * cache lines are, is memory that both JVMs share.
 */
final class Exchange {
  /** Enough for the compilers of all variants to compile both loops before the schedule starts. */
  static final long UNPACED_MESSAGES = 200_000;

  /** What these take at most, in bytes, unless there would be fewer than one for each call. */
  private static final long UNPACED_BYTES = 256L << 20;

  /** What --delay adds to them at most, by the same rule. */
  private static final long UNPACED_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** More than a method that loops is called before the last compiler takes it (HotSpot: 600). */
  private static final int WARM_UP_CALLS = 2_000;

  /** From the moment all threads have met to the first message: all are spinning by then. */
  private static final long HEAD_START_NANOS = 5_000_000;

  private static final long LASTING_LAG_NANOS = 10_000_000;

  /** How long a run may take beyond what its options say, for a JVM that is slow to warm up. */
  private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(60);

  /**
   * How much longer a producer in a JVM of its own waits: the consumer says why it took so long.
   */
  private static final long PRODUCER_SLACK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final QueueLatencyOptions options;
  private final Path folder;
  private final QueueMemory memory;
  private final List<Integer> cpus;
  private final Pair pair;
  private final Role role;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Floor floor;
  private final JvmActivity jvmActivity = new JvmActivity();
  private final Meeting meeting;
  private final Samples unpaced;
  private final Samples paced;
  private final Samples measured;
  private final long[] sent;
  private final MeasuredThread[] measuredThreads;
  private final HostCounters hostCounters;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  private volatile Schedule schedule;
  private volatile long received;
  private volatile long startedMillis;
  private volatile double floorBefore;
  private volatile double floorAfter;
  private volatile String smaps;

  /** What the producer's JVM has recorded; null until then, and if there is no other JVM. */
  private volatile JvmPart producersPart;

  /**
   * @param folder of the queue, empty
   * @param memory that the folder lies in
   * @param cpus one for each producer, then the consumer's
   * @param pair the other JVM and the role of this one, both null if it has both
   */
  Exchange(
      final QueueLatencyOptions options,
      final Path folder,
      final QueueMemory memory,
      final List<Integer> cpus,
      final Pair pair) {
    this.pair = pair;
    this.role = options.role;
    this.options = options;
    this.folder = folder;
    this.memory = memory;
    this.cpus = cpus;
    final int producers = options.producers;
    unpaced = samples(unpacedMessages(options) / producers);
    paced = samples(options.perProducer(options.warmupNanos));
    measured = samples(options.perProducer(options.durationNanos));
    sent = new long[producers];
    measuredThreads = new MeasuredThread[producers + 1];
    for (int i = 0; i <= producers; i++) {
      measuredThreads[i] =
          new MeasuredThread(i < producers ? "producer-" + i : "consumer", cpus.get(i));
    }
    hostCounters = new HostCounters(cpus);
    if (pair == null) {
      floor = new Floor(stop);
      meeting = new Meeting.OfThreads(producers + 1);
    } else {
      floor = pair.floor(stop);
      meeting = pair.meeting(producers + 1, stop);
      pair.onEnd(this::fail);
    }
  }

  /** A producer's JVM has sequence numbers to count by, and no times to keep. */
  private Samples samples(final long perProducer) {
    return role == Role.PRODUCER
        ? Samples.numbersOnly(options.producers, perProducer)
        : new Samples(options.producers, perProducer);
  }

  /** Messages of the warm-up without a pause: fewer where messages are large or long delayed. */
  static long unpacedMessages(final QueueLatencyOptions options) {
    final long bySize = UNPACED_BYTES / options.size;
    final long byDelay = UNPACED_DELAY_NANOS / Math.max(1, options.delayNanos);
    return Math.min(UNPACED_MESSAGES, Math.max(WARM_UP_CALLS, Math.min(bySize, byDelay)));
  }

  /** Bytes of queue that a run of these options writes. */
  static long queueBytes(final QueueLatencyOptions options) {
    final long messages =
        unpacedMessages(options)
            + options.producers * options.perProducer(options.warmupNanos)
            + options.messages();
    // A header of 4 bytes, and padding to the next 4.
    return messages * (4 + (options.size + 3) / 4 * 4);
  }

  /**
   * Runs all phases; every thread has ended when it returns.
   *
   * @throws CannotRun if a thread cannot be pinned
   * @throws ForkFailure if the numbers are not to be believed
   */
  void run() throws IOException, InterruptedException {
    for (int i = 0; i < options.producers && role != Role.CONSUMER; i++) {
      final int number = i;
      threads.add(thread(measuredThreads[i], () -> producer(number)));
    }
    if (role != Role.PRODUCER) {
      threads.add(thread(measuredThreads[options.producers], this::consumer));
    }
    threads.forEach(Thread::start);
    final long deadline =
        System.nanoTime()
            + 2 * (options.warmupNanos + options.durationNanos)
            + SLACK_NANOS
            + (role == Role.PRODUCER ? PRODUCER_SLACK_NANOS : 0);
    for (final Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
    }
    final boolean late = threads.stream().anyMatch(Thread::isAlive);
    stop();
    for (final Thread thread : threads) {
      thread.join();
    }
    check(late);
    if (role == Role.CONSUMER) {
      producersPart = pair.receive();
      floorBefore = producersPart.floorBefore;
      floorAfter = producersPart.floorAfter;
    }
  }

  /** Makes every thread leave its loop: none may touch the queue once its folder is gone. */
  void stop() {
    stop.set(true);
    // Those that wait for the others, now or later; a broken barrier would mend itself too early.
    threads.forEach(Thread::interrupt);
  }

  private void fail(final Throwable reason) {
    failure.compareAndSet(null, reason);
    stop();
  }

  private void check(final boolean late) {
    if (late) {
      // First of all: what a thread says after it was stopped is not the reason.
      throw new ForkFailure(
          String.format(
              "overloaded: of %,d messages %,d were read after twice the time they were due in"
                  + " and a minute more; lower --rate",
              measured.size(), measured.verified()));
    }
    final Throwable first = failure.get();
    if (first instanceof CannotRun
        || first instanceof ForkFailure
        || first instanceof Pair.Stopped) {
      throw (RuntimeException) first;
    }
    if (first != null) {
      throw new ForkFailure("a measured thread ended: " + first, first);
    }
    if (role == Role.PRODUCER) {
      if (Arrays.stream(sent).sum() < options.messages() || floorAfter == 0) {
        throw new ForkFailure(
            String.format(
                "stopped: of %,d messages %,d were sent",
                options.messages(), Arrays.stream(sent).sum()));
      }
      return;
    }
    for (final Samples samples : new Samples[] {unpaced, paced, measured}) {
      if (samples.fault() != null) {
        throw new ForkFailure(samples.fault());
      }
    }
    if (measured.verified() < measured.size() || role == null && floorAfter == 0) {
      throw new ForkFailure(
          String.format(
              "stopped: of %,d messages %,d were read", measured.size(), measured.verified()));
    }
    final long lag = measured.lastingLag(schedule);
    // Half of what a rate 1 % too high has fallen behind at the middle of the window, and in a long
    // one what no queue that keeps up is behind for half of it.
    if (lag > Math.min(options.durationNanos / 400, LASTING_LAG_NANOS)) {
      throw new ForkFailure(
          String.format(
              "overloaded: at %,d messages a second the exchange was never less than %,d ms behind"
                  + " in the second half of %.1f s; lower --rate",
              options.rate,
              TimeUnit.NANOSECONDS.toMillis(lag),
              Units.seconds(options.durationNanos)));
    }
  }

  private void producer(final int number) throws Exception {
    final MeasuredThread own = measuredThreads[number];
    try (ChronicleQueue queue = open()) {
      final Producer producer =
          new Producer(
              number, queue.createAppender(), options.size, options.idle, own.stalls, stop);
      meet();
      warmUp(producer, number, Schedule.unpaced(meeting.metAt()), unpaced);
      awaitOwnCompilers(number);
      ping(number);
      meet();
      warmUp(producer, number, paced(), paced);
      awaitOwnCompilers(number);
      own.start();
      if (speaksForJvm(number)) {
        jvmActivity.start();
      }
      final double before = ping(number);
      if (number == 0) {
        floorBefore = before;
      }
      meet();
      final Schedule schedule = paced();
      if (speaksForJvm(number)) {
        this.schedule = schedule;
        jvmActivity.start();
      }
      own.start();
      sent[number] =
          producer.produce(schedule, measured.firstSequence(number), 0, measured.perProducer());
      own.end();
      if (speaksForJvm(number)) {
        jvmActivity.end();
      }
      final double after = ping(number);
      if (number == 0) {
        floorAfter = after;
      }
      if (speaksForJvm(number)) {
        smaps = ProcFs.read("/proc/self/smaps");
      }
      // Nobody's mappings go before they were looked at.
      meet();
    }
  }

  /** Whether this producer does for its JVM what the consumer does for one that has both. */
  private boolean speaksForJvm(final int number) {
    return role == Role.PRODUCER && number == 0;
  }

  private void awaitOwnCompilers(final int number) throws InterruptedException {
    if (speaksForJvm(number)) {
      JvmActivity.awaitIdle();
    }
  }

  private void consumer() throws Exception {
    final MeasuredThread own = measuredThreads[options.producers];
    try (ChronicleQueue queue = open()) {
      final KnownDelay delay = new KnownDelay(options.delayNanos);
      final Consumer consumer =
          new Consumer(
              queue.createTailer(),
              options.size,
              memory.pageBytes,
              delay,
              options.idle,
              own.stalls,
              stop);
      meet();
      warmUp(consumer, unpaced);
      JvmActivity.awaitIdle();
      pong();
      meet();
      warmUp(consumer, paced);
      JvmActivity.awaitIdle();
      own.start();
      jvmActivity.start();
      pong();
      hostCounters.start();
      meet();
      schedule = paced();
      startedMillis = System.currentTimeMillis() + HEAD_START_NANOS / 1_000_000;
      jvmActivity.start();
      own.start();
      received = consumer.consume(measured, measured.size());
      own.end();
      jvmActivity.end();
      hostCounters.end();
      pong();
      smaps = ProcFs.read("/proc/self/smaps");
      meet();
    }
  }

  /**
   * In many calls, as the measured window is one call: a loop that is only ever called once is
   * compiled while it runs, and once more from another place of it in the next call.
   */
  private static void warmUp(
      final Producer producer, final int number, final Schedule schedule, final Samples samples) {
    final long first = samples.firstSequence(number);
    final long count = samples.perProducer();
    for (long from = 0; from < count; ) {
      final long chunk = Math.min(count - from, 1 + count / WARM_UP_CALLS);
      if (producer.produce(schedule, first, from, from + chunk) < chunk) {
        return;
      }
      from += chunk;
    }
  }

  private static void warmUp(final Consumer consumer, final Samples samples) {
    final long count = samples.size();
    for (long from = 0; from < count; ) {
      final long chunk = Math.min(count - from, 1 + count / WARM_UP_CALLS);
      if (consumer.consume(samples, chunk) < chunk || samples.fault() != null) {
        return;
      }
      from += chunk;
    }
  }

  private Schedule paced() {
    return new Schedule(meeting.metAt() + HEAD_START_NANOS, options.rate, options.producers);
  }

  private void meet() throws InterruptedException, BrokenBarrierException {
    meeting.meet();
  }

  /** The floor is that of the first producer's CPU and the consumer's. */
  private double ping(final int number) throws InterruptedException, BrokenBarrierException {
    meet();
    return number == 0 ? floor.ping() : Double.NaN;
  }

  private void pong() throws InterruptedException, BrokenBarrierException {
    meet();
    floor.pong();
  }

  private ChronicleQueue open() {
    return SingleChronicleQueueBuilder.binary(folder)
        .blockSize(options.blockSize)
        .rollCycle(options.rollCycle)
        .build();
  }

  private Thread thread(final MeasuredThread measured, final Phases phases) {
    final Thread thread =
        new Thread(
            () -> {
              try {
                Cpus.pin(measured.cpu);
                measured.begin();
                phases.run();
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

  /** The measured latencies; only after {@link #run()} returned. */
  Intervals intervals() {
    return new Intervals(measured, schedule, startedMillis);
  }

  /** Mean of the floor before and after the measured window, in ns. */
  double floorNs() {
    return (floorBefore + floorAfter) / 2;
  }

  /** Start of the measured window on the clock of {@link System#nanoTime()}. */
  long windowStart() {
    return schedule.intendedAt(0, 0);
  }

  /** When its last message was read, on the same clock. */
  long windowEnd() {
    return measured.lastReadAt();
  }

  /**
   * Finds the pauses of this JVM whose time is uncertain by what its measured threads saw.
   *
   * @param own of this JVM
   * @return those of both, if there are two
   */
  Safepoints settle(final Safepoints own) {
    final Stalls producers = measuredThreads[0].stalls;
    final Stalls consumers = measuredThreads[options.producers].stalls;
    // One of a pair has the threads of its own side only.
    own.settle(
        role == Role.CONSUMER ? consumers : producers,
        role == Role.PRODUCER ? producers : consumers);
    return producersPart == null || producersPart.safepoints == null
        ? own
        : own.plus(producersPart.safepoints, windowStart(), windowEnd());
  }

  /**
   * What happened in the measured window and when; only after {@link #run()} returned.
   *
   * @param safepoints of it, settled
   */
  Evidence evidence(final Safepoints safepoints) {
    final JvmPart all = recorded();
    return new Evidence(
        measured, schedule, all.stalls(), safepoints.spans(), all.minorFaults(), memory.pageBytes);
  }

  /**
   * What this JVM has recorded, to be told to the other one.
   *
   * @param safepoints of this JVM, settled; null if it has no log of them
   */
  JvmPart part(final Safepoints safepoints) {
    final JvmPart part = new JvmPart();
    part.sent = Arrays.stream(sent).sum();
    part.floorBefore = floorBefore;
    part.floorAfter = floorAfter;
    part.gcCount = jvmActivity.gcCount();
    part.gcMillis = jvmActivity.gcMillis();
    part.jitMillis = jvmActivity.jitMillis();
    part.processCpuSeconds = JvmActivity.processCpuSeconds();
    part.memory = memory.json(smaps, folder);
    part.safepoints = safepoints;
    for (int i = 0; i <= options.producers; i++) {
      // Nobody else tells of the threads of a JVM that has died.
      if (i < options.producers ? producersPart == null : role != Role.PRODUCER) {
        part.threads.add(measuredThreads[i].record());
      }
    }
    return part;
  }

  /** The same of both JVMs, if there are two. */
  private JvmPart recorded() {
    final JvmPart own = part(null);
    return producersPart == null ? own : producersPart.plus(own);
  }

  Attribution attribution(final Evidence evidence) {
    return new Attribution(measured, schedule, evidence);
  }

  /** Adds what happened in the measured window to a fork's file. */
  void describe(final JsonObject json) {
    final JsonArray asked = new JsonArray();
    cpus.forEach(asked::add);
    final JsonObject pinning = new JsonObject();
    pinning.add("asked", asked);
    pinning.addProperty("verified", true);
    json.add("pinning", pinning);

    final JvmPart all = recorded();
    final JsonObject messages = new JsonObject();
    messages.addProperty("sent", all.sent);
    messages.addProperty("received", received);
    messages.addProperty("verified", measured.verified());
    json.add("messages", messages);

    final JsonObject floorNs = new JsonObject();
    floorNs.addProperty("before", tenths(floorBefore));
    floorNs.addProperty("after", tenths(floorAfter));
    json.add("floorNs", floorNs);

    all.describe(json, hostCounters);
  }

  private static double tenths(final double value) {
    return Math.round(value * 10) / 10.0;
  }

  /** What one thread does from start to end. */
  @FunctionalInterface
  private interface Phases {
    void run() throws Exception;
  }
}
