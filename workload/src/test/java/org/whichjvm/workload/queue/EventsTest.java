package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventsTest {
    /** Between two messages: 100,000 a second. */
    private static final long INTERVAL = 10_000;

    @Test
    void aStallIsOneEventHoweverManyMessagesItDelayed() {
        LatencySummary.Events events = new LatencySummary.Events(1_000);
        for (int i = 0; i < 3_000; i++) {
            boolean stalled = i >= 500 && i < 1_500;
            events.accept(stalled ? (1_500 - i) * INTERVAL : 600);
        }
        assertEquals(1, events.count(0));
    }

    /** Of messages of which those of these numbers took 5,000 ns. */
    @ParameterizedTest
    @CsvSource({
        "1, 1000, 0, the first message is an event",
        "1, 1000, 0 9, fewer than ten from one to the next are one event",
        "2, 1000, 0 10, ten from one to the next are two",
        "1, 1000, 0 9 18 27, a run goes on from its last message",
        "2, 1000, 0 9 18 28, and not from its first",
        "0, 5000, 0 20, a message at the value is not above it",
        "2, 4999, 0 20, and one above it is",
    })
    void runsAreEvents(long expected, long value, String slow, String why) {
        List<Integer> numbers = Stream.of(slow.split(" ")).map(Integer::valueOf).toList();
        LatencySummary.Events events = new LatencySummary.Events(value);
        for (int i = 0; i <= numbers.get(numbers.size() - 1); i++) {
            events.accept(numbers.contains(i) ? 5_000 : 1);
        }
        assertEquals(expected, events.count(0), why);
    }

    @Test
    void eachValueHasEventsOfItsOwn() {
        LatencySummary.Events events = new LatencySummary.Events(100, 1_000, 10_000);
        // Two spikes inside one long run above 100.
        for (int i = 0; i < 40; i++) {
            events.accept(i == 5 ? 20_000 : i == 30 ? 5_000 : 500);
        }
        assertEquals(1, events.count(0));
        assertEquals(2, events.count(1));
        assertEquals(1, events.count(2));
    }

    @Test
    void theSummaryCountsAboveTheValuesItGives() {
        Histogram histogram = Samples.histogram("service");
        for (int i = 1; i <= 1_000; i++) {
            histogram.recordValue(i);
        }
        LatencySummary.Events events = LatencySummary.events(histogram);
        for (int i = 1; i <= 1_000; i++) {
            events.accept(i);
            for (int other = 1; other < LatencySummary.Events.APART; other++) {
                events.accept(0);
            }
        }
        JsonObject counts = LatencySummary.json(histogram, events).getAsJsonObject("events");
        assertEquals("{\"p50\":500,\"p90\":100,\"p99\":10,\"p99_9\":1,\"p99_99\":0,\"p99_999\":0}", counts.toString());
    }
}
