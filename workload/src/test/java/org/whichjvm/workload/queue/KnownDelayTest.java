package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whichjvm.workload.queue.QueueLatencyOptionsTest.options;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.WrongUsage;

class KnownDelayTest {
    @Test
    void noneDoesNothing() throws InterruptedException {
        KnownDelay none = new KnownDelay(0);
        assertTrue(none.isNone());
        assertEquals(0, none.last, "nothing was timed");
    }

    @Test
    void theWorkTakesTheTimeAskedFor() throws InterruptedException {
        KnownDelay delay = new KnownDelay(200_000);
        Payload message = new Payload(64, 0);
        assertFalse(delay.isNone());
        long before = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            long last = delay.last;
            delay.spend(message);
            assertNotEquals(last, delay.last);
        }
        // Half of it: a CPU may be faster now than when the steps were timed.
        long perMessage = (System.nanoTime() - before) / 100;
        assertTrue(perMessage > 100_000, perMessage + " ns instead of 200,000");
    }

    @Test
    void theShortestDelayIsNotNone() throws InterruptedException {
        assertFalse(new KnownDelay(1).isNone());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1ns", "30ns", "1ms"})
    void takesWhatIsInItsRange(String delay) {
        options("--delay", delay).validate();
    }

    @Test
    void refusesMoreThanAMillisecond() {
        QueueLatencyOptions options = options("--delay", "1.1ms");
        assertEquals(
                "--delay is 1,100,000; a number from 0 to 1,000,000 ns",
                assertThrows(WrongUsage.class, options::validate).getMessage());
    }

    @Test
    void aLongDelayMakesTheUnpacedWarmUpShorter() {
        assertEquals(200_000, options().unpacedMessages());
        assertEquals(200_000, options("--delay", "30ns").unpacedMessages());
        assertEquals(50_000, options("--delay", "20us").unpacedMessages());
        assertEquals(2_000, options("--delay", "1ms").unpacedMessages());
    }
}
