package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The counters of the thread that made it, in its windows: the kernel's, from {@code /proc/thread-self}, and the JVM's
 * of its allocations. Used by that thread only. A value that a kernel or a JVM does not tell is absent, never 0.
 */
public final class ThreadCounters {
    private static final int STATUS = 0;
    private static final int STAT = 1;
    private static final int SCHEDSTAT = 2;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean COUNTS_BYTES = ThisJvm.hasModuleManagement();

    private final ProcWindows windows =
            new ProcWindows("/proc/thread-self/status", "/proc/thread-self/stat", "/proc/thread-self/schedstat");

    // getId() is deprecated from 19 on in favour of a method that 8 does not have.
    private final long threadId = Thread.currentThread().getId();
    private long startedAt;
    private long bytesBefore;
    private long nanosBefore;
    private long allocatedBytes;
    private long cpuNanos;
    private long windowNanos;

    /** Starts a window. What allocates comes before what counts allocations, which is the last. */
    public void start() {
        windows.start();
        startedAt = System.nanoTime();
        nanosBefore = THREADS.getCurrentThreadCpuTime();
        bytesBefore = COUNTS_BYTES ? Allocation.bytes(threadId) : 0;
    }

    /** Ends the window; what several windows count is added up. */
    public void end() {
        allocatedBytes += COUNTS_BYTES ? Allocation.bytes(threadId) - bytesBefore : 0;
        cpuNanos += THREADS.getCurrentThreadCpuTime() - nanosBefore;
        windowNanos += System.nanoTime() - startedAt;
        windows.end();
    }

    /** Linked only where its class is. */
    private static final class Allocation {
        private static final com.sun.management.ThreadMXBean BEAN = (com.sun.management.ThreadMXBean) THREADS;

        static long bytes(long threadId) {
            return BEAN.getThreadAllocatedBytes(threadId);
        }
    }

    /** Bytes allocated in the windows, or null if the JVM does not tell. */
    public Long allocatedBytes() {
        return COUNTS_BYTES ? allocatedBytes : null;
    }

    public long cpuNanos() {
        return cpuNanos;
    }

    /** How long the windows were in which {@link #cpuNanos()} was counted, in ns. */
    public long windowNanos() {
        return windowNanos;
    }

    /** Minor page faults, or null if the kernel does not tell. */
    public Long minorFaults() {
        return ofStat(MINOR_FAULTS);
    }

    /**
     * How long the thread was runnable and did not run in a window, numbered from 0, in ns; null if the kernel does not
     * tell or there was no such window.
     */
    public Long waitedNanos(int window) {
        return window < 0 || window >= windows.count()
                ? null
                : windows.in(window, SCHEDSTAT, ThreadCounters::runQueueNanos);
    }

    /** How long it did so in the last window. */
    public Long lastWaitedNanos() {
        return waitedNanos(windows.count() - 1);
    }

    /** Adds what there is: switches, faults, and ms that the thread was runnable and did not run. */
    public void describe(JsonObject json) {
        json.addProperty("voluntarySwitches", ofStatus("voluntary_ctxt_switches:"));
        json.addProperty("involuntarySwitches", ofStatus("nonvoluntary_ctxt_switches:"));
        json.addProperty("minorFaults", ofStat(MINOR_FAULTS));
        json.addProperty("majorFaults", ofStat(MAJOR_FAULTS));
        Long waited = windows.sum(SCHEDSTAT, ThreadCounters::runQueueNanos);
        json.addProperty("runQueueMillis", waited == null ? null : waited / 1_000 / 1e3);
        ProcWindows.dropNulls(json);
    }

    private Long ofStatus(String key) {
        return windows.sum(STATUS, status -> ProcWindows.number(status, key));
    }

    private Long ofStat(int field) {
        return windows.sum(STAT, stat -> HostFiles.toNumber(HostFiles.stat(stat, field)));
    }

    /** Fields of /proc/PID/stat, counted from 1 as in proc(5). */
    private static final int MINOR_FAULTS = 10;

    private static final int MAJOR_FAULTS = 12;

    /** The second of the three numbers of {@code /proc/PID/schedstat}, in ns, or null. */
    static Long runQueueNanos(String text) {
        return ProcWindows.number(text, "\\d+ ");
    }
}
