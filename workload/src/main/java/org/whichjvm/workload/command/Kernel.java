package org.whichjvm.workload.command;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** What only the kernel can tell or do to processes that this JVM started. */
final class Kernel {
  static final int SIGKILL = 9;
  static final int SIGTERM = 15;

  private static final int RUSAGE_CHILDREN = -1;
  private static final int ANY_CHILD = -1;
  private static final int WNOHANG = 1;

  /** struct rusage of a 64-bit Linux, getrusage(2): 18 longs. */
  private static final int RUSAGE_BYTES = 144;

  private static final LibC C = Native.load("c", LibC.class);

  private Kernel() {}

  /** The functions, as libc has them. */
  interface LibC extends Library {
    int getrusage(int who, Pointer usage);

    int kill(int pid, int signal);

    int waitpid(int pid, Pointer status, int options);
  }

  static void signal(final int pid, final int signal) {
    C.kill(pid, signal);
  }

  /**
   * Takes the exit status of an adopted child that has ended. The JVM waits for those it started
   * itself: to be called only where there is none of these.
   *
   * @return whether there was one
   */
  static boolean reap() {
    return C.waitpid(ANY_CHILD, Pointer.NULL, WNOHANG) > 0;
  }

  /** The longs of struct rusage: of all descendants that have ended and were waited for. */
  static long[] childUsage() {
    final Memory usage = new Memory(RUSAGE_BYTES);
    if (C.getrusage(RUSAGE_CHILDREN, usage) != 0) {
      throw new IllegalStateException("getrusage failed with errno " + Native.getLastError());
    }
    return usage.getLongArray(0, RUSAGE_BYTES / Long.BYTES);
  }
}
