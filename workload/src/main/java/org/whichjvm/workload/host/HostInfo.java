package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import org.whichjvm.common.Units;

/** The host and its settings, read from /proc and /sys; a value that is not told is absent. */
public final class HostInfo {
    private static final String CPU = CpuTopology.CPU;
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";

    private HostInfo() {}

    public static JsonObject json() {
        HostFiles host = HostFiles.HOST;
        JsonObject json = new JsonObject();
        json.addProperty("cpuModel", cpuModel());
        json.addProperty("arch", System.getProperty("os.arch"));
        Emulation.witness().ifPresent(by -> json.addProperty("emulatedBy", by));
        json.addProperty("kernel", System.getProperty("os.version"));
        // A verdict holds for these: each boot draws addresses again, and the rest may change with it.
        add(json, "bootId", host.read("/proc/sys/kernel/random/boot_id"));
        add(json, "aslr", host.read("/proc/sys/kernel/randomize_va_space"));
        add(json, "microcode", host.field("/proc/cpuinfo", "microcode"));
        add(json, "pageSize", host.field("/proc/self/smaps", "KernelPageSize"));
        add(json, "kernelCommandLine", host.read("/proc/cmdline"));
        json.addProperty("cpuset", host.field("/proc/self/status", "Cpus_allowed_list"));
        add(json, "onlineCpus", host.read(CPU + "online"));
        add(json, "isolatedCpus", host.read(CPU + "isolated"));
        add(json, "smt", host.read(CPU + "smt/active"));
        add(json, "governor", host.read(CPU + "cpu0/cpufreq/scaling_governor"));
        add(json, "thp", host.chosen(THP + "enabled"));
        add(json, "shmemThp", host.chosen(THP + "shmem_enabled"));
        add(json, "clockSource", host.read("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
        json.addProperty("container", host.inContainer());
        Cgroups cgroups = new Cgroups(host);
        addNumber(json, "memoryLimitBytes", cgroups.memoryLimit());
        addNumber(json, "cpuLimit", cgroups.cpuLimit());
        return json;
    }

    private static String cpuModel() {
        String model = HostFiles.HOST.field("/proc/cpuinfo", "model name");
        if (model != null) {
            return model;
        }
        String part = HostFiles.HOST.field("/proc/cpuinfo", "CPU part");
        return part == null
                ? System.getProperty("os.arch")
                : Units.text("implementer %s part %s", HostFiles.HOST.field("/proc/cpuinfo", "CPU implementer"), part);
    }

    private static void addNumber(JsonObject json, String name, Number value) {
        if (value != null) {
            json.addProperty(name, value);
        }
    }

    private static void add(JsonObject json, String name, String value) {
        if (value != null && !value.isEmpty()) {
            json.addProperty(name, value);
        }
    }
}
