package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.DoubleBinaryOperator;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * What a fork says hit it inside the measured window, and what it cost: a figure for each {@link
 * Measure}. A fork's lists of single pauses and stalls are not kept: there may be thousands of
 * forks.
 */
public final class Disturbances {
  /** Of a fork that says nothing. */
  public static final Disturbances NONE = new Disturbances();

  // 64 producers and the consumer: the most that the workload takes.
  private static final int MAX_THREADS = 65;

  // The most CPUs that Linux is built for (NR_CPUS): JMH's threads are counted by CPU.
  private static final int MAX_CPUS = 8_192;

  // Only those of JMH have it.
  private static final String WINDOW = "windowSeconds";

  private final double[] values = new double[Measure.values().length];
  private double windowSeconds = Double.NaN;

  private Disturbances() {
    Arrays.fill(values, Double.NaN);
  }

  /**
   * Reads a fork's.
   *
   * @param fork its whole JSON
   * @param messages that it sent; 0 if unknown
   * @throws UnusableFile if a figure is there but is none
   */
  public static Disturbances of(final JsonObject fork, final long messages) throws UnusableFile {
    final Disturbances result = new Disturbances();
    final JsonObject json = Json.object(fork, "disturbances");
    final boolean byCpu = json.has(WINDOW);
    result.windowSeconds =
        byCpu
            ? Json.positive(json, WINDOW)
            : Json.positive(Json.object(fork, "parameters"), "durationSeconds");
    result.jvm(json);
    result.threads(array(json, "threads", byCpu ? MAX_CPUS : MAX_THREADS), messages);
    result.host(Json.object(json, "host"));
    result.cpu(fork);
    return result;
  }

  /** A figure; NaN if it was not recorded. */
  public double get(final Measure measure) {
    return values[measure.ordinal()];
  }

  /** How long the window was that they were counted in; NaN if the fork does not say. */
  public double windowSeconds() {
    return windowSeconds;
  }

  /** Whether any of a kind was recorded. */
  public boolean any(final Collection<Measure> measures) {
    return measures.stream().anyMatch(each -> !Double.isNaN(get(each)));
  }

  private void jvm(final JsonObject json) throws UnusableFile {
    put(Measure.GC_COUNT, Json.amount(json, "gcCount"));
    put(Measure.GC_MILLIS, Json.amount(json, "gcMillis"));
    put(Measure.JIT_MILLIS, Json.amount(json, "jitMillis"));
    final JsonObject safepoints = Json.object(json, "safepoints");
    put(Measure.SAFEPOINTS, Json.amount(safepoints, "count"));
    put(Measure.SAFEPOINT_MICROS, Json.amount(safepoints, "totalMicros"));
    put(Measure.SAFEPOINT_MAX_MICROS, Json.amount(safepoints, "maxMicros"));
    put(Measure.ALLOCATED, sum(array(json, "allocatedBytes", MAX_THREADS)));
  }

  private void threads(final JsonArray threads, final long messages) throws UnusableFile {
    double minorFaults = Double.NaN;
    for (final JsonElement each : threads) {
      if (!each.isJsonObject()) {
        throw new UnusableFile("its disturbances.threads is not a list of objects");
      }
      final JsonObject thread = each.getAsJsonObject();
      add(Measure.VOLUNTARY_SWITCHES, Json.amount(thread, "voluntarySwitches"), Double::sum);
      add(Measure.INVOLUNTARY_SWITCHES, Json.amount(thread, "involuntarySwitches"), Double::sum);
      add(Measure.MAJOR_FAULTS, Json.amount(thread, "majorFaults"), Double::sum);
      add(Measure.WAITING_MILLIS, Json.amount(thread, "runQueueMillis"), Math::max);
      minorFaults = joined(minorFaults, Json.amount(thread, "minorFaults"), Double::sum);
      final JsonObject stalls = Json.object(thread, "stalls");
      add(Measure.STALLS, Json.amount(stalls, "count"), Double::sum);
      add(Measure.STALL_MICROS, Json.amount(stalls, "totalMicros"), Double::sum);
      add(Measure.STALL_MAX_MICROS, Json.amount(stalls, "maxMicros"), Math::max);
    }
    put(Measure.MINOR_FAULTS_PER_1000, messages == 0 ? Double.NaN : minorFaults * 1_000 / messages);
  }

  private void host(final JsonObject host) throws UnusableFile {
    put(Measure.STEAL_MILLIS, Json.amount(host, "stealMillis"));
    put(Measure.OTHERS_MILLIS, Json.amount(host, "otherMillis"));
    put(Measure.THROTTLED_COUNT, Json.amount(host, "throttledCount"));
    put(Measure.THROTTLED_MILLIS, Json.amount(host, "throttledMillis"));
    final JsonObject pressure = Json.object(host, "pressureMicros");
    put(Measure.PRESSURE_CPU, Json.amount(pressure, "cpu"));
    put(Measure.PRESSURE_MEMORY, Json.amount(pressure, "memory"));
    put(Measure.PRESSURE_IO, Json.amount(pressure, "io"));
  }

  private void cpu(final JsonObject fork) throws UnusableFile {
    final JsonObject cpu = Json.object(fork, "cpuSeconds");
    put(Measure.THREAD_CORES, sum(array(cpu, "threads", MAX_THREADS)) / windowSeconds);
    put(Measure.PROCESS_CORES, Json.amount(cpu, "process") / Json.positive(fork, "wallSeconds"));
  }

  private void put(final Measure measure, final double value) {
    values[measure.ordinal()] = value;
  }

  private void add(final Measure measure, final double value, final DoubleBinaryOperator operator) {
    put(measure, joined(get(measure), value, operator));
  }

  private static double joined(
      final double one, final double other, final DoubleBinaryOperator operator) {
    if (Double.isNaN(one)) {
      return other;
    }
    return Double.isNaN(other) ? one : operator.applyAsDouble(one, other);
  }

  /** The sum of a list's numbers; NaN if it has none. A thread that did not start has a null. */
  private static double sum(final JsonArray numbers) throws UnusableFile {
    double sum = Double.NaN;
    for (final JsonElement each : numbers) {
      final JsonObject one = new JsonObject();
      one.add("list of figures of threads", each);
      sum = joined(sum, Json.amount(one, "list of figures of threads"), Double::sum);
    }
    return sum;
  }

  private static JsonArray array(final JsonObject json, final String key, final int most)
      throws UnusableFile {
    final JsonArray array = Json.array(json, key);
    if (array.size() > most) {
      throw new UnusableFile("its " + key + " are more than " + most + " threads");
    }
    return array;
  }
}
