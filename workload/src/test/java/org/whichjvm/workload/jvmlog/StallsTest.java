package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StallsTest {
  @Test
  void aGapIsKeptWithItsTimesAndKind() {
    final Stalls stalls = new Stalls(4);
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
    final Stalls stalls = new Stalls(4);
    stalls.keep(0, 5_000_000, Stalls.WRITE);
    assertEquals(0, stalls.kept());
    assertEquals(0, stalls.count());
  }

  @Test
  void aRemapIsNoStall() {
    final Stalls stalls = new Stalls(4);
    stalls.keep(1_000, 2_000, Stalls.REMAP);
    assertEquals(1, stalls.kept());
    assertEquals(Stalls.REMAP, stalls.kind(0));
    assertEquals(0, stalls.count());
    assertEquals(0, stalls.maxNanos());
  }

  @Test
  void whatThereIsNoRoomForIsCountedAndSummed() {
    final Stalls stalls = new Stalls(3);
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
