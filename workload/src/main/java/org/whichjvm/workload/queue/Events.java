package org.whichjvm.workload.queue;

/**
 * On how many separate events each of a few latencies rests: the runs of messages above it. A stall
 * of 10 ms is 1,000 messages at 100,000 a second, but one event, and one event tells nothing about
 * the JVM.
 *
 * <p>Messages above with fewer than {@value #APART} messages from one to the next belong to one run
 * ("runs declustering": Coles, An Introduction to Statistical Modeling of Extreme Values, 2001, ch.
 * 5): more than what follows a stall, less than from one new memory page to the next, which is some
 * 16 messages of 256 bytes. Messages of all producers count as one sequence: what delays the
 * consumer delays all of them.
 */
final class Events {
  static final int APART = 10;

  private final long[] above;
  private final long[] counts;
  private final long[] last;
  private long index;

  /**
   * @param above latencies in ns, ascending
   */
  Events(final long... above) {
    this.above = above;
    counts = new long[above.length];
    last = new long[above.length];
  }

  /** Takes the next message in the order in which they were due. */
  void accept(final long latencyNs) {
    for (int i = 0; i < above.length && latencyNs > above[i]; i++) {
      if (counts[i] == 0 || index - last[i] >= APART) {
        counts[i]++;
      }
      last[i] = index;
    }
    index++;
  }

  /** Events above the latency of that number. */
  long count(final int number) {
    return counts[number];
  }
}
