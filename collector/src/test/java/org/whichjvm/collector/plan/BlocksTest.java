package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.PlanFile;

class BlocksTest {
    private static final List<String> CONTENDERS = List.of("a", "b", "c", "d");

    private static List<List<String>> orders(int blocks, long seed) {
        return Blocks.orders(Blocks.of(List.of(CONTENDERS), blocks), seed);
    }

    @Test
    void everyBlockHasEveryContenderOnce() {
        for (List<String> block : orders(50, 7)) {
            assertEquals(4, block.size());
            assertEquals(Set.copyOf(CONTENDERS), Set.copyOf(block));
        }
    }

    @Test
    void theSameSeedIsTheSamePlanAndAnotherSeedIsAnother() {
        assertEquals(orders(30, 42), orders(30, 42));
        assertNotEquals(orders(30, 42), orders(30, 43));
    }

    @Test
    void thePlanOfASeedNeverChanges() {
        // Computed apart from java.util.Random, from the formulas in its Javadoc.
        assertEquals("bcdacadbdabcbacd", text(orders(4, 42)));
    }

    private static String text(List<List<String>> orders) {
        return String.join(
                "", orders.stream().map(order -> String.join("", order)).toList());
    }

    @Test
    void neighbouringSeedsDoNotBeginAlike() {
        Set<String> first = new HashSet<>();
        for (long seed = 1; seed <= 100; seed++) {
            first.add(text(orders(1, seed)));
        }
        assertTrue(first.size() > 20, "of 24 orders, only " + first);
    }

    @Test
    void everyContenderIsAtEveryPlaceAboutEquallyOften() {
        long seed = System.nanoTime();
        Map<String, Integer> times = new HashMap<>();
        for (List<String> order : orders(8_000, seed)) {
            for (int i = 0; i < 4; i++) {
                times.merge(i + order.get(i), 1, Integer::sum);
            }
        }
        assertEquals(16, times.size());
        // 2,000 expected, standard deviation 39: 7 of them is less than one false alarm in 10^10.
        times.forEach((place, n) -> assertEquals(2_000, n, 270, () -> place + " with seed " + seed));
    }

    private static List<PlanFile.Line> lines(Interleave interleave, int from, int to, int firstStep) {
        List<List<String>> blocks = Blocks.of(List.of(List.of("a", "b")), to);
        return Blocks.lines(blocks, interleave, 5, from, firstStep);
    }

    @Test
    void byForksEachForkIsAStepAndStepsFollowOneAnother() {
        List<PlanFile.Line> lines = lines(Interleave.FORKS, 1, 2, 1);
        assertEquals(
                List.of(1, 2, 3, 4), lines.stream().map(PlanFile.Line::step).toList());
    }

    @Test
    void aLongerPlanBeginsAsAShorterOne() {
        assertEquals(lines(Interleave.FORKS, 1, 9, 1).subList(12, 18), lines(Interleave.FORKS, 7, 9, 13));
        assertEquals(lines(Interleave.TURNS, 1, 9, 1).subList(12, 18), lines(Interleave.TURNS, 7, 9, 7));
    }

    @Test
    void byTurnsABlockIsOneStepOfAllContenders() {
        List<PlanFile.Line> lines = lines(Interleave.TURNS, 1, 20, 1);
        assertEquals(40, lines.size());
        for (PlanFile.Line line : lines) {
            assertEquals(line.block(), line.step());
        }
        for (int i = 0; i < lines.size(); i += 2) {
            assertEquals(
                    List.of("a", "b"),
                    lines.subList(i, i + 2).stream()
                            .map(PlanFile.Line::contender)
                            .sorted()
                            .toList());
        }
    }

    @Test
    void blocksTakeTheGroupsInTurn() {
        List<List<String>> groups = List.of(List.of("a", "b"), List.of("a", "c"));
        assertEquals(List.of(groups.get(0), groups.get(1), groups.get(0)), Blocks.of(groups, 3));
    }
}
