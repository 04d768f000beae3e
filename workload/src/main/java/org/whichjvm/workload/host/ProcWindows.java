package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A few files of /proc or /sys as they were at the start and at the end of each window. Counters
 * are read out of them once all windows are over; a counter that is unknown in one window is
 * unknown.
 */
final class ProcWindows {
  private final ProcSnapshot.Reader files;
  private final List<ProcSnapshot> starts = new ArrayList<>();
  private final List<ProcSnapshot> ends = new ArrayList<>();
  private ProcSnapshot start;

  /** Reads these files; a path may be null. */
  ProcWindows(final String... paths) {
    files = new ProcSnapshot.Reader(paths);
  }

  /** Starts a window. */
  void start() {
    start = files.read();
  }

  /** Ends the window. */
  void end() {
    starts.add(start);
    ends.add(files.read());
  }

  /** How many windows there were. */
  int count() {
    return ends.size();
  }

  /** The difference of a counter in a window; null if it is not known. */
  Long in(final int window, final Function<ProcSnapshot, Long> counter) {
    final Long before = counter.apply(starts.get(window));
    final Long after = counter.apply(ends.get(window));
    return before == null || after == null ? null : (Long) Math.max(0, after - before);
  }

  /** The sum of a counter over all windows; null if it is not known of one, or there is none. */
  Long sum(final Function<ProcSnapshot, Long> counter) {
    Long sum = count() == 0 ? null : (Long) 0L;
    for (int i = 0; i < count() && sum != null; i++) {
      final Long more = in(i, counter);
      sum = more == null ? null : (Long) (sum + more);
    }
    return sum;
  }
}
