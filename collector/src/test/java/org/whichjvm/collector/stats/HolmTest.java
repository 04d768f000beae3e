package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void equalWeightsAreHolmsOwnProcedure() {
    assertArrayEquals(
        new double[] {0.03, 0.06, 0.06, 0.02},
        alone(new double[] {0.01, 0.04, 0.03, 0.005}),
        1e-12);
  }

  @Test
  void aWeightIsTheShareOfTheRate() {
    // 0.02 of half the rate is 0.04; what it had goes to the other, whose 0.045 stays as it is.
    assertArrayEquals(new double[] {0.04, 0.045}, alone(new double[] {0.02, 0.045}));
    // With a tenth of the rate the second is worth 0.1 at first, and the first goes before it.
    assertArrayEquals(
        new double[] {0.02 / 0.9, 0.02 / 0.9},
        Holm.adjust(new double[] {0.02, 0.01}, new int[] {0, 1}, new double[] {0.9, 0.1}),
        1e-12);
  }

  @Test
  void aGroupHasOneShareAndKeepsItUntilAllOfItIsRejected() {
    // The first of group 0 leaves its share to the second of it, so the other group gets nothing of
    // it.
    assertArrayEquals(
        new double[] {0.002, 0.9, 0.06},
        Holm.adjust(new double[] {0.001, 0.9, 0.03}, new int[] {0, 0, 1}, new double[] {1, 1}),
        1e-12);
    // With both rejected it does.
    assertArrayEquals(
        new double[] {0.002, 0.004, 0.03},
        Holm.adjust(new double[] {0.001, 0.002, 0.03}, new int[] {0, 0, 1}, new double[] {1, 1}),
        1e-12);
  }

  @Test
  void noneStaysNone() {
    assertArrayEquals(new double[0], alone(new double[0]));
  }

  @Test
  void neverAboveOne() {
    assertArrayEquals(new double[] {1, 1}, alone(new double[] {0.9, 0.8}));
  }

  @Test
  void aGroupForEachIsAskedFor() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Holm.adjust(new double[2], new int[3], new double[] {1, 1, 1}));
  }

  /** Each in a group of its own, with equal weights. */
  private static double[] alone(final double[] p) {
    final double[] shares = IntStream.range(0, p.length).mapToDouble(i -> 1).toArray();
    return Holm.adjust(p, IntStream.range(0, p.length).toArray(), shares);
  }
}
