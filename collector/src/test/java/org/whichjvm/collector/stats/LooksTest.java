package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {
  @Test
  void looksGrowByHalfUpToTheCap() {
    assertEquals(List.of(8, 12, 18, 27, 41, 60), Looks.plan(60, 0.05));
  }

  @Test
  void aShortCampaignIsLookedAtOnceAtItsEnd() {
    assertEquals(List.of(8), Looks.plan(8, 0.05));
    assertEquals(List.of(3), Looks.plan(3, 0.05));
    assertEquals(List.of(9), Looks.plan(9, 0.0001));
  }

  @Test
  void theFirstLookCanDecideSomething() {
    // All of 11 pairs on one side have p = 2 / 2048; a fifth of 0.005 is 0.001, a sixth is less.
    assertEquals(List.of(11, 17, 26, 39, 50), Looks.plan(50, 0.005));
  }

  @Test
  void noLookComesJustBeforeTheLast() {
    assertEquals(List.of(8, 12, 18, 28), Looks.plan(28, 0.05));
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
