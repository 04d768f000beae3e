package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.util.Locale;

/** What this host is and how it is set, read from /proc and /sys; what is not told is absent. */
public final class HostInfo {
  private static final String CPU = "/sys/devices/system/cpu/";

  private HostInfo() {}

  /** Everything that is known of this host, as a fork has it. */
  public static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("cpuModel", cpuModel());
    json.addProperty("arch", System.getProperty("os.arch"));
    final String emulatedBy = Emulation.witness(new HostFiles(""), System.getProperty("os.arch"));
    json.addProperty("emulated", emulatedBy != null);
    add(json, "emulatedBy", emulatedBy);
    json.addProperty("kernel", System.getProperty("os.version"));
    // What a verdict speaks for: a boot draws addresses anew, and the rest may change with it.
    add(json, "bootId", ProcFs.read("/proc/sys/kernel/random/boot_id"));
    add(json, "aslr", ProcFs.read("/proc/sys/kernel/randomize_va_space"));
    add(json, "microcode", ProcFs.field("/proc/cpuinfo", "microcode"));
    add(json, "pageSize", ProcFs.field("/proc/self/smaps", "KernelPageSize"));
    add(json, "kernelCommandLine", ProcFs.read("/proc/cmdline"));
    json.addProperty("cpuset", ProcFs.field("/proc/self/status", "Cpus_allowed_list"));
    add(json, "onlineCpus", ProcFs.read(CPU + "online"));
    add(json, "isolatedCpus", ProcFs.read(CPU + "isolated"));
    add(json, "smt", ProcFs.read(CPU + "smt/active"));
    add(json, "governor", ProcFs.read(CPU + "cpu0/cpufreq/scaling_governor"));
    add(json, "thp", ProcFs.chosen("/sys/kernel/mm/transparent_hugepage/enabled"));
    add(json, "shmemThp", ProcFs.chosen("/sys/kernel/mm/transparent_hugepage/shmem_enabled"));
    add(
        json,
        "clockSource",
        ProcFs.read("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
    json.addProperty("container", ThisJvm.environment("WHICHJVM_IN_IMAGE") != null);
    return json;
  }

  private static String cpuModel() {
    final String model = ProcFs.field("/proc/cpuinfo", "model name");
    if (model != null) {
      return model;
    }
    final String part = ProcFs.field("/proc/cpuinfo", "CPU part");
    return part == null
        ? System.getProperty("os.arch")
        : String.format(
            Locale.ROOT,
            "implementer %s part %s",
            ProcFs.field("/proc/cpuinfo", "CPU implementer"),
            part);
  }

  private static void add(final JsonObject json, final String name, final String value) {
    if (value != null && !value.isEmpty()) {
      json.addProperty(name, value);
    }
  }
}
