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

    private static List<Blocks.Step> steps(Interleave interleave, int blocks) {
        return Blocks.steps(Blocks.of(List.of(List.of("a", "b")), blocks), interleave, 5);
    }

    @Test
    void byForksEachForkIsAStepAndStepsFollowOneAnother() {
        List<Blocks.Step> steps = steps(Interleave.FORKS, 2);
        assertEquals(
                List.of(1, 2, 3, 4), steps.stream().map(Blocks.Step::number).toList());
        assertEquals(List.of(1, 1, 2, 2), steps.stream().map(Blocks.Step::block).toList());
    }

    @Test
    void aLongerPlanBeginsAsAShorterOne() {
        for (Interleave each : Interleave.values()) {
            List<Blocks.Step> shorter = steps(each, 6);
            assertEquals(shorter, steps(each, 9).subList(0, shorter.size()));
        }
    }

    @Test
    void byTurnsABlockIsOneStepOfAllContenders() {
        List<Blocks.Step> steps = steps(Interleave.TURNS, 20);
        assertEquals(20, steps.size());
        for (Blocks.Step step : steps) {
            assertEquals(step.block(), step.number());
            assertEquals(List.of("a", "b"), step.contenders().stream().sorted().toList());
        }
    }

    @Test
    void blocksTakeTheGroupsInTurn() {
        List<List<String>> groups = List.of(List.of("a", "b"), List.of("a", "c"));
        assertEquals(List.of(groups.get(0), groups.get(1), groups.get(0)), Blocks.of(groups, 3));
    }
}
