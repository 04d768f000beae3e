package org.whichjvm.workload.host;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** What a process or a thread may ask of the kernel for itself: prctl(2). */
public final class Prctl {
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int PR_SET_CHILD_SUBREAPER = 36;

  private static final LibC C = Native.load("c", LibC.class);

  private Prctl() {}

  /** The function, as libc has it. */
  interface LibC extends Library {
    int prctl(int option, long second, long third, long fourth, long fifth);
  }

  /**
   * Orphans of this process's descendants become its children, not init's.
   *
   * @return whether they do from now on
   */
  public static boolean adoptOrphans() {
    return C.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
  }

  /**
   * The calling thread is woken when it asked to be, and not up to 50 µs later together with
   * others.
   *
   * @return whether it is from now on
   */
  public static boolean wakeInTime() {
    return C.prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) == 0;
  }
}
