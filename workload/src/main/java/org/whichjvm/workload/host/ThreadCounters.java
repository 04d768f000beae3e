package org.whichjvm.workload.host;

import com.google.gson.JsonObject;

/**
 * What the kernel counted for the calling thread in a window, from {@code /proc/thread-self}. Used
 * by that thread only. What a kernel does not tell is absent, never 0.
 */
public final class ThreadCounters {
  private final ProcSnapshot before = snapshot();
  private final ProcSnapshot after = snapshot();

  /** Starts the window. The bytes are kept as they are: they are parsed when it is over. */
  public void start() {
    before.read();
  }

  /** Ends the window. */
  public void end() {
    after.read();
  }

  /** Minor page faults, or null if the kernel does not tell. */
  public Long minorFaults() {
    return difference(stat(before.text(1), MINOR_FAULTS), stat(after.text(1), MINOR_FAULTS));
  }

  /** Adds what there is: switches, faults, and ms that the thread was runnable and did not run. */
  public void describe(final JsonObject json) {
    for (final String kind : new String[] {"voluntary", "nonvoluntary"}) {
      json.addProperty(
          kind.equals("voluntary") ? "voluntarySwitches" : "involuntarySwitches",
          difference(
              status(before.text(0), kind + "_ctxt_switches"),
              status(after.text(0), kind + "_ctxt_switches")));
    }
    json.addProperty("minorFaults", minorFaults());
    json.addProperty(
        "majorFaults",
        difference(stat(before.text(1), MAJOR_FAULTS), stat(after.text(1), MAJOR_FAULTS)));
    final Long waited = difference(runQueueNanos(before.text(2)), runQueueNanos(after.text(2)));
    json.addProperty("runQueueMillis", waited == null ? null : waited / 1_000 / 1e3);
    ProcSnapshot.dropNulls(json);
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

  private static Long difference(final Long before, final Long after) {
    return ProcSnapshot.difference(before, after);
  }

  private static ProcSnapshot snapshot() {
    return new ProcSnapshot(
        "/proc/thread-self/status", "/proc/thread-self/stat", "/proc/thread-self/schedstat");
  }
}
