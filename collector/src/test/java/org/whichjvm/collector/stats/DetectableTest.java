package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DetectableTest {
  @Test
  void aShiftOfThatSizeIsFoundFourTimesInFive() {
    final Random random = new Random(11);
    final int pairs = 24;
    final double[] wide = random.doubles(4_000).map(each -> 0.04 * random.nextGaussian()).toArray();
    final OptionalInt needed = new SignTest(new double[pairs], Looks.single(pairs)).needed(0.05);
    // The residuals' distribution from many, the test on few.
    final double shift = shiftOf(wide, pairs, needed);
    int found = 0;
    final int runs = 4_000;
    for (int run = 0; run < runs; run++) {
      final double[] sample =
          random.doubles(pairs).map(each -> shift + 0.04 * random.nextGaussian()).toArray();
      found += new SignTest(sample, Looks.single(pairs)).p() <= 0.05 ? 1 : 0;
    }
    assertEquals(Detectable.POWER, (double) found / runs, 0.04);
  }

  @Test
  void whereNoNumberOfWinsIsEnoughNothingIsDetectable() {
    assertTrue(Double.isNaN(Detectable.shift(new double[] {1, 2}, OptionalInt.empty())));
    assertTrue(Double.isNaN(Detectable.shift(new double[0], OptionalInt.of(1))));
  }

  @Test
  void itIsNotAboutTheDifferenceThatThereIs() {
    final double[] noise = {-0.03, 0.01, 0.02, -0.01, 0.04, -0.02, 0.03, -0.04, 0.005, -0.005};
    final double[] shifted = new double[noise.length];
    for (int i = 0; i < noise.length; i++) {
      shifted[i] = noise[i] + 5;
    }
    assertEquals(
        Detectable.shift(noise, OptionalInt.of(9)),
        Detectable.shift(shifted, OptionalInt.of(9)),
        1e-9);
  }

  private static double shiftOf(final double[] wide, final int pairs, final OptionalInt needed) {
    final Random random = new Random(13);
    double sum = 0;
    final int runs = 400;
    for (int run = 0; run < runs; run++) {
      final double[] few = new double[pairs];
      for (int i = 0; i < pairs; i++) {
        few[i] = wide[random.nextInt(wide.length)];
      }
      sum += Detectable.shift(few, needed);
    }
    return sum / runs;
  }
}
