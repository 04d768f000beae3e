package org.whichjvm.workload;

import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * What each of JMH's measuring threads has of its own. JMH does not pin; this does, for two threads
 * on one CPU would contend for nothing.
 */
@State(Scope.Thread)
public class BenchmarkThread {
  private static volatile List<Integer> cpus = Collections.emptyList();

  /** Its cell, which no other thread touches. */
  PaddedLong own;

  /** Takes what an operation returned, so that no compiler chooses one that returns nothing. */
  long seen;

  /** From 0. */
  int index;

  /**
   * @param each thread's CPU; static, for JMH makes the threads and knows no other way to tell them
   */
  static void pinTo(final List<Integer> each) {
    cpus = each;
  }

  /**
   * Runs in the thread itself, once.
   *
   * @throws CannotRun if the thread is not where it should be
   */
  @Setup
  public void start(final ThreadParams params) {
    index = params.getThreadIndex();
    Cpus.pin(cpus.get(index));
    own = new PaddedLong();
  }
}
