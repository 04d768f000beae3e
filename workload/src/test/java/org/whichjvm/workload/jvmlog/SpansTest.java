package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SpansTest {
    @Test
    void whatTwoSpansShareCountsOnce() {
        Spans.Builder builder = new Spans.Builder();
        builder.add(50, 60);
        builder.add(10, 20);
        builder.add(15, 30);
        builder.add(12, 14);
        Spans spans = builder.build();
        assertEquals(30, spans.covered(0, 100));
        assertEquals(5, spans.covered(25, 50));
        assertEquals(0, spans.covered(30, 50));
        assertEquals(0, spans.covered(61, 90));
        assertEquals(3, spans.covered(11, 14));
        assertEquals(0, new Spans.Builder().build().covered(0, 100));
    }

    @Test
    void anyHeapOfSpansCoversWhatCountingSays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            boolean[] marked = new boolean[1_000];
            Spans.Builder builder = new Spans.Builder();
            for (int i = random.nextInt(150); i > 0; i--) {
                int start = random.nextInt(980);
                int end = start + random.nextInt(20);
                builder.add(start, end);
                for (int at = start; at < end; at++) {
                    marked[at] = true;
                }
            }
            Spans spans = builder.build();
            int from = random.nextInt(1_000);
            int to = from + random.nextInt(1_000 - from);
            long expected = 0;
            for (int at = from; at < to; at++) {
                expected += marked[at] ? 1 : 0;
            }
            assertEquals(expected, spans.covered(from, to), "seed " + seed + ", round " + round);
        }
    }
}
