package org.whichjvm.workload.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/** Counts the garbage collections of a window. */
public final class JvmActivity {
    /** Asked for once: to look them up takes long enough for the JIT compilers to notice. */
    private static final List<GarbageCollectorMXBean> BEANS = ManagementFactory.getGarbageCollectorMXBeans();

    private long countBefore;
    private long millisBefore;
    private long gcCount;
    private long gcMillis;

    public void start() {
        countBefore = 0;
        millisBefore = 0;
        for (GarbageCollectorMXBean each : BEANS) {
            countBefore += each.getCollectionCount();
            millisBefore += each.getCollectionTime();
        }
    }

    /** Ends the window; what several windows count is added up, and one that never ends counts nothing. */
    public void end() {
        gcCount -= countBefore;
        gcMillis -= millisBefore;
        for (GarbageCollectorMXBean each : BEANS) {
            gcCount += each.getCollectionCount();
            gcMillis += each.getCollectionTime();
        }
    }

    /** The fork's disturbances, as far as they are the JVM's and not of a thread: ms are approximate. */
    public JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("gcCount", gcCount);
        json.addProperty("gcMillis", gcMillis);
        json.add("allocatedBytes", new JsonArray());
        return json;
    }

    /** The CPU time of this process until now, and of threads that nobody counted. */
    public static JsonObject cpuSeconds() {
        JsonObject json = new JsonObject();
        json.addProperty("process", processCpuSeconds());
        json.add("threads", new JsonArray());
        return json;
    }

    public static double processCpuSeconds() {
        return Units.seconds(processCpuNanos());
    }

    public static long processCpuNanos() {
        return ThisJvm.hasModuleManagement()
                ? Bean.processCpuNanos()
                : TimeUnit.MILLISECONDS.toNanos(
                        HostFiles.ticks(HostFiles.HOST.read("/proc/self/stat")) * HostCounters.TICK_MILLIS);
    }

    /** Linked only where its class is. */
    private static final class Bean {
        private static final com.sun.management.OperatingSystemMXBean SYSTEM =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        public static long processCpuNanos() {
            return SYSTEM.getProcessCpuTime();
        }
    }
}
