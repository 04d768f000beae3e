package org.whichjvm.workload.host;

import java.util.LinkedHashMap;
import java.util.Map;

/** Sums of counters over several windows: one that is unknown in a window is unknown. */
final class CounterSums {
  private final Map<String, Long> sums = new LinkedHashMap<>();

  /**
   * Adds what a window has counted.
   *
   * @param more null if it is not known
   */
  void add(final String name, final Long more) {
    final boolean first = !sums.containsKey(name);
    final Long sum = first ? Long.valueOf(0) : sums.get(name);
    sums.put(name, sum == null || more == null ? null : (Long) (sum + more));
  }

  /** A sum; null if it is not known. */
  Long get(final String name) {
    return sums.get(name);
  }
}
