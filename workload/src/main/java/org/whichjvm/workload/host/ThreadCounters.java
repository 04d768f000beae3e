package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel counted for the calling thread in its windows, from {@code /proc/thread-self}.
 * Used by that thread only. What a kernel does not tell is absent, never 0.
 */
public final class ThreadCounters {
  private static final String VOLUNTARY = "voluntarySwitches";
  private static final String INVOLUNTARY = "involuntarySwitches";
  private static final String MINOR = "minorFaults";
  private static final String MAJOR = "majorFaults";
  private static final String WAITED = "waited";

  private final ProcSnapshot.Reader files =
      new ProcSnapshot.Reader(
          "/proc/thread-self/status", "/proc/thread-self/stat", "/proc/thread-self/schedstat");

  private final List<ProcSnapshot> starts = new ArrayList<>();
  private final List<ProcSnapshot> ends = new ArrayList<>();
  private ProcSnapshot start;

  /** Starts a window. */
  public void start() {
    start = files.read();
  }

  /** Ends the window; what several windows count is added up. */
  public void end() {
    starts.add(start);
    ends.add(files.read());
  }

  /** Minor page faults, or null if the kernel does not tell. */
  public Long minorFaults() {
    return sums().get(MINOR);
  }

  /**
   * How long the thread was runnable and did not run in a window, in ns; null likewise.
   *
   * @param window its number, from 0; null if there was none
   */
  public Long waitedNanos(final int window) {
    return window >= ends.size()
        ? null
        : ProcSnapshot.difference(
            runQueueNanos(starts.get(window).text(2)), runQueueNanos(ends.get(window).text(2)));
  }

  /** The same of the last window. */
  public Long lastWaitedNanos() {
    return ends.isEmpty() ? null : waitedNanos(ends.size() - 1);
  }

  /** Adds what there is: switches, faults, and ms that the thread was runnable and did not run. */
  public void describe(final JsonObject json) {
    final CounterSums sums = sums();
    for (final String name : new String[] {VOLUNTARY, INVOLUNTARY, MINOR, MAJOR}) {
      json.addProperty(name, sums.get(name));
    }
    final Long waited = sums.get(WAITED);
    json.addProperty("runQueueMillis", waited == null ? null : waited / 1_000 / 1e3);
    ProcSnapshot.dropNulls(json);
  }

  private CounterSums sums() {
    final CounterSums sums = new CounterSums();
    for (int i = 0; i < ends.size(); i++) {
      final ProcSnapshot before = starts.get(i);
      final ProcSnapshot after = ends.get(i);
      sums.add(VOLUNTARY, ofStatus(before, after, "voluntary"));
      sums.add(INVOLUNTARY, ofStatus(before, after, "nonvoluntary"));
      sums.add(MINOR, ofStat(before, after, MINOR_FAULTS));
      sums.add(MAJOR, ofStat(before, after, MAJOR_FAULTS));
      sums.add(WAITED, waitedNanos(i));
    }
    return sums;
  }

  private static Long ofStatus(
      final ProcSnapshot before, final ProcSnapshot after, final String kind) {
    return ProcSnapshot.difference(
        status(before.text(0), kind + "_ctxt_switches"),
        status(after.text(0), kind + "_ctxt_switches"));
  }

  private static Long ofStat(final ProcSnapshot before, final ProcSnapshot after, final int field) {
    return ProcSnapshot.difference(stat(before.text(1), field), stat(after.text(1), field));
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
