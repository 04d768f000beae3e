package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EarlyStopTest {
    @Test
    void itSaysWhatIsLeft() {
        assertEquals(
                "the time is up after block 14, 3 of 8 comparisons still open",
                new EarlyStop(14, true, 3, 8).why(Design.FIXED));
        assertEquals(
                "the time is up after block 7, and nothing could be compared yet",
                new EarlyStop(7, true, 0, 0).why(Design.FIXED));
    }
}
