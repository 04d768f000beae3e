package org.whichjvm.workload.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TurnPlanTest {
    private static final long MILLI = 1_000_000;
    private static final int MEMBERS = 5;
    private static final int ROUNDS = 400;

    @Test
    void inEachRoundEveryContenderHasASlotOfItsOwn() {
        List<TurnPlan> plans = plans(7, 3);
        for (int round = 0; round < ROUNDS; round++) {
            TreeSet<Long> starts = new TreeSet<>();
            for (TurnPlan plan : plans) {
                starts.add(plan.startOf(round));
            }
            assertEquals(MEMBERS, starts.size(), "round " + round);
            long first = (long) round * MEMBERS * 112 * MILLI;
            assertEquals(first, starts.first().longValue());
            assertEquals(first + (MEMBERS - 1) * 112 * MILLI, starts.last().longValue());
        }
        assertEquals((long) ROUNDS * MEMBERS * 112 * MILLI, plans.get(0).totalNanos());
    }

    @Test
    void eachContenderHasEachPlaceAboutAsOften() {
        for (TurnPlan plan : plans(7, 3)) {
            int[] counts = new int[MEMBERS];
            for (int round = 0; round < ROUNDS; round++) {
                counts[plan.place(round)]++;
            }
            for (int count : counts) {
                // Binomial, 400 × 1/5: 80 with a standard deviation of 8.
                assertTrue(count > 48 && count < 112, "a place was drawn " + count + " times of 400");
            }
        }
    }

    @Test
    void anotherBlockHasAnotherOrder() {
        assertNotEquals(places(plans(7, 3).get(0)), places(plans(7, 4).get(0)));
        assertNotEquals(places(plans(7, 3).get(0)), places(plans(8, 3).get(0)));
        assertEquals(places(plans(7, 3).get(0)), places(plans(7, 3).get(0)));
    }

    @Test
    void eachRoundMayBeTheMirrorOfTheOneBefore() {
        assertEquals("ABBAABBAAB", order(2, 5));
        assertEquals("ABCCBAABC", order(3, 3));
        assertEquals("AAAA", order(1, 4));
    }

    /** Who has each slot. */
    private static String order(int members, int rounds) {
        char[] slots = new char[members * rounds];
        for (int member = 0; member < members; member++) {
            TurnPlan plan = TurnPlan.mirrored(new Members(members, member), rounds, 700 * MILLI);
            for (int round = 0; round < rounds; round++) {
                slots[(int) (plan.startOf(round) / (700 * MILLI))] = (char) ('A' + member);
            }
            assertEquals(slots.length * 700 * MILLI, plan.totalNanos());
        }
        return new String(slots);
    }

    private static List<Integer> places(TurnPlan plan) {
        List<Integer> places = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            places.add(plan.place(round));
        }
        return places;
    }

    private static List<TurnPlan> plans(long seed, int block) {
        List<TurnPlan> plans = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++) {
            plans.add(new TurnPlan(new Members(MEMBERS, member), ROUNDS, 112 * MILLI, seed, block));
        }
        return plans;
    }
}
