package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.util.List;

/**
 * The host's effect on the measured CPUs and on this process's group in its windows: time stolen by
 * the hypervisor, time that others ran, CPU bandwidth throttling, pressure. What a host does not
 * tell is absent, never 0.
 */
public final class HostCounters {
  /** The unit of /proc/stat: USER_HZ, 100 on every architecture that a variant is built for. */
  private static final long TICK_MILLIS = 10;

  private static final String[] PRESSURES = {"cpu", "memory", "io"};
  private static final int STAT = 0;
  private static final int GROUP = 1;
  private static final int PRESSURE = 2;

  private final List<Integer> cpus;
  private final ProcWindows windows;

  public HostCounters(final List<Integer> cpus) {
    this.cpus = cpus;
    windows =
        new ProcWindows(
            "/proc/stat",
            new Cgroups(HostFiles.HOST).file("cpu", "cpu.stat"),
            "/proc/pressure/" + PRESSURES[0],
            "/proc/pressure/" + PRESSURES[1],
            "/proc/pressure/" + PRESSURES[2]);
  }

  public void start() {
    windows.start();
  }

  /** Ends the window; what several windows count is added up. */
  public void end() {
    windows.end();
  }

  /** The counters of all windows, in which the measured threads took so much CPU time. */
  public JsonObject json(final long threadNanos) {
    final JsonObject json = new JsonObject();
    final Long stolen = windows.sum(at -> ticks(at.text(STAT), cpus, STEAL));
    final Long busy = windows.sum(at -> ticks(at.text(STAT), cpus, BUSY));
    final Long throttled = windows.sum(at -> throttledNanos(at.text(GROUP)));
    json.addProperty("stealMillis", stolen == null ? null : stolen * TICK_MILLIS);
    json.addProperty(
        "otherMillis",
        busy == null ? null : Math.max(0, busy * TICK_MILLIS - threadNanos / 1_000_000));
    json.addProperty(
        "throttledCount", windows.sum(at -> ProcWindows.number(at.text(GROUP), "nr_throttled ")));
    json.addProperty("throttledMillis", throttled == null ? null : throttled / 1_000 / 1e3);
    final JsonObject pressure = new JsonObject();
    for (int i = 0; i < PRESSURES.length; i++) {
      final int file = PRESSURE + i;
      pressure.addProperty(PRESSURES[i], windows.sum(at -> someMicros(at.text(file))));
    }
    ProcWindows.dropNulls(pressure);
    if (pressure.size() > 0) {
      json.add("pressureMicros", pressure);
    }
    ProcWindows.dropNulls(json);
    return json;
  }

  // Columns of /proc/stat, proc(5): user nice system idle iowait irq softirq steal. Guest time is
  // in user already.
  private static final int[] STEAL = {8};
  private static final int[] BUSY = {1, 2, 3, 6, 7};

  /** Sum of columns of {@code /proc/stat} over CPUs, in ticks, or null if one is not there. */
  public static Long ticks(final String stat, final List<Integer> cpus, final int... columns) {
    long sum = 0;
    for (final int cpu : cpus) {
      for (final int column : columns) {
        final String before = "cpu" + cpu + "( +\\d+){" + (column - 1) + "} +";
        final Long ticks = ProcWindows.number(stat, before);
        if (ticks == null) {
          return null;
        }
        sum += ticks;
      }
    }
    return sum;
  }

  /** For how many ns: v1 counts ns, v2 µs; null if it does not tell. */
  static Long throttledNanos(final String stat) {
    final Long micros = ProcWindows.number(stat, "throttled_usec ");
    return micros == null ? ProcWindows.number(stat, "throttled_time ") : (Long) (micros * 1_000);
  }

  /** Total µs that some task waited, from a file of {@code /proc/pressure}, or null. */
  static Long someMicros(final String pressure) {
    return ProcWindows.number(pressure, "some .*total=");
  }
}
