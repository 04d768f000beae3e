package org.whichjvm.workload.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where this JVM puts the fields; a fork looks on each. */
class FieldBenchmarksTest {
  /** The smallest cache line there is. */
  private static final int SMALLEST_LINE = 64;

  @Test
  void theAdjacentOnesShareAnAlignedWord() {
    final long bottom = FieldBenchmarks.offset(FieldBenchmarks.Pair.class, "bottom");
    final long age = FieldBenchmarks.offset(FieldBenchmarks.Pair.class, "age");
    assertTrue(Math.abs(bottom - age) < SMALLEST_LINE, bottom + " and " + age);
    assertEquals(bottom / 8, age / 8);
  }

  @Test
  void thePaddedOnesAreTwoCacheLinesApart() {
    final long bottom = FieldBenchmarks.offset(FieldBenchmarks.Bottom.class, "bottom");
    final long age = FieldBenchmarks.offset(FieldBenchmarks.Age.class, "age");
    assertTrue(Math.abs(bottom - age) >= FieldBenchmarks.APART, bottom + " and " + age);
  }

  @Test
  void bothPairsAreTwoCacheLinesFromEitherEndOfTheirObject() {
    // The first of 16 longs, and the last, which no field of a later class comes before or after.
    for (final Class<?> pair :
        Arrays.asList(FieldBenchmarks.Pair.class, FieldBenchmarks.Bottom.class)) {
      assertTrue(FieldBenchmarks.offset(pair, "bottom") >= 128, pair.getName());
    }
    final long last = FieldBenchmarks.offset(FieldBenchmarks.Adjacent.class, "b16");
    assertTrue(last + 8 - FieldBenchmarks.offset(FieldBenchmarks.Pair.class, "age") >= 128);
    assertTrue(
        FieldBenchmarks.offset(FieldBenchmarks.Padded.class, "b16")
                + 8
                - FieldBenchmarks.offset(FieldBenchmarks.Age.class, "age")
            >= 128);
  }

  @Test
  void aForkAcceptsThem() {
    FieldBenchmarks.check();
  }

  @Test
  void countersAreFarFromWhateverFollowsThem() {
    final long first = FieldBenchmarks.offset(PaddedLong.class, "p01");
    final long last = FieldBenchmarks.offset(PaddedLong.class, "p32");
    assertTrue(Math.abs(last - first) >= 31 * 8, first + " to " + last);
  }
}
