package org.whichjvm.workload;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM did beside the workload in a window: garbage collections and compilation. */
final class JvmActivity {
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

  /** CPU seconds of this process so far. */
  static double processCpuSeconds() {
    final OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return Units.seconds(system.getProcessCpuTime());
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
