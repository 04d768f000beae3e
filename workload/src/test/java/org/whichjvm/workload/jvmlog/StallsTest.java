package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.RunQueue;

class StallsTest {
    @Test
    void aGapIsKeptWithItsTimesAndKind() {
        Stalls stalls = new Stalls(4);
        stalls.keep(1_000_000, 1_007_000, Stalls.WRITE);
        stalls.keep(2_000_000, 2_009_500, Stalls.SPIN);
        assertEquals(2, stalls.kept());
        assertEquals(1_000_000, stalls.start(0));
        assertEquals(1_007_000, stalls.end(0));
        assertEquals(Stalls.WRITE, stalls.kind(0));
        assertEquals(Stalls.SPIN, stalls.kind(1));
        assertEquals(16_500, stalls.totalNanos());
        assertEquals(9_500, stalls.maxNanos());
    }

    @Test
    void theFirstReadingOfACallEndsNoGap() {
        Stalls stalls = new Stalls(4);
        stalls.keep(0, 5_000_000, Stalls.WRITE);
        assertEquals(0, stalls.kept());
        assertEquals(0, stalls.count());
    }

    @Test
    void aGapIsLookedAtUnlessItIsShortOrARemap() throws Exception {
        Stalls stalls = new Stalls(1_000);
        RunQueue.ofThisThread().ifPresent(stalls::lookAt);
        assumeTrue(RunQueue.ofThisThread().isPresent(), "this kernel does not count it");
        stalls.keep(0, System.nanoTime(), Stalls.SPIN);
        long slept = System.nanoTime();
        Thread.sleep(20);
        stalls.keep(slept, System.nanoTime(), Stalls.SPIN);
        // Asleep is not waiting, but for what it takes to get the CPU back.
        assertTrue(stalls.waitedNanos(0) <= stalls.nanos(0) && stalls.waitedNanos(0) >= 0);
        stalls.keep(1_000, 1_000 + Stalls.LOOK_NANOS - 1, Stalls.WRITE);
        assertNull(stalls.waitedNanos(1), "too short to look");
        stalls.keep(1_000, 1_000 + Stalls.LOOK_NANOS, Stalls.WRITE);
        assertTrue(stalls.waitedNanos(2) >= 0 && stalls.waitedNanos(2) <= Stalls.LOOK_NANOS);
        stalls.keep(1_000, 1_000_000, Stalls.REMAP);
        assertNull(stalls.waitedNanos(3));
    }

    @Test
    void withoutARunQueueNothingIsKnown() {
        Stalls stalls = new Stalls(4);
        stalls.keep(1_000, 1_000_000, Stalls.SPIN);
        assertNull(stalls.waitedNanos(0));
        stalls.keep(1_000, 1_000_000, Stalls.SPIN, 7);
        assertEquals(7, stalls.waitedNanos(1));
    }

    @Test
    void aRemapIsNoStall() {
        Stalls stalls = new Stalls(4);
        stalls.keep(1_000, 2_000, Stalls.REMAP);
        assertEquals(1, stalls.kept());
        assertEquals(Stalls.REMAP, stalls.kind(0));
        assertEquals(0, stalls.count());
        assertEquals(0, stalls.maxNanos());
    }

    @Test
    void whatThereIsNoRoomForIsCountedAndSummed() {
        Stalls stalls = new Stalls(3);
        for (int i = 1; i <= 5; i++) {
            stalls.keep(i * 100_000, i * 100_000 + 6_000, Stalls.SPIN);
        }
        assertEquals(3, stalls.kept());
        assertEquals(2, stalls.notKept());
        assertEquals(5, stalls.count());
        assertEquals(30_000, stalls.totalNanos());
        stalls.clear();
        assertEquals(0, stalls.kept() + stalls.notKept() + stalls.count() + stalls.totalNanos());
    }
}
