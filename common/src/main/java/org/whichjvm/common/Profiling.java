package org.whichjvm.common;

/** How a program's profile is taken. */
public final class Profiling {
  /**
   * CPU time of a thread between two samples, in ms. It is longer than a tick of a kernel with 250
   * or 1,000 a second, so that each sample is taken: a timer of CPU time is looked at once a tick,
   * and what came twice counts once.
   */
  public static final int SAMPLE_MILLIS = 5;

  private Profiling() {}
}
