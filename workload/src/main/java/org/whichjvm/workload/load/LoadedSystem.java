package org.whichjvm.workload.load;

import java.util.function.Supplier;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.HostFiles;

/**
 * A system that requests come to, in turns: between two of them it gets none. All times are those of
 * {@link System#nanoTime()}. A step is read once nobody measures any more, so that a load generator's record can be
 * decoded then.
 */
public interface LoadedSystem {
    /**
     * Keeps the system busy by a closed loop from {@code at} on, for {@code nanos} ns. What is under way at the end is
     * cut off. The rate of the step is 0.
     */
    Supplier<RateStep> saturate(long at, long nanos) throws InterruptedException;

    /**
     * Sends requests at this rate a second from {@code at} on, for {@code nanos} ns. A request that has no answer
     * {@link LoadTurns#GRACE_NANOS} after that is cut off, and its time until then counts.
     */
    Supplier<RateStep> step(double rate, long at, long nanos) throws InterruptedException;

    /**
     * CPU time of the system until now, in ns, without its load generator's where that is known. It is this process
     * unless it says otherwise.
     */
    default long cpuNanos() {
        return JvmActivity.processCpuNanos();
    }

    /** Memory of the system that is resident now, in bytes; 0 where the kernel does not tell. */
    default long residentBytes() {
        return HostFiles.HOST.memoryBytes("self", "VmRSS");
    }

    /** CPU time of a load generator that is not part of the system until now, in ns. */
    default long generatorNanos() {
        return 0;
    }
}
