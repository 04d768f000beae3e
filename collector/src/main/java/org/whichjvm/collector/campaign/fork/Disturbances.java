package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The disturbances of a fork inside the measured window, and its cost. Each of these figures is
 * defined here and nowhere else. Of several measured threads a figure is their sum where nothing
 * else is said. A fork's lists of single pauses and stalls are not kept: there may be thousands of
 * forks.
 */
public final class Disturbances {
  /** The tables that the figures are in. */
  public enum Of {
    JVM,
    CPUS,
    HOST,
    COST,
    START
  }

  private interface Reading {
    double of(Recorded recorded) throws UnusableFile;
  }

  private static final Map<Figure, Reading> READINGS = new LinkedHashMap<>();
  private static final Map<Of, List<Figure>> TABLES = new EnumMap<>(Of.class);

  static {
    add(Of.JVM, "gcCount", "collections", "count", hit("gcCount"));
    add(Of.JVM, "gcMillis", "GC", "ms", hit("gcMillis"));
    // Safepoints.
    add(Of.JVM, "safepoints", "safepoints", "count", hit("safepoints.count"));
    // Microseconds in which a safepoint stopped the threads.
    add(Of.JVM, "safepointMicros", "stopped in\nsafepoints", "us", hit("safepoints.totalMicros"));
    // Microseconds of the longest one.
    add(Of.JVM, "safepointMaxMicros", "longest\nsafepoint", "us", hit("safepoints.maxMicros"));
    add(Of.JVM, "compilerMillis", "CPU of\ncompilers", "ms", hit("helpers.compiler"));
    add(Of.JVM, "gcThreadsMillis", "CPU of\nGC threads", "ms", hit("helpers.gc"));
    add(Of.JVM, "vmThreadsMillis", "CPU of\nVM threads", "ms", hit("helpers.vm"));
    add(Of.JVM, "otherThreadsMillis", "CPU of\nothers", "ms", hit("helpers.other"));
    // Milliseconds for which it warmed up.
    add(Of.JVM, "warmUpMillis", "warm-up", "ms", r -> r.at("warmUp.seconds") * 1e3);
    // Bytes that the measured threads allocated.
    add(Of.JVM, "allocated", "allocated", "B", r -> r.sum("disturbances.allocatedBytes"));
    // Times that a measured thread gave its CPU away.
    add(Of.CPUS, "voluntarySwitches", "switches,\nvoluntary", "count", sum("voluntarySwitches"));
    // Times that its CPU was taken from it.
    add(
        Of.CPUS,
        "involuntarySwitches",
        "switches,\ninvoluntary",
        "count",
        sum("involuntarySwitches"));
    add(Of.CPUS, "waitingMillis", "waited\nfor a CPU", "ms", max("runQueueMillis"));
    add(Of.CPUS, "stealMillis", "steal", "ms", host("stealMillis"));
    // Milliseconds that others ran on the measured CPUs.
    add(Of.CPUS, "othersMillis", "others on\nthe CPUs", "ms", host("otherMillis"));
    // Times that the control group's quota was used up.
    add(Of.CPUS, "throttledCount", "throttled", "count", host("throttledCount"));
    add(Of.CPUS, "throttledMillis", "for", "ms", host("throttledMillis"));
    add(
        Of.HOST,
        "minorFaultsPer1000",
        "minor faults,\n1,000 messages",
        "1/1000",
        r -> r.ofThreads(Double::sum, "minorFaults") * 1_000 / r.messages());
    // Page faults with a disk.
    add(Of.HOST, "majorFaults", "major\nfaults", "count", sum("majorFaults"));
    // Microseconds for which something on the host waited for a CPU.
    add(Of.HOST, "pressureCpu", "pressure,\nCPU", "us", host("pressureMicros.cpu"));
    // Microseconds for which something waited for memory.
    add(Of.HOST, "pressureMemory", "pressure,\nmemory", "us", host("pressureMicros.memory"));
    // Microseconds for which something waited for a disk.
    add(Of.HOST, "pressureIo", "pressure,\nI/O", "us", host("pressureMicros.io"));
    add(Of.HOST, "stalls", "stalls", "count", sum("stalls.count"));
    add(Of.HOST, "stallMicros", "stalled", "us", sum("stalls.totalMicros"));
    add(Of.HOST, "stallMaxMicros", "longest\nstall", "us", max("stalls.maxMicros"));
    add(
        Of.COST,
        "threadCores",
        "cores of the\ntwo threads",
        "cores",
        r -> r.sum("cpuSeconds.threads") / r.windowSeconds());
    add(
        Of.COST,
        "processCores",
        "cores of the\nprocess",
        "cores",
        r -> r.at("cpuSeconds.process") / r.wallSeconds());
    // Milliseconds from the start of the JVM to its program's.
    add(Of.START, "mainMillis", "to main", "ms", cost("mainMillis"));
    // Milliseconds from the start of the JVM to the first message that was read.
    add(Of.START, "firstMessageMillis", "to the first\nmessage", "ms", cost("firstMessageMillis"));
    // CPU seconds of the process until its warm-up is over.
    add(Of.START, "warmCpuSeconds", "CPU until\nwarm", "s", cost("warmCpuSeconds"));
    // Bytes that the process had resident at most.
    add(Of.START, "peakResident", "peak\nresident", "B", r -> r.at("cost.peakResidentKb") * 1_024);
    // Bytes of the heap that the JVM holds.
    add(Of.START, "heap", "heap", "B", cost("heapBytes"));
    // Bytes of compiled code.
    add(Of.START, "codeCache", "code\ncache", "B", cost("codeCacheBytes"));
    // Bytes of what the JVM knows of classes.
    add(Of.START, "metaspace", "metaspace", "B", cost("metaspaceBytes"));
  }

