package org.whichjvm.workload.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where this JVM puts the fields; a fork looks on each. */
class TwoFieldsTest {
  @Test
  void theAdjacentOnesShareAnAlignedWord() {
    final long bottom = TwoFields.offset(TwoFields.Pair.class, "bottom");
    final long age = TwoFields.offset(TwoFields.Pair.class, "age");
    assertTrue(Math.abs(bottom - age) < TwoFields.LINE, bottom + " and " + age);
    assertEquals(bottom / 8, age / 8);
  }

  @Test
  void thePaddedOnesAreTwoCacheLinesApart() {
    final long bottom = TwoFields.offset(TwoFields.Bottom.class, "bottom");
    final long age = TwoFields.offset(TwoFields.Age.class, "age");
    assertTrue(Math.abs(bottom - age) >= TwoFields.APART, bottom + " and " + age);
  }

  @Test
  void bothPairsAreTwoCacheLinesFromEitherEndOfTheirObject() {
    // The first of 16 longs, and the last, which no field of a later class comes before or after.
    for (final Class<?> pair : Arrays.asList(TwoFields.Pair.class, TwoFields.Bottom.class)) {
      assertTrue(TwoFields.offset(pair, "bottom") >= 128, pair.getName());
    }
    final long last = TwoFields.offset(TwoFields.Adjacent.class, "b16");
    assertTrue(last + 8 - TwoFields.offset(TwoFields.Pair.class, "age") >= 128);
    assertTrue(
        TwoFields.offset(TwoFields.Padded.class, "b16")
                + 8
                - TwoFields.offset(TwoFields.Age.class, "age")
            >= 128);
  }

  @Test
  void aForkAcceptsThem() {
    TwoFields.check();
  }

  @Test
  void countersAreFarFromWhateverFollowsThem() {
    final long first = TwoFields.offset(PaddedLong.class, "p01");
    final long last = TwoFields.offset(PaddedLong.class, "p32");
    assertTrue(Math.abs(last - first) >= 31 * 8, first + " to " + last);
  }
}
