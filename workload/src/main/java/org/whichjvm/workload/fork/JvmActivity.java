package org.whichjvm.workload.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.host.ProcFs;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.Units;

/** What the JVM did beside the workload in a window: garbage collections and compilation. */
public final class JvmActivity {
  /** Process CPU time has a resolution of 10 ms in some JVMs. */
  private static final long IDLE_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long IDLE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** USER_HZ is 100 on every architecture that a variant is built for. */
  private static final long TICK_NANOS = 10_000_000;

  private long gcCount;
  private long gcMillis;
  private long jitMillis;

  /** Starts the window. */
  public void start() {
    gcCount = 0;
    gcMillis = 0;
    jitMillis = 0;
    add(-1);
  }

  /** Ends the window. */
  public void end() {
    add(1);
  }

  /** Garbage collections of all garbage collectors. */
  public long gcCount() {
    return gcCount;
  }

  /** Approximate ms in garbage collections. */
  public long gcMillis() {
    return gcMillis;
  }

  /** Approximate ms that compiler threads worked; 0 where the JVM does not tell. */
  public long jitMillis() {
    return jitMillis;
  }

  /** The fork's disturbances, as far as they are the JVM's and not of a thread. */
  public JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("gcCount", gcCount);
    json.addProperty("gcMillis", gcMillis);
    json.addProperty("jitMillis", jitMillis);
    json.add("allocatedBytes", new JsonArray());
    return json;
  }

  /**
   * Waits until the compilers are done with what a warm-up gave them, while the measured threads
   * wait too: on two CPUs they compete with the compilers, and one that works in Java, as Graal's
   * may, falls far behind. What this process still computes then is the JVM's own work; returns
   * once that is under a tenth of a CPU, or after three seconds.
   */
  public static void awaitIdle() throws InterruptedException {
    final long deadline = System.nanoTime() + IDLE_LIMIT_NANOS;
    long before = processCpuNanos();
    do {
      TimeUnit.NANOSECONDS.sleep(IDLE_STEP_NANOS);
      final long now = processCpuNanos();
      if (now - before < IDLE_STEP_NANOS / 10) {
        return;
      }
      before = now;
    } while (System.nanoTime() < deadline);
  }

  /** CPU seconds of this process so far. */
  public static double processCpuSeconds() {
    return Units.seconds(processCpuNanos());
  }

  /** CPU time of this process so far, in ns. */
  public static long processCpuNanos() {
    return ThisJvm.hasModuleManagement()
        ? Bean.processCpuNanos()
        : ticks(ProcFs.read("/proc/self/stat")) * TICK_NANOS;
  }

  /**
   * Ticks of CPU time, in user mode and in the kernel, of {@code /proc/PID/stat}: proc(5), fields
   * 14 and 15. The second one, the name, may have blanks.
   */
  static long ticks(final String stat) {
    final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  private void add(final int sign) {
    for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      gcCount += sign * collector.getCollectionCount();
      gcMillis += sign * collector.getCollectionTime();
    }
    final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
      jitMillis += sign * compiler.getTotalCompilationTime();
    }
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
