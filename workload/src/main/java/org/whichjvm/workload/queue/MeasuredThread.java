package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.util.function.Function;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.RunQueue;
import org.whichjvm.workload.host.ThreadCounters;
import org.whichjvm.workload.jvmlog.Stalls;

/** One measured thread: where it runs, and what is recorded of it in the measured window. */
final class MeasuredThread {
    final String name;
    final int cpu;
    final Stalls stalls = new Stalls();

    /** Messages that it sent or read in its windows. */
    long messages;

    /** Whether its wait strategy gives the CPU away: then to wait for one is no evidence. */
    private final boolean givesCpuAway;

    private ThreadCounters counters;

    MeasuredThread(String name, int cpu, boolean givesCpuAway) {
        this.name = name;
        this.cpu = cpu;
        this.givesCpuAway = givesCpuAway;
    }

    /** The thread itself calls this before anything else. */
    void begin() {
        HelperThreads.registerMeasured();
        if (!givesCpuAway) {
            RunQueue.ofThisThread().ifPresent(stalls::lookAt);
        }
        counters = new ThreadCounters();
    }

    /** Forgets what a rehearsal counted. */
    void clear() {
        stalls.clear();
        messages = 0;
        counters = new ThreadCounters();
    }

    /** The thread itself starts a window; what several windows count is added up. */
    void start() {
        counters.start();
    }

    void end() {
        counters.end();
    }

    /** How long it waited for its CPU in a window, from 0 since {@link #clear()}, in ns, or null. */
    Long waitedNanos(int window) {
        return counted(each -> each.waitedNanos(window));
    }

    /** How long it did so in the last window. */
    Long lastWaitedNanos() {
        return counters.lastWaitedNanos();
    }

    Long minorFaults() {
        return counted(ThreadCounters::minorFaults);
    }

    Long allocatedBytes() {
        return counted(ThreadCounters::allocatedBytes);
    }

    Long cpuNanos() {
        return counted(ThreadCounters::cpuNanos);
    }

    /** How long the windows were in which its CPU time was counted, in ns. */
    Long windowNanos() {
        return counted(ThreadCounters::windowNanos);
    }

    /** What its counters say, to be asked once it has ended; null if it has not begun. */
    private <T> T counted(Function<ThreadCounters, T> what) {
        return counters == null ? null : what.apply(counters);
    }

    /** Describes it for a fork's file, once it has ended. */
    JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("name", name);
        json.addProperty("cpu", cpu);
        if (counters != null) {
            counters.describe(json);
        }
        JsonObject sums = new JsonObject();
        sums.addProperty("count", stalls.count());
        sums.addProperty("totalMicros", Units.micros(stalls.totalNanos()));
        sums.addProperty("maxMicros", Units.micros(stalls.maxNanos()));
        json.add("stalls", sums);
        return json;
    }
}
