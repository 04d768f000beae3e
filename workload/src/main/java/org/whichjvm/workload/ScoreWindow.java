package org.whichjvm.workload;

import com.google.gson.JsonObject;
import java.util.List;

/** What hit this process and its CPUs while a workload of scores measured. */
final class ScoreWindow {
  private final JvmActivity jvm = new JvmActivity();
  private final HostCounters host;
  private long nanos;
  private long cpuNanos;

  /**
   * @param cpus the measured ones
   */
  ScoreWindow(final List<Integer> cpus) {
    host = new HostCounters(cpus);
  }

  void start() {
    jvm.start();
    host.start();
    cpuNanos = JvmActivity.processCpuNanos();
    nanos = System.nanoTime();
  }

  void end() {
    nanos = System.nanoTime() - nanos;
    cpuNanos = JvmActivity.processCpuNanos() - cpuNanos;
    host.end();
    jvm.end();
  }

  /** From start to end, in seconds. */
  double seconds() {
    return Units.seconds(nanos);
  }

  /**
   * The fork's disturbances. Others are who is not this process, whose every thread is measured.
   */
  JsonObject disturbances() {
    final JsonObject json = jvm.json();
    json.add("host", host.json(cpuNanos));
    return json;
  }
}
