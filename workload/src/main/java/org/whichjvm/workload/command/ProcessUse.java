package org.whichjvm.workload.command;

import org.whichjvm.workload.host.Kernel;

/** The resources that ended descendants of this process have used: getrusage(2). */
final class ProcessUse {
  private static final long MICROS = 1_000_000;
  private static final int PEAK = 4;

  private final long[] usage;

  private ProcessUse(final long[] usage) {
    this.usage = usage;
  }

  static ProcessUse now() {
    return new ProcessUse(Kernel.childUsage());
  }

  /** CPU time in user mode since then, in µs. */
  long userMicros(final ProcessUse before) {
    return micros(0) - before.micros(0);
  }

  /** CPU time in the kernel since then, in µs. */
  long systemMicros(final ProcessUse before) {
    return micros(2) - before.micros(2);
  }

  /**
   * The most memory that one of the processes had resident, in KiB. A process that was only just
   * started from this JVM has that of this JVM, so that no smaller peak can be seen.
   */
  long peakKb() {
    return usage[PEAK];
  }

  /** Page faults since then, minor and major ones. */
  long pageFaults(final ProcessUse before) {
    return difference(before, 8) + difference(before, 9);
  }

  /** Context switches since then, voluntary and involuntary ones. */
  long contextSwitches(final ProcessUse before) {
    return difference(before, 16) + difference(before, 17);
  }

  private long micros(final int at) {
    return usage[at] * MICROS + usage[at + 1];
  }

  private long difference(final ProcessUse before, final int at) {
    return usage[at] - before.usage[at];
  }
}
