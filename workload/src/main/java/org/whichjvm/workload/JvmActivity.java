package org.whichjvm.workload;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** What the JVM did beside the workload in a window: garbage collections and compilation. */
final class JvmActivity {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Process CPU time has a resolution of 10 ms in some JVMs. */
  private static final long IDLE_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long IDLE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);

  private long gcCount;
  private long gcMillis;
  private long jitMillis;

  void start() {
    gcCount = 0;
    gcMillis = 0;
    jitMillis = 0;
    add(-1);
  }

  void end() {
    add(1);
  }

  /** Collections, of all collectors. */
  long gcCount() {
    return gcCount;
  }

  /** Approximate ms in collections. */
  long gcMillis() {
    return gcMillis;
  }

  /** Approximate ms that compiler threads worked; 0 where the JVM does not tell. */
  long jitMillis() {
    return jitMillis;
  }

  /**
   * Waits until the compilers are done with what a warm-up gave them, while the measured threads
   * wait too: on two CPUs they compete with the compilers, and one that works in Java, as Graal's
   * may, falls far behind. What this process still computes then is the JVM's own work; returns
   * once that is under a tenth of a CPU, or after three seconds.
   */
  static void awaitIdle() throws InterruptedException {
    final long deadline = System.nanoTime() + IDLE_LIMIT_NANOS;
    long before = SYSTEM.getProcessCpuTime();
    do {
      TimeUnit.NANOSECONDS.sleep(IDLE_STEP_NANOS);
      final long now = SYSTEM.getProcessCpuTime();
      if (now - before < IDLE_STEP_NANOS / 10) {
        return;
      }
      before = now;
    } while (System.nanoTime() < deadline);
  }

  /** CPU seconds of this process so far. */
  static double processCpuSeconds() {
    return Units.seconds(SYSTEM.getProcessCpuTime());
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
}
