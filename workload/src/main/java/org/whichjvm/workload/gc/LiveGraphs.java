package org.whichjvm.workload.gc;

import org.whichjvm.workload.fork.ForkFailure;

/**
 * Makes {@link UnevenGraph graphs} and keeps the last few: old enough ones are garbage, so that a
 * young collection finds these few alive and all else dead.
 */
final class LiveGraphs {
  private final UnevenGraph graphs;

  /** One array, old before long: a single root that one thread of the garbage collector gets. */
  private final UnevenGraph.Node[] alive;

  private long made;

  /**
   * @param count of graphs to keep
   */
  LiveGraphs(final int count, final long seed) {
    graphs = new UnevenGraph(seed);
    alive = new UnevenGraph.Node[count];
  }

  /** Allocates for this long; returns how many objects. */
  long allocate(final long nanos) {
    final long until = System.nanoTime() + nanos;
    final long before = made;
    do {
      alive[(int) (made++ % alive.length)] = graphs.next();
    } while (System.nanoTime() < until);
    return (made - before) * UnevenGraph.NODES;
  }

  /**
   * Looks whether everything that should be alive is.
   *
   * @throws ForkFailure if a collection has lost or doubled an object
   */
  void check() {
    for (int i = 0; i < alive.length; i++) {
      final int count = alive[i] == null ? 0 : alive[i].count();
      if (count != (i < made ? UnevenGraph.NODES : 0)) {
        throw new ForkFailure(
            "of the %,d objects of a live graph %,d are there after the collections",
            UnevenGraph.NODES, count);
      }
    }
  }
}
