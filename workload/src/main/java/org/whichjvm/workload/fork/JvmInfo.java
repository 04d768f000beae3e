package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;

/** Which JVM this is, as far as it can tell itself, and what its image says of it. */
public final class JvmInfo {
  private JvmInfo() {}

  public static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("vendor", vendor());
    json.addProperty("version", System.getProperty("java.runtime.version"));
    json.addProperty("name", System.getProperty("java.vm.name"));
    json.addProperty("major", ThisJvm.major());
    final String beans =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", "));
    json.addProperty("garbageCollector", garbageCollector(JvmOptions::value).orElse(beans));
    json.addProperty("compiler", compiler());
    json.add("flags", JsonArrays.of(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    json.addProperty("flagSet", ThisJvm.environment("WHICHJVM_FLAG_SET"));
    json.addProperty("maxHeapBytes", Runtime.getRuntime().maxMemory());
    json.addProperty("home", System.getProperty("java.home"));
    json.addProperty("image", ThisJvm.environment("WHICHJVM_IMAGE"));
    json.addProperty("imageId", ThisJvm.environment("WHICHJVM_IMAGE_ID"));
    json.addProperty("base", ThisJvm.environment("WHICHJVM_BASE"));
    json.addProperty("substitute", ThisJvm.environment("WHICHJVM_SUBSTITUTE"));
    return json;
  }

  /** Vendor and, where the build names itself, the vendor's own version. */
  public static String vendor() {
    final String version = System.getProperty("java.vendor.version");
    final String vendor = System.getProperty("java.vendor");
    return version == null || version.isEmpty() ? vendor : vendor + " " + version;
  }

  /** The optimising compiler: {@code C2}, {@code Graal}, or that of another virtual machine. */
  public static String compiler() {
    return "true".equals(JvmOptions.value("UseJVMCICompiler"))
        ? "Graal"
        : compilerOf(System.getProperty("java.vm.name"));
  }

  /** The compiler of a virtual machine of that name, unless it was told to use Graal. */
  static String compilerOf(final String name) {
    if (name.contains("OpenJ9")) {
      return "OpenJ9"; // Its compiler, Testarossa, has no other name in any of its answers.
    }
    if (name.contains("Zing")) {
      return "Falcon";
    }
    return name.contains("Server VM") || name.contains("HotSpot") ? "C2" : name;
  }

  /** The garbage collector that a JVM's options, by name, choose; empty if they tell of none. */
  public static Optional<String> garbageCollector(final UnaryOperator<String> options) {
    return Stream.of("G1", "Parallel", "Serial", "Shenandoah", "Z", "Epsilon", "ConcMarkSweep")
        .filter(name -> "true".equals(options.apply("Use" + name + "GC")))
        .map(name -> name.equals("Z") ? "ZGC" : name)
        .findFirst();
  }
}
