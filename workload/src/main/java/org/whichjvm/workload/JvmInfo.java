package org.whichjvm.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;

/** Which JVM this is, as far as it can tell itself, and what its image says of it. */
final class JvmInfo {
  private JvmInfo() {}

  static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("vendor", vendor());
    json.addProperty("version", System.getProperty("java.runtime.version"));
    json.addProperty("name", System.getProperty("java.vm.name"));
    json.addProperty("major", major());
    json.addProperty("collector", collector());
    json.addProperty("compiler", compiler());
    final JsonArray flags = new JsonArray();
    ManagementFactory.getRuntimeMXBean().getInputArguments().forEach(flags::add);
    json.add("flags", flags);
    json.addProperty("flagSet", environment("WHICHJVM_FLAG_SET"));
    json.addProperty("maxHeapBytes", Runtime.getRuntime().maxMemory());
    json.addProperty("home", System.getProperty("java.home"));
    json.addProperty("image", environment("WHICHJVM_IMAGE"));
    json.addProperty("imageId", environment("WHICHJVM_IMAGE_ID"));
    json.addProperty("base", environment("WHICHJVM_BASE"));
    json.addProperty("substitute", environment("WHICHJVM_SUBSTITUTE"));
    return json;
  }

  /** Vendor and, where the build names itself, the vendor's own version. */
  static String vendor() {
    final String version = System.getProperty("java.vendor.version");
    final String vendor = System.getProperty("java.vendor");
    return version == null || version.isEmpty() ? vendor : vendor + " " + version;
  }

  /** 8, 11, 17 … */
  static int major() {
    final String version = System.getProperty("java.specification.version");
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
  }

  /** The optimising compiler: {@code C2}, {@code Graal}, or what the VM calls itself. */
  static String compiler() {
    if ("true".equals(JvmOptions.value("UseJVMCICompiler"))) {
      return "Graal";
    }
    final String name = System.getProperty("java.vm.name");
    return name.contains("Server VM") || name.contains("HotSpot") ? "C2" : name;
  }

  /** A variable of the environment, null if empty: compose sets those it does not know to "". */
  static String environment(final String name) {
    final String value = System.getenv(name);
    return value == null || value.isEmpty() ? null : value;
  }

  private static String collector() {
    for (final String name : new String[] {"G1", "Parallel", "Serial", "Shenandoah", "Z"}) {
      if ("true".equals(JvmOptions.value("Use" + name + "GC"))) {
        return name.equals("Z") ? "ZGC" : name;
      }
    }
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(", "));
  }

  /** In a sentence; scripts/lib/plan.sh reads version and architecture of it. */
  static String sentence() {
    return "Java "
        + major()
        + " on "
        + System.getProperty("os.arch")
        + ": "
        + vendor()
        + " "
        + System.getProperty("java.runtime.version");
  }

  /** Whether there are the classes of com.sun.management: a runtime of jlink's may lack them. */
  static boolean hasModuleManagement() {
    return Management.PRESENT;
  }

  /** Asked once: the class that asks it most does so where it must not allocate. */
  private static final class Management {
    static final boolean PRESENT = present();

    private static boolean present() {
      try {
        Class.forName("com.sun.management.HotSpotDiagnosticMXBean");
        return true;
      } catch (final ClassNotFoundException e) {
        return false;
      }
    }
  }
}
