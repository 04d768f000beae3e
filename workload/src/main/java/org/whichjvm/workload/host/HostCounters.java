package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.util.List;

/**
 * The host's effect on the measured CPUs and on this process's group in its windows: time stolen by the hypervisor,
 * time that others ran, CPU bandwidth throttling, pressure. What a host does not tell is absent, never 0.
 */
public final class HostCounters extends ProcWindows {
    /** The unit of /proc/stat: USER_HZ, 100 on every architecture that a JVM is built for. */
    public static final long TICK_MILLIS = 10;

    private static final String[] PRESSURES = {"cpu", "memory", "io"};
    private static final int STAT = 0;
    private static final int GROUP = 1;
    private static final int PRESSURE = 2;

    private final List<Integer> cpus;

    public HostCounters(List<Integer> cpus) {
        super(
                "/proc/stat",
                new Cgroups(HostFiles.HOST).file("cpu", "cpu.stat"),
                "/proc/pressure/" + PRESSURES[0],
                "/proc/pressure/" + PRESSURES[1],
                "/proc/pressure/" + PRESSURES[2]);
        this.cpus = cpus;
    }

    /** How many CPUs it counts for. */
    public int cpus() {
        return cpus.size();
    }

    /** The counters of all windows, in which the measured threads took so much CPU time. */
    public JsonObject json(long threadNanos) {
        JsonObject json = new JsonObject();
        Long stolen = sum(STAT, stat -> ticks(stat, cpus, 8));
        Long busy = sum(STAT, stat -> ticks(stat, cpus, 1, 2, 3, 6, 7));
        Long throttled = sum(GROUP, HostCounters::throttledNanos);
        json.addProperty("stealMillis", stolen == null ? null : stolen * TICK_MILLIS);
        json.addProperty(
                "otherMillis", busy == null ? null : Math.max(0, busy * TICK_MILLIS - threadNanos / 1_000_000));
        json.addProperty("throttledCount", sum(GROUP, stat -> number(stat, "nr_throttled ")));
        json.addProperty("throttledMillis", throttled == null ? null : throttled / 1_000 / 1e3);
        JsonObject pressure = new JsonObject();
        for (int i = 0; i < PRESSURES.length; i++) {
            pressure.addProperty(PRESSURES[i], sum(PRESSURE + i, HostCounters::someMicros));
        }
        dropNulls(pressure);
        if (pressure.size() > 0) {
            json.add("pressureMicros", pressure);
        }
        dropNulls(json);
        return json;
    }

    /**
     * Sum of columns of {@code /proc/stat} over CPUs, in ticks, or null if one is not there. They are user nice system
     * idle iowait irq softirq steal, from 1 on; guest time is in user already.
     */
    public static Long ticks(String stat, List<Integer> cpus, int... columns) {
        long sum = 0;
        for (int cpu : cpus) {
            for (int column : columns) {
                Long ticks = number(stat, "cpu" + cpu + "( +\\d+){" + (column - 1) + "} +");
                if (ticks == null) {
                    return null;
                }
                sum += ticks;
            }
        }
        return sum;
    }

    /** For how many ns: v1 counts ns, v2 µs; null if it does not tell. */
    static Long throttledNanos(String stat) {
        Long micros = number(stat, "throttled_usec ");
        return micros == null ? number(stat, "throttled_time ") : (Long) (micros * 1_000);
    }

    /** Total µs that some task waited, from a file of {@code /proc/pressure}, or null. */
    static Long someMicros(String pressure) {
        return number(pressure, "some .*total=");
    }
}
