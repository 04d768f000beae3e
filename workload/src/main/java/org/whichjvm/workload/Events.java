package org.whichjvm.workload;

/**
 * On how many separate events each of a few latencies rests: the runs of messages above it. A stall
 * of 10 ms is 1,000 messages at 100,000 a second, but one event, and of one event nothing can be
 * told.
 *
 * <p>Messages above that were due less than {@value #APART_NANOS} ns after the one before belong to
 * one run ("runs declustering": Coles, An Introduction to Statistical Modeling of Extreme Values,
 * 2001, ch. 5). Where messages are due less often than that, each is an event of its own. Messages
 * of all producers count as one sequence: what delays the consumer delays all of them.
 */
final class Events {
  static final long APART_NANOS = 100_000;

  private final long[] above;
  private final long[] counts;
  private final long[] lastDueAt;

  /**
   * @param above latencies in ns, ascending
   */
  Events(final long... above) {
    this.above = above;
    counts = new long[above.length];
    lastDueAt = new long[above.length];
  }

  /** Takes the next message in the order in which they were due. */
  void accept(final long dueAt, final long latencyNs) {
    for (int i = 0; i < above.length && latencyNs > above[i]; i++) {
      if (counts[i] == 0 || dueAt - lastDueAt[i] >= APART_NANOS) {
        counts[i]++;
      }
      lastDueAt[i] = dueAt;
    }
  }

  /** Events above the latency of that number. */
  long count(final int number) {
    return counts[number];
  }
}