  /** Garbage collections. */
  public static final Figure GC_COUNT = named("gcCount");

  /** Milliseconds of garbage collection. */
  public static final Figure GC_MILLIS = named("gcMillis");

  /** Milliseconds of CPU time of the JIT compilers' threads. */
  public static final Figure COMPILER_MILLIS = named("compilerMillis");

  /** Milliseconds of CPU time of the garbage collector's threads. */
  public static final Figure GC_THREADS_MILLIS = named("gcThreadsMillis");

  /** Milliseconds of CPU time of the JVM's own other threads. */
  public static final Figure VM_THREADS_MILLIS = named("vmThreadsMillis");

  /** Milliseconds of CPU time of all threads but these and the measured ones. */
  public static final Figure OTHER_THREADS_MILLIS = named("otherThreadsMillis");

  /** Milliseconds for which the thread that waited longest could have run and had no CPU. */
  public static final Figure WAITING_MILLIS = named("waitingMillis");

  /** Milliseconds that the hypervisor gave to others, of all measured CPUs. */
  public static final Figure STEAL_MILLIS = named("stealMillis");

  /** Milliseconds for which the quota was used up. */
  public static final Figure THROTTLED_MILLIS = named("throttledMillis");

  /** CPU seconds of the measured threads in each second of the window: cores. */
  public static final Figure THREAD_CORES = named("threadCores");

  /** CPU time of the JVM's threads beside the measured ones, by kind. */
  public static final List<Figure> HELPERS =
      List.of(COMPILER_MILLIS, GC_THREADS_MILLIS, VM_THREADS_MILLIS, OTHER_THREADS_MILLIS);

  /** The disturbances of a fork that says nothing. */
  public static final Disturbances NONE = new Disturbances(Double.NaN);

  private final Map<Figure, Double> values = new HashMap<>();
  private final double windowSeconds;

  private Disturbances(final double windowSeconds) {
    this.windowSeconds = windowSeconds;
  }

  private static void add(
      final Of table,
      final String name,
      final String label,
      final String unit,
      final Reading reading) {
    final Figure figure = Figure.recorded(name, label, unit);
    READINGS.put(figure, reading);
    TABLES.computeIfAbsent(table, key -> new ArrayList<>()).add(figure);
  }

  private static Reading hit(final String path) {
    return recorded -> recorded.at("disturbances." + path);
  }

  private static Reading host(final String path) {
    return hit("host." + path);
  }

  private static Reading cost(final String path) {
    return recorded -> recorded.at("cost." + path);
  }

  private static Reading sum(final String path) {
    return recorded -> recorded.ofThreads(Double::sum, path);
  }

  private static Reading max(final String path) {
    return recorded -> recorded.ofThreads(Math::max, path);
  }

