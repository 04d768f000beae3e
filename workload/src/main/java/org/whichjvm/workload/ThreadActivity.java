package org.whichjvm.workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the thread that made it allocates and computes in a window. Used by that thread only. */
final class ThreadActivity {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long threadId = currentId();
  private long allocatedBytes;
  private long cpuNanos;

  /** Starts the window: the last thing before the loop. Allocates nothing. */
  void start() {
    cpuNanos = THREADS.getCurrentThreadCpuTime();
    allocatedBytes = THREADS.getThreadAllocatedBytes(threadId);
  }

  /** Ends the window: the first thing after the loop. */
  void end() {
    allocatedBytes = THREADS.getThreadAllocatedBytes(threadId) - allocatedBytes;
    cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuNanos;
  }

  /** Bytes allocated between start and end. */
  long allocatedBytes() {
    return allocatedBytes;
  }

  /** Nanoseconds of CPU time between start and end. */
  long cpuNanos() {
    return cpuNanos;
  }

  // getId() is deprecated from 19 on in favour of a method that 8 does not have.
  private static long currentId() {
    return Thread.currentThread().getId();
  }
}
