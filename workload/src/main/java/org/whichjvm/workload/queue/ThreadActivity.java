package org.whichjvm.workload.queue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.whichjvm.workload.host.ThisJvm;

/** Allocation and CPU time of the thread that made it, in its windows. Used by that thread only. */
final class ThreadActivity {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean COUNTS_BYTES = ThisJvm.hasModuleManagement();

  private final long threadId = currentId();
  private long bytesBefore;
  private long nanosBefore;
  private long allocatedBytes;
  private long cpuNanos;

  /** Starts a window: the last thing before the loop. Allocates nothing. */
  void start() {
    nanosBefore = THREADS.getCurrentThreadCpuTime();
    bytesBefore = COUNTS_BYTES ? Allocation.bytes(threadId) : 0;
  }

  /** Ends the window: the first thing after the loop. What several windows count is added up. */
  void end() {
    allocatedBytes += COUNTS_BYTES ? Allocation.bytes(threadId) - bytesBefore : 0;
    cpuNanos += THREADS.getCurrentThreadCpuTime() - nanosBefore;
  }

  /** Bytes allocated between start and end, or null if the JVM does not tell. */
  Long allocatedBytes() {
    return COUNTS_BYTES ? allocatedBytes : null;
  }

  /** Nanoseconds of CPU time between start and end. */
  long cpuNanos() {
    return cpuNanos;
  }

  // getId() is deprecated from 19 on in favour of a method that 8 does not have.
  private static long currentId() {
    return Thread.currentThread().getId();
  }

  /** Linked only where its class is. */
  private static final class Allocation {
    private static final com.sun.management.ThreadMXBean BEAN =
        (com.sun.management.ThreadMXBean) THREADS;

    static long bytes(final long threadId) {
      return BEAN.getThreadAllocatedBytes(threadId);
    }
  }
}
