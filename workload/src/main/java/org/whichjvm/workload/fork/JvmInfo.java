package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/** Which JVM this is, as far as it can tell itself, and what its image says of it. */
public final class JvmInfo {
    private JvmInfo() {}

    public static JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("vendor", vendor());
        json.addProperty("version", System.getProperty("java.runtime.version"));
        json.addProperty("name", System.getProperty("java.vm.name"));
        json.addProperty("major", ThisJvm.major());
        String beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
        json.addProperty("garbageCollector", garbageCollector(JvmOptions::value).orElse(beans));
        json.addProperty("compiler", compiler());
        json.add("flags", JsonArrays.of(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        Map<String, String> environment =
                JvmOptions.ofEnvironment(System.getenv(), ThisJvm.major(), VirtualMachine.own());
        if (!environment.isEmpty()) {
            JsonObject options = new JsonObject();
            environment.forEach(options::addProperty);
            json.add("environmentOptions", options);
        }
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
        return vendor(System::getProperty);
    }

    /** The same of a JVM with these properties. */
    public static String vendor(UnaryOperator<String> properties) {
        String version = properties.apply("java.vendor.version");
        String vendor = properties.apply("java.vendor");
        return version == null || version.isEmpty() ? vendor : vendor + " " + version;
    }

    /** The optimising compiler of this JVM: {@link VirtualMachine#compiler}. */
    public static String compiler() {
        return VirtualMachine.compiler(JvmOptions::value, System.getProperty("java.vm.name"));
    }

    /** The garbage collector that a JVM's options, by name, choose; empty if they tell of none. */
    public static Optional<String> garbageCollector(UnaryOperator<String> options) {
        return Stream.of("G1", "Parallel", "Serial", "Shenandoah", "Z", "Epsilon", "ConcMarkSweep")
                .filter(name -> "true".equals(options.apply("Use" + name + "GC")))
                .map(name -> name.equals("Z") ? "ZGC" : name)
                .findFirst();
    }
}
