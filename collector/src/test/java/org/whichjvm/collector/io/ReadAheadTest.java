package org.whichjvm.collector.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private static final List<Integer> NUMBERS = IntStream.range(0, 300).boxed().toList();

    @Test
    void resultsComeInTheOrderOfTheirSourcesAndFewWait() throws IOException {
        List<Integer> seen = new ArrayList<>();
        AtomicInteger waiting = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ReadAhead.forEach(
                NUMBERS,
                number -> {
                    most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
                    sleep(number % 7 == 0 ? 3 : 0); // the next ones are done long before
                    return number;
                },
                number -> {
                    waiting.decrementAndGet();
                    seen.add(number);
                });
        assertEquals(NUMBERS, seen);
        assertTrue(most.get() <= 16, most + " results at once");
    }

    @Test
    void aDiskThatFailsEndsIt() {
        List<Integer> seen = new ArrayList<>();
        IOException thrown = assertThrows(
                IOException.class,
                () -> ReadAhead.forEach(
                        NUMBERS,
                        number -> {
                            if (number == 100) {
                                throw new IOException("no disk");
                            }
                            return number;
                        },
                        seen::add));
        assertEquals("no disk", thrown.getMessage());
        assertEquals(NUMBERS.subList(0, 100), seen);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
        }
    }
}
