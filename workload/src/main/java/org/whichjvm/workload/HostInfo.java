package org.whichjvm.workload;

import com.google.gson.JsonObject;
import java.util.Locale;

/** What this host is and how it is set, read from /proc and /sys; what is not told is absent. */
final class HostInfo {
  private static final String CPU = "/sys/devices/system/cpu/";

  private HostInfo() {}

  static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("cpuModel", cpuModel());
    json.addProperty("arch", System.getProperty("os.arch"));
    json.addProperty("emulated", isEmulated(System.getProperty("os.arch"), cpuInfo()));
    json.addProperty("kernel", System.getProperty("os.version"));
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
    json.addProperty("container", JvmInfo.environment("WHICHJVM_IN_IMAGE") != null);
    return json;
  }

  /**
   * Whether an emulator runs this JVM: qemu-user shows the real machine's /proc/cpuinfo, whose
   * fields differ between architectures.
   */
  static boolean isEmulated(final String arch, final String cpuInfo) {
    final boolean x86Cpu = cpuInfo.contains("vendor_id");
    final boolean armCpu = cpuInfo.contains("CPU implementer");
    return arch.equals("aarch64") ? x86Cpu : arch.equals("amd64") && armCpu;
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

  private static String cpuInfo() {
    final String text = ProcFs.read("/proc/cpuinfo");
    return text == null ? "" : text;
  }

  private static void add(final JsonObject json, final String name, final String value) {
    if (value != null && !value.isEmpty()) {
      json.addProperty(name, value);
    }
  }
}
