package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void serviceIsFromTheSendAndResponseFromTheIntendedTime() {
        // Due at 0, 10 and 20 µs; the second is sent 5 µs late and read 1 µs after that.
        Samples samples = new Samples(1, 3);
        Payload message = new Payload(256, 0);
        send(samples, message, 0, 0, 400);
        send(samples, message, 1, 15_000, 16_000);
        send(samples, message, 2, 20_000, 20_300);

        List<Long> seen = new ArrayList<>();
        samples.schedule = new Schedule(0, 100_000, 1);
        samples.forEach(0, 3, (dueAt, service, response) -> seen.addAll(Arrays.asList(dueAt, service, response)));
        assertEquals(Arrays.asList(0L, 400L, 400L, 10_000L, 1_000L, 6_000L, 20_000L, 300L, 300L), seen);
    }

    @Test
    void aStallIsChargedToEveryMessageItDelayed() {
        // Messages every 10 µs; nothing is sent for 100 µs, then all that were due go at once.
        Samples samples = new Samples(1, 20);
        Payload message = new Payload(256, 0);
        for (int i = 0; i < 20; i++) {
            long sentAt = i < 10 ? i * 10_000 : Math.max(200_000, i * 10_000);
            send(samples, message, i, sentAt, sentAt + 100);
        }
        Histogram service = new Histogram(3);
        Histogram response = new Histogram(3);
        samples.schedule = new Schedule(0, 100_000, 1);
        samples.forEach(0, 20, (dueAt, serviceNs, responseNs) -> {
            service.recordValue(serviceNs);
            response.recordValue(responseNs);
        });
        assertEquals(100, service.getMaxValue());
        assertEquals(10, response.getCountBetweenValues(10_000, 110_000), "delayed messages");
    }

    @Test
    void aMessageThatIsLostRepeatedOrOutOfOrderIsAFault() {
        Payload message = new Payload(256, 0);
        for (long wrong : new long[] {0, 2, 5}) {
            Samples samples = new Samples(1, 10);
            send(samples, message, 0, 0, 1);
            message.number(wrong);
            message.stamp(0);
            assertFalse(samples.record(message, 2, (byte) 0));
            assertEquals("message " + wrong + " of producer 0 came where 1 was due", samples.fault);
            assertEquals(1, samples.verified());
        }
    }

    @Test
    void aMessageThatWasNotCopiedToItsEndIsAFault() {
        Samples samples = new Samples(1, 10);
        Payload message = new Payload(256, 0);
        message.number(0);
        message.stamp(0);
        message.store.writeLong(Payload.START + 256 - 8, 77);
        assertFalse(samples.record(message, 1, (byte) 0));
        assertTrue(samples.fault.endsWith("and was not copied whole"), samples.fault);
    }

    @Test
    void eachProducerHasARowOfItsOwn() {
        Samples samples = new Samples(2, 2);
        Payload first = new Payload(64, 0);
        Payload second = new Payload(64, 1);
        send(samples, second, samples.firstSequence(1), 5_000, 5_500);
        send(samples, first, samples.firstSequence(0), 0, 100);
        send(samples, first, samples.firstSequence(0) + 1, 10_000, 10_200);
        assertEquals(3, samples.verified());
        send(samples, second, samples.firstSequence(1) + 1, 15_000, 15_600);
        assertNull(samples.fault);
        assertEquals(4, samples.verified());

        samples.schedule = new Schedule(0, 200_000, 2);
        List<Long> dueAt = new ArrayList<>();
        samples.forEach(0, 2, (due, service, response) -> dueAt.add(due));
        assertEquals(Arrays.asList(0L, 5_000L, 10_000L, 15_000L), dueAt, "in the order due");

        List<Long> readAt = new ArrayList<>();
        samples.forEachRead((due, sent, read, flags) -> readAt.add(read));
        assertEquals(Arrays.asList(100L, 5_500L, 10_200L, 15_600L), readAt, "in the order read");
    }

    @Test
    void aCaughtUpStallIsNoOverloadAndAnAccumulatingLagIs() {
        Schedule schedule = new Schedule(0, 1_000, 1);
        Samples stalled = MadeUpWindow.window(new Samples(1, 1_000), schedule, 0);
        Samples overloaded = MadeUpWindow.window(new Samples(1, 1_000), schedule, 0);
        Payload message = new Payload(64, 0);
        for (int i = 0; i < 1_000; i++) {
            // A 60 ms stall at the very end, and a sender that takes 3 % too long for each message.
            long late = i >= 940 ? (1_000 - i) * MILLI : 0;
            send(stalled, message, i, i * MILLI + late, i * MILLI + late + 500);
            send(overloaded, message, i, i * MILLI * 103 / 100, i * MILLI * 103 / 100 + 500);
        }
        assertEquals(500, stalled.lastingLag());
        assertEquals(15 * MILLI + 500, overloaded.lastingLag());
    }

    @Test
    void intervalsHoldEveryMessageOnceInTheSecondItWasDue() {
        Samples samples = new Samples(1, 2_500);
        Payload message = new Payload(64, 0);
        for (int i = 0; i < 2_500; i++) {
            send(samples, message, i, i * MILLI, i * MILLI + 1 + i);
        }
        List<String> seen = new ArrayList<>();
        new Intervals(Collections.singletonList(MadeUpWindow.window(samples, new Schedule(0, 1_000, 1), 50_000)), false)
                .forEach((histogram, second) -> seen.add(String.format(
                        "%s %d %d %d",
                        histogram.getTag(), second, histogram.getTotalCount(), histogram.getStartTimeStamp())));
        assertEquals(
                Arrays.asList(
                        "service 0 1000 50000",
                        "response 0 1000 50000",
                        "service 1 1000 51000",
                        "response 1 1000 51000",
                        "service 2 500 52000",
                        "response 2 500 52000"),
                seen);
    }

    static void send(Samples samples, Payload message, long sequence, long sentAt, long readAt) {
        message.number(sequence);
        message.stamp(sentAt);
        samples.record(message, readAt, (byte) 0);
    }
}
