package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.JvmPart;
import org.whichjvm.workload.fork.JvmProfile;
import org.whichjvm.workload.fork.TurnPart;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;
import org.whichjvm.workload.queue.pair.Role;

/**
 * The record of an exchange: written by its threads while it runs, read by others once it is over.
 *
 * <p>Of a pair each JVM has a record of its own side; the consumer's JVM adds the producer's.
 */
final class ExchangeRecord {
  final Samples unpaced;
  final Samples paced;

  final Turns turns;

  /** The rates of a fork that looks for the greatest; else null. */
  final QueueRate rates;

  /** The producers, then the consumer. */
  final MeasuredThread[] threads;

  volatile JvmActivity jvmActivity = new JvmActivity();
  volatile HostCounters hostCounters;

  /** Waits until the compilers are idle, and keeps whether they were. */
  final CompilersIdle compilers = new CompilersIdle();

  final HelperThreads helperThreads = new HelperThreads();

  /** Where the JVM's other threads are; empty if they share the measured CPUs. */
  volatile List<Integer> helperCpus = Collections.emptyList();

  /** Text of {@code /proc/self/smaps} at the end of the window. */
  volatile String smaps;

  /** Null unless CPU time is sampled. */
  volatile JvmProfile profile;

  /** CPU time of the measured threads in their whole turns, in ns; null if not known. */
  private Long measuredNanos;

  private final Map<Kind, Long> helpers = new EnumMap<>(Kind.class);
  final QueueLatencyOptions options;

  /** Of the queue, empty at first. */
  final Path folder;

  final QueueMemory memory;

  /** One for each producer, then the consumer's. */
  final List<Integer> cpus;

  /** The record of the producer's JVM; null until it says so, and if there is no other JVM. */
  private volatile JvmPart producersPart;

  ExchangeRecord(
      final QueueLatencyOptions options,
      final Path folder,
      final QueueMemory memory,
      final List<Integer> cpus,
      final QueueRate rates) {
    this.options = options;
    this.rates = rates;
    this.folder = folder;
    this.memory = memory;
    this.cpus = cpus;
    final int producers = options.producers;
    unpaced = samples(options, options.unpacedMessages() / producers);
    paced = samples(options, options.perProducer(options.warmupNanos));
    if (options.stages) {
      unpaced.staged();
      paced.staged();
    }
    turns = new Turns(options);
    threads = new MeasuredThread[producers + 1];
    for (int i = 0; i <= producers; i++) {
      final String name = i < producers ? "producer-" + i : "consumer";
      threads[i] = new MeasuredThread(name, cpus.get(i), options.wait.givesCpuAway());
    }
    hostCounters = new HostCounters(cpus);
  }

  /** Samples where CPU time goes from now on, if that is asked for. */
  void startProfile() {
    if (options.profile) {
      profile = new JvmProfile(Profiling.CPU);
      profile.start();
    }
  }

  void endProfile() {
    if (profile != null) {
      profile.end();
    }
  }

  /** A producer's JVM has sequence numbers to count by, and no times to keep. */
  static Samples samples(final QueueLatencyOptions options, final long perProducer) {
    return options.role == Role.PRODUCER
        ? Samples.numbersOnly(options.producers, perProducer)
        : new Samples(options.producers, perProducer);
  }

  void add(final JvmPart part) {
    producersPart = part;
  }

  /** All windows, also those that do not count. */
  List<Window> windows() {
    return turns.list.stream().map(turn -> turn.window).collect(Collectors.toList());
  }

  /** The windows that count: of the turns those that started on time. */
  List<Window> counted() {
    return turns.counted(turnParts());
  }

  /** The record of each turn, of both JVMs if there are two. */
  List<TurnPart> turnParts() {
    return ofBoth().turns;
  }

  void forgetRehearsal() {
    jvmActivity = new JvmActivity();
    hostCounters = new HostCounters(cpus);
  }

  long sentHere() {
    return Arrays.stream(threads, 0, options.producers).mapToLong(each -> each.messages).sum();
  }

  /** Mean of the floor before and after the windows, in ns. */
  double floorNs() {
    final double[] floors = floors();
    return (floors[0] + floors[1]) / 2;
  }

  /** The median of the floors before the windows, and of those after them, in ns. */
  double[] floors() {
    final List<TurnPart> parts = turnParts();
    return new double[] {
      median(parts.stream().mapToDouble(part -> part.floorBefore)),
      median(parts.stream().mapToDouble(part -> part.floorAfter))
    };
  }

