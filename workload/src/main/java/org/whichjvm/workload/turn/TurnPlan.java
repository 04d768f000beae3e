package org.whichjvm.workload.turn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * When each contender of a block has its turns, fixed before the first one: nothing needs to be said while anybody
 * measures.
 *
 * <p>Time is divided into slots of one length, from a start that all contenders know; a round is one slot of each
 * contender, in an order drawn for that round or in the mirror of the round before. A slot is the turn itself, a lead
 * in which its threads wake up, and a tail for what is still under way and the counters.
 */
public final class TurnPlan {
    /** Spreads seeds that are neighbours: the odd number nearest to 2⁶⁴ ÷ the golden ratio. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int members;

    /** From the start of one slot to that of the next, in ns. */
    public final long slotNanos;

    private final int[] places;

    /** Draws the order of all rounds, by a seed that all members have. Each block has orders of its own. */
    public TurnPlan(Members members, int rounds, long slotNanos, long seed, int block) {
        this.members = members.count;
        this.slotNanos = slotNanos;
        places = new int[rounds];
        Random random = random(seed, block);
        for (int round = 0; round < rounds; round++) {
            List<Integer> order =
                    IntStream.range(0, members.count).boxed().collect(Collectors.toCollection(ArrayList::new));
            shuffle(order, random);
            places[round] = order.indexOf(members.number);
        }
    }

    private TurnPlan(Members members, int rounds, long slotNanos) {
        this.members = members.count;
        this.slotNanos = slotNanos;
        places = IntStream.range(0, rounds)
                .map(round -> round % 2 == 0 ? members.number : members.count - 1 - members.number)
                .toArray();
    }

    /**
     * Each round is the mirror of the one before: A B B A A B, so that a host that becomes slower within a block slows
     * all contenders alike. The first round has the order of their numbers, which is drawn for each block.
     */
    public static TurnPlan mirrored(Members members, int rounds, long slotNanos) {
        return new TurnPlan(members, rounds, slotNanos);
    }

    /** What all members of a block draw from: they draw alike. */
    public static Random random(long seed, int block) {
        // Its Javadoc prescribes every number, on every JVM.
        return new Random(seed * GOLDEN + block);
    }

    /** Fisher-Yates as in Knuth, TAOCP 2, 3.4.2 P; Collections.shuffle does not promise its draws. */
    public static void shuffle(List<?> list, Random random) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }

    /** Which slot of the round is this contender's, from 0. */
    public int place(int round) {
        return places[round];
    }

    /** When this contender's slot of a round starts, in ns after the start of the first round. */
    public long startOf(int round) {
        return ((long) round * members + places[round]) * slotNanos;
    }

    /** From the start of the first round to the end of the last, in ns. */
    public long totalNanos() {
        return (long) places.length * members * slotNanos;
    }
}
