package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
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

  @Test
  void anotherSeedAndTheNextGraphAreOthers() {
    final UnevenGraph graphs = new UnevenGraph(seed);
    final long first = graphs.next().checksum();
    assertNotEquals(first, graphs.next().checksum(), "seed " + seed);
    assertNotEquals(first, new UnevenGraph(seed + 1).next().checksum(), "seed " + seed);
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
