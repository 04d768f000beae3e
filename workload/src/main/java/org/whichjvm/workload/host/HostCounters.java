package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * What the host did to the measured CPUs and to this process's group in its windows: time stolen by
 * the hypervisor, time that others ran, CPU bandwidth throttling, pressure. What a host does not
 * tell is absent, never 0.
 */
public final class HostCounters {
  /** What /proc/stat counts in: USER_HZ, 100 on every architecture that a variant is built for. */
  private static final long TICK_MILLIS = 10;

  private static final String[] PRESSURES = {"cpu", "memory", "io"};
  private static final String STOLEN_TICKS = "stolen";
  private static final String BUSY_TICKS = "busy";
  private static final String THROTTLED = "throttled";
  private static final String THROTTLED_NANOS = "throttledNanos";
  private static final int STAT = 0;
  private static final int GROUP = 1;
  private static final int PRESSURE = 2;

  private final List<Integer> cpus;
  private final ProcSnapshot.Reader files;
  private final List<ProcSnapshot> starts = new ArrayList<>();
  private final List<ProcSnapshot> ends = new ArrayList<>();
  private ProcSnapshot start;

  /**
   * @param cpus the measured ones
   */
  public HostCounters(final List<Integer> cpus) {
    this.cpus = cpus;
    files =
        new ProcSnapshot.Reader(
            "/proc/stat",
            new Cgroups(new HostFiles("")).file("cpu", "cpu.stat"),
            "/proc/pressure/" + PRESSURES[0],
            "/proc/pressure/" + PRESSURES[1],
            "/proc/pressure/" + PRESSURES[2]);
  }

  /** Starts a window. */
  public void start() {
    start = files.read();
  }

  /** Ends the window; what several windows count is added up. */
  public void end() {
    starts.add(start);
    ends.add(files.read());
  }

  private CounterSums sums() {
    final CounterSums sums = new CounterSums();
    for (int i = 0; i < ends.size(); i++) {
      final ProcSnapshot before = starts.get(i);
      final ProcSnapshot after = ends.get(i);
      sums.add(STOLEN_TICKS, ticks(before, after, STEAL));
      sums.add(BUSY_TICKS, ticks(before, after, BUSY));
      sums.add(
          THROTTLED,
          ProcSnapshot.difference(
              throttledCount(before.text(GROUP)), throttledCount(after.text(GROUP))));
      sums.add(
          THROTTLED_NANOS,
          ProcSnapshot.difference(
              throttledNanos(before.text(GROUP)), throttledNanos(after.text(GROUP))));
      for (int j = 0; j < PRESSURES.length; j++) {
        sums.add(
            PRESSURES[j],
            ProcSnapshot.difference(
                someMicros(before.text(PRESSURE + j)), someMicros(after.text(PRESSURE + j))));
      }
    }
    return sums;
  }

  /**
   * The counters of all windows.
   *
   * @param threadNanos CPU time of the measured threads in them
   */
  public JsonObject json(final long threadNanos) {
    final JsonObject json = new JsonObject();
    final CounterSums sums = sums();
    final Long stolen = sums.get(STOLEN_TICKS);
    final Long busy = sums.get(BUSY_TICKS);
    final Long throttled = sums.get(THROTTLED_NANOS);
    json.addProperty("stealMillis", stolen == null ? null : stolen * TICK_MILLIS);
    json.addProperty(
        "otherMillis",
        busy == null ? null : Math.max(0, busy * TICK_MILLIS - threadNanos / 1_000_000));
    json.addProperty("throttledCount", sums.get(THROTTLED));
    json.addProperty("throttledMillis", throttled == null ? null : throttled / 1_000 / 1e3);
    final JsonObject pressure = new JsonObject();
    for (final String name : PRESSURES) {
      pressure.addProperty(name, sums.get(name));
    }
    ProcSnapshot.dropNulls(pressure);
    if (pressure.size() > 0) {
      json.add("pressureMicros", pressure);
    }
    ProcSnapshot.dropNulls(json);
    return json;
  }

  // Columns of /proc/stat, proc(5): user nice system idle iowait irq softirq steal. Guest time is
  // in user already.
  private static final int[] STEAL = {8};
  private static final int[] BUSY = {1, 2, 3, 6, 7};

  private Long ticks(final ProcSnapshot before, final ProcSnapshot after, final int... columns) {
    return ProcSnapshot.difference(
        ticks(before.text(STAT), cpus, columns), ticks(after.text(STAT), cpus, columns));
  }

  /** Sum of columns of {@code /proc/stat} over CPUs, in ticks, or null if one is not there. */
  static Long ticks(final String stat, final List<Integer> cpus, final int... columns) {
    long sum = 0;
    for (final int cpu : cpus) {
      final String line = lineOf(stat, "cpu" + cpu + " ");
      final String[] fields = line == null ? new String[0] : line.trim().split(" +");
      for (final int column : columns) {
        if (column >= fields.length) {
          return null;
        }
        sum += Long.parseLong(fields[column]);
      }
    }
    return sum;
  }

  /** How often a group was throttled, from its {@code cpu.stat}, v1 or v2, or null. */
  static Long throttledCount(final String stat) {
    return ProcSnapshot.number(stat, "nr_throttled ");
  }

  /** For how many ns: v1 counts ns, v2 µs; null if it does not tell. */
  static Long throttledNanos(final String stat) {
    final Long micros = ProcSnapshot.number(stat, "throttled_usec ");
    return micros == null ? ProcSnapshot.number(stat, "throttled_time ") : (Long) (micros * 1_000);
  }

  /** Total µs that some task waited, from a file of {@code /proc/pressure}, or null. */
  static Long someMicros(final String pressure) {
    final String line = lineOf(pressure, "some ");
    return line == null
        ? null
        : ProcSnapshot.number(line.substring(line.lastIndexOf(' ') + 1), "total=");
  }

  private static String lineOf(final String text, final String start) {
    for (final String line : text == null ? new String[0] : text.split("\n")) {
      if (line.startsWith(start)) {
        return line;
      }
    }
    return null;
  }
}
