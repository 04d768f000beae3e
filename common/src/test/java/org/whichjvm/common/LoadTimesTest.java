package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LoadTimesTest {
    @Test
    void eachPassHasItsRatesAndItsSaturatingRounds() {
        assertEquals(13, LoadTimes.rounds(10, 1));
        assertEquals(36, LoadTimes.rounds(15, 2));
    }

    @Test
    void eachContenderHasASlotInEachRound() {
        assertEquals(13 * 3 * 1_900_000_000L, LoadTimes.nanos(13, 3, 1_500_000_000L));
    }
}
