package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void equalWeightsAreHolmsOwnProcedure() {
    final double[] p = {0.01, 0.04, 0.03, 0.005};
    assertArrayEquals(
        new double[] {0.03, 0.06, 0.06, 0.02}, Holm.adjust(p, new double[] {1, 1, 1, 1}), 1e-12);
  }

  @Test
  void aWeightIsTheShareOfTheRate() {
    // 0.02 of half the rate is 0.04; what it had goes to the other, whose 0.045 stays as it is.
    assertArrayEquals(
        new double[] {0.04, 0.045}, Holm.adjust(new double[] {0.02, 0.045}, new double[] {1, 1}));
    // With a tenth of the rate the second is worth 0.1 at first, and the first goes before it.
    assertArrayEquals(
        new double[] {0.02 / 0.9, 0.02 / 0.9},
        Holm.adjust(new double[] {0.02, 0.01}, new double[] {0.9, 0.1}),
        1e-12);
  }

  @Test
  void noneStaysNone() {
    assertArrayEquals(new double[0], Holm.adjust(new double[0], new double[0]));
  }

  @Test
  void neverAboveOne() {
    assertArrayEquals(
        new double[] {1, 1}, Holm.adjust(new double[] {0.9, 0.8}, new double[] {1, 1}));
  }

  @Test
  void aWeightForEachIsAskedFor() {
    assertThrows(IllegalArgumentException.class, () -> Holm.adjust(new double[2], new double[3]));
  }
}