  /** The median of values above 0, or 0. */
  static double median(final DoubleStream values) {
    final double[] sorted = values.filter(value -> value > 0).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  /** Start of the first window on the clock of {@link System#nanoTime()}. */
  long windowStart() {
    return turns.list.get(0).window.start();
  }

  /** When the last message of the windows was read, on the same clock. */
  long windowEnd() {
    return turns.list.get(turns.list.size() - 1).window.end();
  }

  /**
   * The safepoints from the start of the first turn, or of the JVM, to an end, by the log of this
   * JVM and by what its measured threads saw; those of both JVMs, if there are two. A pause before
   * the first message of a turn may be why the turn is late.
   */
  Safepoints safepoints(final String jvmLog, final long end) {
    final long uptimeZero = ThisJvm.major() < 9 ? Safepoints.uptimeZero() : 0;
    final Safepoints own = Safepoints.parse(jvmLog, uptimeZero, turns.list.get(0).startsAt, end);
    final Stalls producers = threads[0].stalls;
    final Stalls consumers = threads[options.producers].stalls;
    // One of a pair has the threads of its own side only.
    own.settle(
        options.role == Role.CONSUMER ? consumers : producers,
        options.role == Role.PRODUCER ? producers : consumers);
    return producersPart == null || producersPart.safepoints == null
        ? own
        : own.plus(producersPart.safepoints, windowStart(), windowEnd());
  }

  /** Collects what happened in the measured windows, of which the safepoints are settled. */
  Evidence evidence(final Safepoints safepoints) {
    final JvmPart all = ofBoth();
    return new Evidence(counted(), all.stalls(), safepoints, all.minorFaults(), memory.pageBytes);
  }

  /** The record of this JVM; its safepoints are settled, and null if it has no log of them. */
  JvmPart part(final Safepoints safepoints) {
    final JvmPart part = new JvmPart();
    part.sent = sentHere();
    part.gcCount = jvmActivity.gcCount();
    part.gcMillis = jvmActivity.gcMillis();
    part.helpers.putAll(helpers);
    part.measuredNanos = measuredNanos;
    turns.list.forEach(turn -> part.turns.add(turn.part));
    part.processCpuSeconds = JvmActivity.processCpuSeconds();
    part.memory = memory.json(smaps, folder);
    part.safepoints = safepoints;
    for (int i = 0; i <= options.producers; i++) {
      // Nobody else tells of the threads of a JVM that has died.
      if (i < options.producers ? producersPart == null : options.role != Role.PRODUCER) {
        part.threads.add(threads[i].record());
      }
    }
    return part;
  }

  void settleHelpers() {
    helpers.putAll(turns.settle(threads));
    measuredNanos = helpers.remove(Kind.MEASURED);
  }

  /** The record of both JVMs, if there are two. */
  JvmPart ofBoth() {
    final JvmPart own = part(null);
    return producersPart == null ? own : producersPart.plus(own);
  }

  /** Messages of the windows that were read in order and whole. */
  long verified() {
    return windows().stream().mapToLong(each -> each.samples.verified()).sum();
  }

  long messages() {
    return windows().stream().mapToLong(each -> each.samples.messages()).sum();
  }

  /** Messages of turns that do not count, if all were read. */
  long notCounted() {
    if (verified() < messages()) {
      return 0;
    }
    return messages() - counted().stream().mapToLong(each -> each.samples.messages()).sum();
  }

  /** Adds how many messages were sent, received and verified. */
  void describeMessages(final JsonObject json) {
    final long notCounted = notCounted();
    final JsonObject messages = new JsonObject();
    messages.addProperty("sent", ofBoth().sent - notCounted);
    messages.addProperty("received", threads[options.producers].messages - notCounted);
    messages.addProperty("verified", verified() - notCounted);
    json.add("messages", messages);
  }

  void describe(final JsonObject json) {
    final JsonObject pinning = new JsonObject();
    pinning.add("asked", JsonArrays.of(cpus));
    pinning.addProperty("verified", true);
    pinning.add("helpers", JsonArrays.of(helperCpus));
    json.add("pinning", pinning);

    describeMessages(json);
    final double[] floors = floors();
    final JsonObject floorNs = new JsonObject();
    floorNs.addProperty("before", Units.tenths(floors[0]));
    floorNs.addProperty("after", Units.tenths(floors[1]));
    json.add("floorNs", floorNs);
    json.add("warmUp", compilers.json());

    ofBoth().describe(json, hostCounters);
  }
}
