package org.whichjvm.workload.benchmarks;

import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;

/**
 * The state of each of JMH's measuring threads. JMH does not pin, and this does: two threads on one CPU would contend
 * for nothing.
 */
@State(Scope.Thread)
public class PinnedThread {
    /** Its cell, which no other thread touches. */
    PaddedLong own;

    /** Takes what an operation returned, so that no compiler chooses one that returns nothing. */
    long seen;

    /** From 0. */
    int index;

    /**
     * Pins the calling thread to a CPU of its own, reads that back and prints it; {@link CannotRun} if it is elsewhere,
     * or if there are more threads than CPUs.
     */
    @Setup
    public void pin(ThreadParams params) {
        List<Integer> cpus = Cpus.effective();
        int threads = params.getThreadCount();
        if (threads > cpus.size()) {
            throw new CannotRun(
                            "%s threads need a CPU each, and this process may use only CPU %s",
                            threads, Cpus.join(cpus))
                    .orTry("give it more CPUs, or JMH fewer threads (-t)");
        }
        index = params.getThreadIndex();
        // The first CPUs take most of a machine's interrupts and housekeeping.
        int cpu = cpus.get(cpus.size() - threads + index);
        Cpus.pin(cpu);
        own = new PaddedLong();
        System.out.println(Units.text("whichjvm: thread %d of %d is pinned to CPU %d", index + 1, threads, cpu));
    }

    static void checkTwo(BenchmarkParams params) {
        if (params.getThreads() != 2) {
            throw new WrongUsage("%s is for two threads, and JMH has %s", params.getBenchmark(), params.getThreads())
                    .orTry("give -t 2");
        }
    }
}
