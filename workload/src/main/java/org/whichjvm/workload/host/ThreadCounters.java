package org.whichjvm.workload.host;

import com.google.gson.JsonObject;

/**
 * What the kernel counted for the calling thread in its windows, from {@code /proc/thread-self}.
 * Used by that thread only. What a kernel does not tell is absent, never 0.
 */
public final class ThreadCounters {
  private static final String VOLUNTARY = "voluntarySwitches";
  private static final String INVOLUNTARY = "involuntarySwitches";
  private static final String MINOR = "minorFaults";
  private static final String MAJOR = "majorFaults";

  private final ProcSnapshot before = snapshot();
  private final ProcSnapshot after = snapshot();
  private final CounterSums sums = new CounterSums();

  /** For which the thread was runnable and did not run, in ns. */
  private final CounterSums waited = new CounterSums();

  private Long lastWaited;

  /** Starts a window. The bytes are kept as they are: they are parsed when it is over. */
  public void start() {
    before.read();
  }

  /** Ends the window; what several windows count is added up. */
  public void end() {
    after.read();
    sums.add(VOLUNTARY, ofStatus("voluntary"));
    sums.add(INVOLUNTARY, ofStatus("nonvoluntary"));
    sums.add(MINOR, ofStat(MINOR_FAULTS));
    sums.add(MAJOR, ofStat(MAJOR_FAULTS));
    lastWaited =
        ProcSnapshot.difference(runQueueNanos(before.text(2)), runQueueNanos(after.text(2)));
    waited.add("", lastWaited);
  }

  /** Minor page faults, or null if the kernel does not tell. */
  public Long minorFaults() {
    return sums.get(MINOR);
  }

  /** How long the thread was runnable and did not run in the last window, in ns; null likewise. */
  public Long lastWaitedNanos() {
    return lastWaited;
  }

  /** Adds what there is: switches, faults, and ms that the thread was runnable and did not run. */
  public void describe(final JsonObject json) {
    sums.describe(json);
    final Long nanos = waited.get("");
    if (nanos != null) {
      json.addProperty("runQueueMillis", nanos / 1_000 / 1e3);
    }
  }

  private Long ofStatus(final String kind) {
    return ProcSnapshot.difference(
        status(before.text(0), kind + "_ctxt_switches"),
        status(after.text(0), kind + "_ctxt_switches"));
  }

  private Long ofStat(final int field) {
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

  private static ProcSnapshot snapshot() {
    return new ProcSnapshot(
        "/proc/thread-self/status", "/proc/thread-self/stat", "/proc/thread-self/schedstat");
  }
}
