package org.whichjvm.workload.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where this JVM puts the fields; a fork looks on each. */
class FalseSharingTest {
    /** The smallest cache line there is. */
    private static final int SMALLEST_LINE = 64;

    @Test
    void theAdjacentOnesShareAnAlignedWord() {
        long bottom = FalseSharing.offset(FalseSharing.Pair.class, "bottom");
        long age = FalseSharing.offset(FalseSharing.Pair.class, "age");
        assertTrue(Math.abs(bottom - age) < SMALLEST_LINE, bottom + " and " + age);
        assertEquals(bottom / 8, age / 8);
    }

    @Test
    void thePaddedOnesAreTwoCacheLinesApart() {
        long bottom = FalseSharing.offset(FalseSharing.Bottom.class, "bottom");
        long age = FalseSharing.offset(FalseSharing.Age.class, "age");
        assertTrue(Math.abs(bottom - age) >= FalseSharing.APART, bottom + " and " + age);
    }

    @Test
    void bothPairsAreTwoCacheLinesFromEitherEndOfTheirObject() {
        // The first of 16 longs, and the last, which no field of a later class comes before or after.
        for (Class<?> pair : Arrays.asList(FalseSharing.Pair.class, FalseSharing.Bottom.class)) {
            assertTrue(FalseSharing.offset(pair, "bottom") >= 128, pair.getName());
        }
        long last = FalseSharing.offset(FalseSharing.Adjacent.class, "b16");
        assertTrue(last + 8 - FalseSharing.offset(FalseSharing.Pair.class, "age") >= 128);
        assertTrue(FalseSharing.offset(FalseSharing.Padded.class, "b16")
                        + 8
                        - FalseSharing.offset(FalseSharing.Age.class, "age")
                >= 128);
    }

    @Test
    void aForkAcceptsThem() {
        FalseSharing.checkFields();
    }

    @Test
    void countersAreFarFromWhateverFollowsThem() {
        long first = FalseSharing.offset(PaddedLong.class, "p01");
        long last = FalseSharing.offset(PaddedLong.class, "p32");
        assertTrue(Math.abs(last - first) >= 31 * 8, first + " to " + last);
    }
}
