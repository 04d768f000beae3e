package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void theSmallestPaysForAllAndTheOthersForThoseThatAreLeft() {
    assertArrayEquals(
        new double[] {0.03, 0.06, 0.06, 0.02},
        Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005}),
        1e-12);
    assertArrayEquals(new double[] {0.04, 0.045}, Holm.adjust(new double[] {0.02, 0.045}));
  }

  @Test
  void whatIsNotTestedCountsForNothing() {
    assertArrayEquals(
        new double[] {0.04, Double.NaN, 0.045},
        Holm.adjust(new double[] {0.02, Double.NaN, 0.045}));
  }

  @Test
  void noneStaysNone() {
    assertArrayEquals(new double[0], Holm.adjust(new double[0]));
  }

  @Test
  void neverAboveOne() {
    assertArrayEquals(new double[] {1, 1}, Holm.adjust(new double[] {0.9, 0.8}));
  }
}
