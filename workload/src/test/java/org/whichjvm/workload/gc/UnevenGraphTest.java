package org.whichjvm.workload.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnevenGraphTest {
  private static final int GRAPHS = 50;

  private final long seed = new Random().nextLong();

  @Test
  void theSameSeedGivesTheSameGraphs() {
    final UnevenGraph one = new UnevenGraph(seed);
    final UnevenGraph other = new UnevenGraph(seed);
    for (int i = 0; i < GRAPHS; i++) {
      assertEquals(one.next().checksum(), other.next().checksum(), "seed " + seed);
    }
  }

  @Test
  void aSeedGivesTheseGraphsOnEveryJvm() {
    assertEquals(88558150376320708L, new UnevenGraph(1).next().checksum());
  }

  /** Two of them may be alike by chance: a few are hardly more than one list. */
  @Test
  void anotherSeedAndTheNextGraphsAreOthers() {
    final UnevenGraph graphs = new UnevenGraph(seed);
    final UnevenGraph others = new UnevenGraph(seed + 1);
    final Set<Long> seen = new HashSet<>();
    for (int i = 0; i < GRAPHS; i++) {
      seen.add(graphs.next().checksum());
      seen.add(others.next().checksum());
    }
    assertTrue(seen.size() > GRAPHS, seen.size() + " with seed " + seed);
  }

  @Test
  void everyGraphHasItsNumberOfNodesAndALongList() {
    final UnevenGraph graphs = new UnevenGraph(seed);
    int deepest = 0;
    for (int i = 0; i < GRAPHS; i++) {
      final UnevenGraph.Node root = graphs.next();
      assertEquals(UnevenGraph.NODES, root.count(), "seed " + seed);
      deepest = Math.max(deepest, root.depth());
    }
    // A tree of as many nodes that were divided evenly would be 15 deep.
    assertTrue(deepest > 1_000, deepest + " with seed " + seed);
  }

  @Test
  void whatShouldBeAliveIsCounted() {
    final LiveGraphs alive = new LiveGraphs(3, seed);
    alive.check();
    assertEquals(UnevenGraph.NODES, alive.allocate(0));
    alive.check();
    alive.allocate(50_000_000);
    alive.check();
  }
}
