package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.RunQueue;
import org.whichjvm.workload.jvmlog.Stalls;

/** Which messages of a made-up window a level takes, and what it says of them. */
class AttributionLevelsTest extends MadeUpWindow {
    @Test
    void theWorstAreExactlyAThousandWhateverTies() {
        // 1,500 take the same time and 300 more.
        for (int i = 0; i < 9_000; i += 5) {
            readAt[i] = sentAt[i] + (i % 30 == 0 ? 4_000 : 2_000);
        }
        Attribution.TailCauses worst = level("service", "worst");
        assertEquals(1_000, worst.messages());
        assertEquals(1_999, worst.aboveNs);
    }

    @Test
    void theCausesOfEveryLevelAddUp() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        pages();
        for (int round = 0; round < 50; round++) {
            int at = random.nextInt(COUNT - 600);
            long nanos = 1 + random.nextInt(5_000_000);
            consumerStops(at, nanos);
            if (random.nextBoolean()) {
                consumer.keep(due(at), due(at) + nanos, Stalls.SPIN, random.nextBoolean() ? nanos : RunQueue.NONE);
            }
        }
        for (String latency : new String[] {"service", "response"}) {
            Histogram histogram = histogram(latency);
            JsonArray levels = Attribution.json(attribution().levels(histogram));
            assertEquals(4, levels.size());
            levels.forEach(one -> {
                JsonObject level = one.getAsJsonObject();
                long sum = level.getAsJsonObject("causes").entrySet().stream()
                        .mapToLong(entry -> entry.getValue().getAsLong())
                        .sum();
                assertEquals(level.get("messages").getAsLong(), sum, "seed " + seed);
                assertTrue(
                        sum <= COUNT / 100 || level.get("above").getAsString().equals("worst"), "seed " + seed);
            });
        }
    }

    @Test
    void fewerThanAThousandMessagesAreAllTheWorst() {
        Samples few = window(new Samples(1, 3), schedule, 0);
        Payload message = new Payload(64, 0);
        for (int i = 0; i < 3; i++) {
            message.number(i);
            message.stamp(due(i));
            few.record(message, due(i) + USUAL + i, (byte) 0);
        }
        List<Samples> windows = List.of(few);
        Evidence nothing = new Evidence(windows, List.of(producer, consumer), pauses(), 0L, pageBytes);
        List<Attribution.TailCauses> levels = new Attribution(windows, nothing).levels(histogram("service", few));
        assertEquals(3, levels.get(3).messages());
        assertEquals("beyond p99 (502 ns): no message", levels.get(0).line());
        assertEquals("the worst 3 (499 ns): 100 % unexplained", levels.get(3).line());
    }
}
