package org.whichjvm.workload.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveGraphsTest {
    private static final int GRAPHS = 50;

    private final long seed = new Random().nextLong();

    @Test
    void theSameSeedGivesTheSameGraphs() {
        LiveGraphs one = new LiveGraphs(1, seed);
        LiveGraphs other = new LiveGraphs(1, seed);
        for (int i = 0; i < GRAPHS; i++) {
            assertEquals(checksum(one.next()), checksum(other.next()), "seed " + seed);
        }
    }

    @Test
    void aSeedGivesTheseGraphsOnEveryJvm() {
        assertEquals(88558150376320708L, checksum(new LiveGraphs(1, 1).next()));
    }

    /** Two of them may be alike by chance: a few are hardly more than one list. */
    @Test
    void anotherSeedAndTheNextGraphsAreOthers() {
        LiveGraphs graphs = new LiveGraphs(1, seed);
        LiveGraphs others = new LiveGraphs(1, seed + 1);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < GRAPHS; i++) {
            seen.add(checksum(graphs.next()));
            seen.add(checksum(others.next()));
        }
        assertTrue(seen.size() > GRAPHS, seen.size() + " with seed " + seed);
    }

    @Test
    void everyGraphHasItsNumberOfNodesAndALongList() {
        LiveGraphs graphs = new LiveGraphs(1, seed);
        int deepest = 0;
        for (int i = 0; i < GRAPHS; i++) {
            LiveGraphs.Node root = graphs.next();
            assertEquals(LiveGraphs.NODES, root.count(), "seed " + seed);
            deepest = Math.max(deepest, depth(root));
        }
        // A tree of as many nodes that were divided evenly would be 15 deep.
        assertTrue(deepest > 1_000, deepest + " with seed " + seed);
    }

    @Test
    void whatShouldBeAliveIsCounted() {
        LiveGraphs alive = new LiveGraphs(3, seed);
        alive.check();
        assertEquals(LiveGraphs.NODES, alive.allocate(0));
        alive.check();
        alive.allocate(50_000_000);
        alive.check();
    }

    /** Equal for graphs of equal form and numbers, and hardly ever for others. */
    private static long checksum(LiveGraphs.Node root) {
        long sum = 17;
        for (LiveGraphs.Node node = root; node != null; node = node.first) {
            sum = 31 * sum + node.number;
            if (node.second != null) {
                sum = 31 * sum + checksum(node.second);
            }
        }
        return sum;
    }

    /** Nodes from here to the farthest, by either reference. */
    private static int depth(LiveGraphs.Node root) {
        int steps = 0;
        int deepest = 0;
        for (LiveGraphs.Node node = root; node != null; node = node.first) {
            steps++;
            deepest = Math.max(deepest, steps + (node.second == null ? 0 : depth(node.second)));
        }
        return deepest;
    }
}
