package org.whichjvm.workload.score;

import com.google.gson.JsonObject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.JvmPart;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostCounters;

/**
 * The disturbances of this process and its CPUs while a workload of scores measured, in one window
 * or in several that are added up.
 */
public final class ScoreWindow {
  private final JvmActivity jvm = new JvmActivity();
  private final HostCounters host;
  private final HelperThreads threads = new HelperThreads();
  private final Map<Kind, Long> helpers = new EnumMap<>(Kind.class);
  private HelperThreads.Snapshot helpersBefore;
  private long startedNanos;
  private long startedCpuNanos;
  private long nanos;
  private long cpuNanos;

  /**
   * @param cpus the measured ones
   */
  public ScoreWindow(final List<Integer> cpus) {
    host = new HostCounters(cpus);
  }

  public void start() {
    jvm.start();
    host.start();
    helpersBefore = threads.read();
    startedCpuNanos = JvmActivity.processCpuNanos();
    startedNanos = System.nanoTime();
  }

  public void end() {
    nanos += System.nanoTime() - startedNanos;
    cpuNanos += JvmActivity.processCpuNanos() - startedCpuNanos;
    final Map<Kind, Long> worked = threads.read().since(helpersBefore);
    worked.remove(Kind.MEASURED);
    worked.forEach((kind, each) -> helpers.merge(kind, each, Long::sum));
    host.end();
    jvm.end();
  }

  /** From start to end of all windows, in seconds. */
  public double seconds() {
    return Units.seconds(nanos);
  }

  /** CPU time of this process in all windows, in seconds. */
  public double cpuSeconds() {
    return Units.seconds(cpuNanos);
  }

  /**
   * The fork's disturbances. Every thread of this process is measured, and so all other processes
   * count as others.
   */
  public JsonObject disturbances() {
    final JsonObject json = jvm.json();
    json.add("helpers", JvmPart.helpersJson(helpers));
    json.add("host", host.json(cpuNanos));
    return json;
  }
}
