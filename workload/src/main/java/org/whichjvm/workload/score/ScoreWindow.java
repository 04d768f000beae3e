package org.whichjvm.workload.score;

import com.google.gson.JsonObject;
import java.util.List;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.Units;

/** What hit this process and its CPUs while a workload of scores measured. */
public final class ScoreWindow {
  private final JvmActivity jvm = new JvmActivity();
  private final HostCounters host;
  private long nanos;
  private long cpuNanos;

  /**
   * @param cpus the measured ones
   */
  public ScoreWindow(final List<Integer> cpus) {
    host = new HostCounters(cpus);
  }

  /** Starts the window. */
  public void start() {
    jvm.start();
    host.start();
    cpuNanos = JvmActivity.processCpuNanos();
    nanos = System.nanoTime();
  }

  /** Ends the window. */
  public void end() {
    nanos = System.nanoTime() - nanos;
    cpuNanos = JvmActivity.processCpuNanos() - cpuNanos;
    host.end();
    jvm.end();
  }

  /** From start to end, in seconds. */
  public double seconds() {
    return Units.seconds(nanos);
  }

  /**
   * The fork's disturbances. Every thread of this process is measured, and so all other processes
   * count as others.
   */
  public JsonObject disturbances() {
    final JsonObject json = jvm.json();
    json.add("host", host.json(cpuNanos));
    return json;
  }
}
