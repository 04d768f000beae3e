package org.whichjvm.workload.score;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostCounters;

/** The disturbances of this process and its CPUs while scores are measured. */
public final class ScoreWindow {
    private final JvmActivity jvm = new JvmActivity();
    private final HostCounters host;
    private final HelperThreads threads = new HelperThreads();
    private Map<Kind, Long> helpers;
    private HelperThreads.Snapshot helpersBefore;
    private long startedNanos;
    private long startedCpuNanos;
    private long nanos;
    private long cpuNanos;

    /** Counts for the measured CPUs. */
    public ScoreWindow(List<Integer> cpus) {
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
        nanos = System.nanoTime() - startedNanos;
        cpuNanos = JvmActivity.processCpuNanos() - startedCpuNanos;
        helpers = threads.read().since(helpersBefore);
        helpers.remove(Kind.MEASURED);
        host.end();
        jvm.end();
    }

    /** From start to end, in seconds. */
    public double seconds() {
        return Units.seconds(nanos);
    }

    /** The fork's disturbances. All threads here are measured; others are other processes. */
    public JsonObject disturbances() {
        JsonObject json = jvm.json();
        json.add("helpers", HelperThreads.json(helpers));
        json.add("host", host.json(cpuNanos));
        return json;
    }
}
