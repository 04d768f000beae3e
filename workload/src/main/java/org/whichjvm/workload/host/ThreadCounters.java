package org.whichjvm.workload.host;

import com.google.gson.JsonObject;

/**
 * The kernel's counters of the calling thread in its windows, from {@code /proc/thread-self}. Used
 * by that thread only. What a kernel does not tell is absent, never 0.
 */
public final class ThreadCounters {
  private static final int STATUS = 0;
  private static final int STAT = 1;
  private static final int SCHEDSTAT = 2;

  private final ProcWindows windows =
      new ProcWindows(
          "/proc/thread-self/status", "/proc/thread-self/stat", "/proc/thread-self/schedstat");

  /** Starts a window. */
  public void start() {
    windows.start();
  }

  /** Ends the window; what several windows count is added up. */
  public void end() {
    windows.end();
  }

  /** Minor page faults, or null if the kernel does not tell. */
  public Long minorFaults() {
    return ofStat(MINOR_FAULTS);
  }

  /**
   * How long the thread was runnable and did not run in a window, in ns; null if the kernel does
   * not tell.
   *
   * @param window its number, from 0; null if there was none
   */
  public Long waitedNanos(final int window) {
    return window >= windows.count() ? null : windows.in(window, ThreadCounters::waited);
  }

  /** How long it did so in the last window. */
  public Long lastWaitedNanos() {
    return windows.count() == 0 ? null : waitedNanos(windows.count() - 1);
  }

  /** Adds what there is: switches, faults, and ms that the thread was runnable and did not run. */
  public void describe(final JsonObject json) {
    json.addProperty("voluntarySwitches", ofStatus("voluntary_ctxt_switches"));
    json.addProperty("involuntarySwitches", ofStatus("nonvoluntary_ctxt_switches"));
    json.addProperty("minorFaults", ofStat(MINOR_FAULTS));
    json.addProperty("majorFaults", ofStat(MAJOR_FAULTS));
    final Long waited = windows.sum(ThreadCounters::waited);
    json.addProperty("runQueueMillis", waited == null ? null : waited / 1_000 / 1e3);
    ProcSnapshot.dropNulls(json);
  }

  private Long ofStatus(final String key) {
    return windows.sum(at -> status(at.text(STATUS), key));
  }

  private Long ofStat(final int field) {
    return windows.sum(at -> stat(at.text(STAT), field));
  }

  private static Long waited(final ProcSnapshot at) {
    return runQueueNanos(at.text(SCHEDSTAT));
  }

  /** Fields of /proc/PID/stat, counted from 1 as in proc(5). */
  static final int MINOR_FAULTS = 10;

  static final int MAJOR_FAULTS = 12;

  /** A number of {@code /proc/PID/status}, or null. */
  static Long status(final String text, final String key) {
    return ProcSnapshot.number(text, key + ":");
  }

  /** A field of {@code /proc/PID/stat} by its number, from 4 on, or null. */
  static Long stat(final String text, final int field) {
    // The name, field 2, is in parentheses and may hold any character.
    final String[] fields =
        text == null ? new String[0] : text.substring(text.lastIndexOf(')') + 1).trim().split(" ");
    return fields.length > field - 3 ? Long.valueOf(fields[field - 3]) : null;
  }

  /** The second of the three numbers of {@code /proc/PID/schedstat}, in ns, or null. */
  static Long runQueueNanos(final String text) {
    final String[] fields = text == null ? new String[0] : text.trim().split(" ");
    return fields.length == 3 ? Long.valueOf(fields[1]) : null;
  }
}
