package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {
  @Test
  void looksGrowByHalfUpToTheCap() {
    assertEquals(List.of(8, 12, 18, 27, 41, 60), Looks.plan(60));
  }

  @Test
  void aShortCampaignIsLookedAtOnceAtItsEnd() {
    assertEquals(List.of(8), Looks.plan(8));
    assertEquals(List.of(3), Looks.plan(3));
  }

  @Test
  void allIsSpentAtTheEnd() {
    assertEquals(List.of(0.25, 0.5, 0.75, 1.0), Looks.evenly(4));
  }

  @Test
  void looksOutOfOrderAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new Looks(List.of(12, 8), List.of(0.5, 1.0)));
    assertThrows(
        IllegalArgumentException.class, () -> new Looks(List.of(8, 12), List.of(1.0, 0.5)));
    assertThrows(IllegalArgumentException.class, () -> new Looks(List.of(8), List.of(1.5)));
    assertThrows(IllegalArgumentException.class, () -> new Looks(List.of(8), List.of()));
  }
}
