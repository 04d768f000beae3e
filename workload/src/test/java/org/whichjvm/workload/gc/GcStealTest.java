package org.whichjvm.workload.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What gc-steal makes of pauses. */
class GcStealTest {
    private static final int PER_GB = 3;
    private static final int ALLOCATION = 4;

    @Test
    void pausesAreRankedNotInterpolated() {
        // Twice 10⁹ bytes of objects, each of 24.
        List<Double> scores = scores(2_000_000_000L / 24, 10, 3, 1, 2, 4);
        assertEquals(List.of(2.0, 4.0, 4.0, 5.0, 4.0), without(ALLOCATION, scores));
        assertEquals(8_333_333, scores.get(ALLOCATION), 1);
    }

    @Test
    void whoAllocatesTwiceAsMuchAndCollectsTwiceAsOftenPausesNoMoreForIt() {
        List<Double> slow = scores(1_000_000_000L, 10, 5, 5, 5);
        List<Double> fast = scores(2_000_000_000L, 10, 5, 5, 5, 5, 5, 5);
        assertEquals(slow.get(PER_GB), fast.get(PER_GB));
        assertEquals(2 * slow.get(ALLOCATION), fast.get(ALLOCATION));
    }

    private static List<Double> scores(long objects, double seconds, double... pauses) {
        return GcSteal.scores(2, pauses, objects, seconds).stream()
                .map(score -> score.json().get("score").getAsDouble())
                .collect(Collectors.toList());
    }

    private static List<Double> without(int index, List<Double> of) {
        List<Double> rest = new ArrayList<>(of);
        rest.remove(index);
        return rest;
    }
}
