package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupsTest {
    @Test
    void threeShapesOfOneLoopAreThreeGroups() {
        double[] forks = {385, 640, 376, 390, 380, 505, 388, 379, 384, 381, 390, 377};
        assertArrayEquals(new int[] {10, 1, 1}, sizes(forks));
    }

    @Test
    void noiseOfAFewPerCentIsOneGroup() {
        Random random = new Random(7);
        int apart = 0;
        for (int run = 0; run < 1_000; run++) {
            double[] forks = random.doubles(20)
                    .map(each -> 600 * Math.exp(0.03 * random.nextGaussian()))
                    .toArray();
            apart += sizes(forks).length > 1 ? 1 : 0;
        }
        assertEquals(0, apart / 10, "per cent of runs in which one group was told as several");
    }

    @Test
    void aWideSpreadWithoutAGapIsOneGroup() {
        assertArrayEquals(new int[] {8}, sizes(500, 540, 585, 630, 680, 735, 790, 850));
    }

    @Test
    void wideNoiseIsOneGroupThoughItHasGaps() {
        Random random = new Random(7);
        int apart = 0;
        for (int run = 0; run < 1_000; run++) {
            double[] forks = random.doubles(16)
                    .map(each -> 600 * Math.exp(0.3 * random.nextGaussian()))
                    .toArray();
            apart += Arrays.stream(sizes(forks)).max().orElseThrow() < 14 ? 1 : 0;
        }
        assertTrue(apart < 100, apart + " of 1,000 runs in which noise of 30 % fell apart");
    }

    @Test
    void twoHalvesAreTwoGroups() {
        assertArrayEquals(new int[] {4, 4}, sizes(300, 302, 305, 299, 470, 471, 468, 475));
    }

    @Test
    void oneForkOrNoneIsNoRiddle() {
        assertArrayEquals(new int[] {1}, sizes(300));
        assertEquals(List.of(), Groups.of(List.<Double>of(), each -> each));
    }

    private static int[] sizes(double... values) {
        List<List<Double>> groups = Groups.of(Arrays.stream(values).boxed().toList(), each -> each);
        assertEquals(
                Arrays.stream(values).sorted().boxed().toList(),
                groups.stream().flatMap(List::stream).toList());
        return groups.stream().mapToInt(List::size).toArray();
    }
}
