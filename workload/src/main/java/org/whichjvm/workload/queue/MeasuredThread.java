package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
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

    /** What its windows counted, to be asked once it has ended; null if it has not begun. */
    ThreadCounters counters;

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
