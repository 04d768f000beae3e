package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.JvmPart;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;
import org.whichjvm.workload.queue.pair.Role;

/**
 * What an exchange records: written by its threads while it runs, read by others once it is over.
 *
 * <p>Of a pair each JVM has a record of its own side; the consumer's JVM adds the producer's.
 */
final class ExchangeRecord {
  final Samples unpaced;
  final Samples paced;
  final Samples measured;

  /** Messages that each producer sent in the window. */
  final long[] sent;

  /** The producers, then the consumer. */
  final MeasuredThread[] threads;

  final JvmActivity jvmActivity = new JvmActivity();
  final HostCounters hostCounters;

  volatile Schedule schedule;
  volatile long received;
  volatile long startedMillis;
  volatile double floorBefore;
  volatile double floorAfter;

  /** Text of {@code /proc/self/smaps} at the end of the window. */
  volatile String smaps;

  private final QueueLatencyOptions options;
  private final Path folder;
  private final QueueMemory memory;
  private final List<Integer> cpus;
  private final Role role;

  /** What the producer's JVM has recorded; null until it says so, and if there is no other JVM. */
  private volatile JvmPart producersPart;

  /**
   * @param folder of the queue
   * @param memory that the folder lies in
   * @param cpus one for each producer, then the consumer's
   */
  ExchangeRecord(
      final QueueLatencyOptions options,
      final Path folder,
      final QueueMemory memory,
      final List<Integer> cpus) {
    this.options = options;
    this.folder = folder;
    this.memory = memory;
    this.cpus = cpus;
    this.role = options.role;
    final int producers = options.producers;
    unpaced = samples(RunSize.unpacedMessages(options) / producers);
    paced = samples(options.perProducer(options.warmupNanos));
    measured = samples(options.perProducer(options.durationNanos));
    sent = new long[producers];
    threads = new MeasuredThread[producers + 1];
    for (int i = 0; i <= producers; i++) {
      threads[i] = new MeasuredThread(i < producers ? "producer-" + i : "consumer", cpus.get(i));
    }
    hostCounters = new HostCounters(cpus);
  }

  /** A producer's JVM has sequence numbers to count by, and no times to keep. */
  private Samples samples(final long perProducer) {
    return role == Role.PRODUCER
        ? Samples.numbersOnly(options.producers, perProducer)
        : new Samples(options.producers, perProducer);
  }

  /** Takes what the producer's JVM has recorded. */
  void add(final JvmPart part) {
    producersPart = part;
    floorBefore = part.floorBefore;
    floorAfter = part.floorAfter;
  }

  /** Messages sent by the producers of this JVM. */
  long sentHere() {
    return Arrays.stream(sent).sum();
  }

  /** The measured latencies. */
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
    final Stalls producers = threads[0].stalls;
    final Stalls consumers = threads[options.producers].stalls;
    // One of a pair has the threads of its own side only.
    own.settle(
        role == Role.CONSUMER ? consumers : producers,
        role == Role.PRODUCER ? producers : consumers);
    return producersPart == null || producersPart.safepoints == null
        ? own
        : own.plus(producersPart.safepoints, windowStart(), windowEnd());
  }

  /**
   * What happened in the measured window and when.
   *
   * @param safepoints of it, settled
   */
  Evidence evidence(final Safepoints safepoints) {
    final JvmPart all = ofBoth();
    return new Evidence(
        measured, schedule, all.stalls(), safepoints.spans(), all.minorFaults(), memory.pageBytes);
  }

  Attribution attribution(final Evidence evidence) {
    return new Attribution(measured, schedule, evidence);
  }

  /**
   * What this JVM has recorded, to be told to the other one.
   *
   * @param safepoints of this JVM, settled; null if it has no log of them
   */
  JvmPart part(final Safepoints safepoints) {
    final JvmPart part = new JvmPart();
    part.sent = sentHere();
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
        part.threads.add(threads[i].record());
      }
    }
    return part;
  }

  /** What both JVMs have recorded, if there are two. */
  private JvmPart ofBoth() {
    final JvmPart own = part(null);
    return producersPart == null ? own : producersPart.plus(own);
  }

  /** Adds what happened in the measured window to a fork's file. */
  void describe(final JsonObject json) {
    final JsonArray asked = new JsonArray();
    cpus.forEach(asked::add);
    final JsonObject pinning = new JsonObject();
    pinning.add("asked", asked);
    pinning.addProperty("verified", true);
    json.add("pinning", pinning);

    final JvmPart all = ofBoth();
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
}