  /**
   * The figure of a name, such as stallMicros.
   *
   * @throws java.util.NoSuchElementException if none has it
   */
  public static Figure named(final String name) {
    return READINGS.keySet().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  /**
   * Reads the disturbances of a fork.
   *
   * @param fork its whole JSON
   * @param messages that it sent; 0 if unknown
   * @param turns null if it measured one window
   * @throws UnusableFile if a figure is there but is none
   */
  public static Disturbances of(final JsonObject fork, final long messages, final Turns turns)
      throws UnusableFile {
    final Recorded recorded = new Recorded(fork, messages, turns);
    final Disturbances result = new Disturbances(recorded.windowSeconds());
    for (final Map.Entry<Figure, Reading> each : READINGS.entrySet()) {
      result.values.put(each.getKey(), each.getValue().of(recorded));
    }
    return result;
  }

  public static Collection<Figure> all() {
    return Collections.unmodifiableCollection(READINGS.keySet());
  }

  public static List<Figure> of(final Of table) {
    return Collections.unmodifiableList(TABLES.get(table));
  }

  /** A figure; NaN if it was not recorded. */
  public double get(final Figure figure) {
    return values.getOrDefault(figure, Double.NaN);
  }

  /** How long the window was that they were counted in; NaN if the fork does not say. */
  public double windowSeconds() {
    return windowSeconds;
  }

  public boolean any(final Collection<Figure> figures) {
    return figures.stream().anyMatch(each -> !Double.isNaN(get(each)));
  }

  /** The figures that a fork's JSON has beside its latencies; NaN for one that is missing. */
  private static final class Recorded {
    // 64 producers and the consumer: the most that the workload takes.
    private static final int MAX_THREADS = 65;

    // The most CPUs that Linux is built for (NR_CPUS): JMH's threads are counted by CPU.
    private static final int MAX_CPUS = 8_192;

    // Only forks of JMH have it.
    private static final String WINDOW = "windowSeconds";

    private final JsonObject fork;
    private final long messages;
    private final double windowSeconds;
    private final int mostThreads;

    Recorded(final JsonObject fork, final long messages, final Turns turns) throws UnusableFile {
      this.fork = fork;
      this.messages = messages;
      final JsonObject disturbances = Json.object(fork, "disturbances");
      final boolean byCpu = disturbances.has(WINDOW);
      this.windowSeconds =
          byCpu
              ? Json.positive(disturbances, WINDOW)
              : turns != null
                  ? turns.countedSeconds()
                  : Json.positive(Json.object(fork, "parameters"), "durationSeconds");
      this.mostThreads = byCpu ? MAX_CPUS : MAX_THREADS;
    }

    double messages() {
      return messages == 0 ? Double.NaN : messages;
    }

    double windowSeconds() {
      return windowSeconds;
    }

    double wallSeconds() throws UnusableFile {
      return Json.positive(fork, "wallSeconds");
    }

    /**
     * A figure of the fork.
     *
     * @param path where it is, as in disturbances.host.stealMillis
     */
    double at(final String path) throws UnusableFile {
      return at(fork, path);
    }

    /** The sum of a list's numbers. A thread that did not start has a null. */
    double sum(final String path) throws UnusableFile {
      double sum = Double.NaN;
      for (final JsonElement each : list(path, MAX_THREADS)) {
        final JsonObject one = new JsonObject();
        one.add("list of figures of threads", each);
        sum = joined(sum, Json.amount(one, "list of figures of threads"), Double::sum);
      }
      return sum;
    }

    /** A figure of all measured threads together. */
    double ofThreads(final DoubleBinaryOperator operator, final String path) throws UnusableFile {
      double all = Double.NaN;
      list("disturbances.threads", mostThreads);
      for (final JsonObject each : Json.objects(Json.object(fork, "disturbances"), "threads")) {
        all = joined(all, at(each, path), operator);
      }
      return all;
    }

    private JsonArray list(final String path, final int most) throws UnusableFile {
      final JsonArray list = Json.array(parent(fork, path), last(path));
      if (list.size() > most) {
        throw new UnusableFile("its " + last(path) + " are more than " + most + " threads");
      }
      return list;
    }

    private static double at(final JsonObject json, final String path) throws UnusableFile {
      return Json.amount(parent(json, path), last(path));
    }

    private static JsonObject parent(final JsonObject json, final String path) throws UnusableFile {
      JsonObject parent = json;
      int from = 0;
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
        parent = Json.object(parent, path.substring(from, dot));
        from = dot + 1;
      }
      return parent;
    }

    private static String last(final String path) {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    private static double joined(
        final double one, final double other, final DoubleBinaryOperator operator) {
      if (Double.isNaN(one)) {
        return other;
      }
      return Double.isNaN(other) ? one : operator.applyAsDouble(one, other);
    }
  }
}
