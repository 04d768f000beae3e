package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QueueSizeTest {
    @Test
    void aMessageHasAHeaderAndIsPaddedToFourBytes() {
        assertEquals(260, QueueSize.bytes(1, 256));
        assertEquals(10 * 264L, QueueSize.bytes(10, 257));
    }

    @Test
    void largeOrLongDelayedMessagesWarmUpInSmallerNumber() {
        assertEquals(200_000, QueueSize.unpacedMessages(256, 0));
        assertEquals(4_096, QueueSize.unpacedMessages(1 << 16, 0));
        assertEquals(100_000, QueueSize.unpacedMessages(256, 10_000));
        assertEquals(2_000, QueueSize.unpacedMessages(1 << 20, 1_000_000));
    }

    @Test
    void twoBlocksLieBesideTheMessages() {
        assertEquals(1_000 + (128L << 20), QueueSize.mapped(1_000, QueueSize.BLOCK));
    }

    @Test
    void aProfiledTurnIsHalfFullOfUnpacedMessagesUnlessTheyAreLarge() {
        assertEquals(50_000, QueueSize.unpacedOfTurn(100_000_000, 256));
        assertEquals(16, QueueSize.unpacedOfTurn(100_000_000, 1 << 20));
        assertEquals(1, QueueSize.unpacedOfTurn(1_000, 256));
    }
}
