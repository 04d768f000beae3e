package org.whichjvm.workload.fork;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;

/**
 * The record of a JVM once the window is over: what its threads did and what hit them. In a pair
 * the producer's JVM tells it to the consumer's, as JSON; the fields are not final because Gson
 * sets them.
 */
public final class JvmPart {
  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .registerTypeAdapter(Stalls.class, new Stalls.InJson())
          .create();

  /** The record of a measured thread in the window; a number that is not known is null. */
  public static final class ThreadRecord {
    /** The description of the thread in the fork's file. */
    public JsonObject json;

    public Long allocatedBytes;
    public Long cpuNanos;

    /** How long the windows were in which that was counted. */
    public Long windowNanos;

    public Long minorFaults;
    public Stalls stalls;
  }

  public long sent;

  public long gcCount;

  /** Approximate ms in garbage collections. */
  public long gcMillis;

  /** CPU time of the JVM's other threads in the window, in ns, by kind; empty if not known. */
  public Map<Kind, Long> helpers = new EnumMap<>(Kind.class);

  /**
   * CPU time of its measured threads, in ns, for as long as the host's counters count: with the
   * floor, and with what they spin before and after a turn's messages; null if not known.
   */
  public Long measuredNanos;

  /** The records of its turns, in order; one if it has one window. */
  public List<TurnPart> turns = new ArrayList<>();

  public double processCpuSeconds;

  /** The queue's mappings in this process, as the fork's file has them. */
  public JsonObject memory;

  /** The safepoints of this JVM; null if it has no log of them. */
  public Safepoints safepoints;

  /** The measured threads of this JVM, producers first. */
  public List<ThreadRecord> threads = new ArrayList<>();

  /** The sums over both JVMs, without the safepoints; the threads of this one come first. */
  public JvmPart plus(final JvmPart other) {
    final JvmPart sum = new JvmPart();
    sum.sent = sent + other.sent;
    sum.gcCount = gcCount + other.gcCount;
    sum.gcMillis = gcMillis + other.gcMillis;
    sum.helpers.putAll(helpers);
    sum.measuredNanos =
        measuredNanos == null || other.measuredNanos == null
            ? null
            : (Long) (measuredNanos + other.measuredNanos);
    other.helpers.forEach((kind, nanos) -> sum.helpers.merge(kind, nanos, Long::sum));
    for (int i = 0; i < turns.size(); i++) {
      sum.turns.add(turns.get(i).plus(other.turns.get(i)));
    }
    sum.processCpuSeconds = processCpuSeconds + other.processCpuSeconds;
    sum.memory = other.memory.deepCopy();
    for (final String mapped : new String[] {"residentKb", "hugeKb"}) {
      if (memory.has(mapped) && other.memory.has(mapped)) {
        sum.memory.addProperty(
            mapped, memory.get(mapped).getAsLong() + other.memory.get(mapped).getAsLong());
      }
    }
    sum.threads.addAll(threads);
    sum.threads.addAll(other.threads);
    return sum;
  }

  public List<Stalls> stalls() {
    return threads.stream().map(thread -> thread.stalls).collect(Collectors.toList());
  }

  /** Minor page faults of all threads; null if they are not known of one. */
  public Long minorFaults() {
    return threads.stream().anyMatch(thread -> thread.minorFaults == null)
        ? null
        : (Long) threads.stream().mapToLong(thread -> thread.minorFaults).sum();
  }

  /** Adds disturbances, memory and CPU time to a fork's file. */
  public void describe(final JsonObject json, final HostCounters hostCounters) {
    final JsonArray allocated = new JsonArray();
    final JsonArray threadSeconds = new JsonArray();
    final JsonArray windowSeconds = new JsonArray();
    final JsonArray described = new JsonArray();
    long threadNanos = 0;
    for (final ThreadRecord thread : threads) {
      final Long nanos = thread.cpuNanos;
      allocated.add(thread.allocatedBytes);
      threadSeconds.add(nanos == null ? null : Units.seconds(nanos));
      windowSeconds.add(thread.windowNanos == null ? null : Units.seconds(thread.windowNanos));
      threadNanos += nanos == null ? 0 : nanos;
      described.add(thread.json);
    }
    final JsonObject disturbances = new JsonObject();
    disturbances.addProperty("gcCount", gcCount);
    disturbances.addProperty("gcMillis", gcMillis);
    disturbances.add("helpers", helpersJson(helpers));
    disturbances.add("allocatedBytes", allocated);
    disturbances.add("threads", described);
    disturbances.add(
        "host", hostCounters.json(measuredNanos == null ? threadNanos : measuredNanos));
    json.add("disturbances", disturbances);
    json.add("memory", memory);

    final JsonObject cpuSeconds = new JsonObject();
    cpuSeconds.addProperty("process", processCpuSeconds);
    cpuSeconds.add("threads", threadSeconds);
    cpuSeconds.add("windows", windowSeconds);
    json.add("cpuSeconds", cpuSeconds);
  }

  /** The CPU time of helper threads by kind, in ns, as a fork's file has it; empty if not known. */
  public static JsonElement helpersJson(final Map<Kind, Long> helpers) {
    if (helpers.isEmpty()) {
      return JsonNull.INSTANCE;
    }
    final JsonObject json = new JsonObject();
    helpers.forEach((kind, nanos) -> json.addProperty(kind.key, nanos / 1_000 / 1e3));
    return json;
  }

  public void write(final Path file) throws IOException {
    Files.write(file, GSON.toJson(this).getBytes(StandardCharsets.UTF_8));
  }

  /** Reads what {@link #write} of the other JVM wrote. */
  public static JvmPart read(final Path file) throws IOException {
    try (Reader from = Files.newBufferedReader(file)) {
      return GSON.fromJson(from, JvmPart.class);
    }
  }
}
