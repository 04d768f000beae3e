package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/** The cost of this JVM: how long it takes to start, and how much memory it has. */
public final class JvmCost {
    private static final double MILLION = 1e6;

    /** When the launcher started the JVM, in ns since 1970; null where nobody says. */
    private static final Long STARTED = HostFiles.toNumber(ThisJvm.environment("WHICHJVM_STARTED_NANOS"));

    private static volatile long main;
    private static volatile long firstMessage;
    private static volatile double cpuUntilWarm;

    private JvmCost() {}

    public static void mainReached() {
        main = System.currentTimeMillis();
    }

    public static void firstMessageRead() {
        if (firstMessage == 0) {
            firstMessage = System.currentTimeMillis();
        }
    }

    public static void warm() {
        cpuUntilWarm = JvmActivity.processCpuSeconds();
    }

    /** Describes it for a fork's file; what this JVM or the kernel does not tell is absent. */
    public static JsonObject json() {
        JsonObject json = new JsonObject();
        if (STARTED != null) {
            addSince(json, "mainMillis", main);
            addSince(json, "firstMessageMillis", firstMessage);
        }
        if (cpuUntilWarm > 0) {
            json.addProperty("warmCpuSeconds", cpuUntilWarm);
        }
        String classData = classData(HostFiles.HOST.read("/proc/self/maps"));
        if (classData != null) {
            json.addProperty("classData", classData);
        }
        long peak = HostFiles.HOST.peakBytes("self");
        if (peak > 0) {
            json.addProperty("peakResidentKb", peak >> 10);
        }
        json.addProperty(
                "heapBytes",
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted());
        addPools(json, "codeCacheBytes", VirtualMachine.own().codePools);
        addPools(json, "metaspaceBytes", VirtualMachine.own().classPools);
        return json;
    }

    /**
     * Whose archive of classes is among the files in the JVM's memory: {@code workload} for the one made of this
     * program, {@code jdk} for one of the JDK's classes alone, {@code none}; null if unknown.
     */
    static String classData(String maps) {
        if (maps == null) {
            return null;
        }
        String lines = maps + "\n";
        return lines.contains("/class-data.jsa\n") ? "workload" : lines.contains(".jsa\n") ? "jdk" : "none";
    }

    private static void addSince(JsonObject json, String name, long millis) {
        if (millis > 0) {
            // The launcher's clock is the same one, in ns.
            json.addProperty(name, Math.max(0, Math.round(millis - STARTED / MILLION)));
        }
    }

    private static void addPools(JsonObject json, String name, String pools) {
        long bytes = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().matches(pools) && pool.getUsage() != null)
                .mapToLong(pool -> pool.getUsage().getUsed())
                .sum();
        if (bytes > 0) {
            json.addProperty(name, bytes);
        }
    }
}
