package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.whichjvm.common.SlowCause;
import org.whichjvm.workload.jvmlog.Stalls;

/** Which cause the messages of a made-up window get. */
class AttributionTest extends MadeUpWindow {
    @Test
    void aConsumerOffItsCpuIsPreemptionOfEveryMessageThatWaited() {
        consumerStops(5_000, 2 * MILLI);
        preempted(consumer, due(5_000) - 3_000, due(5_000) + 2 * MILLI);
        all(SlowCause.PREEMPTION, "service", 200);
        all(SlowCause.PREEMPTION, "response", 200);
    }

    @Test
    void aStallInWhichNoThreadWaitedForItsCpuIsUnexplained() {
        consumerStops(5_000, 2 * MILLI);
        // Less than half of it.
        consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN, MILLI - 10_000);
        allAndStalls(SlowCause.UNEXPLAINED, "service", 200);
    }

    @Test
    void soIsOneInWhichNobodyKnowsAndItIsNoLateProducer() {
        producerStops(5_000, 2 * MILLI);
        producer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN);
        allAndStalls(SlowCause.UNEXPLAINED, "response", 190);
    }

    @Test
    void aHandshakeOfTheLogExplainsAStall() {
        consumerStops(5_000, 2 * MILLI);
        handshake(due(5_000), due(5_000) + 2 * MILLI);
        consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN, 0);
        allAndStalls(SlowCause.HANDSHAKE, "service", 200);
    }

    @Test
    void aThreadThatWaitedForItsCpuWasPreemptedWhateverWentOnMeanwhile() {
        consumerStops(5_000, 2 * MILLI);
        handshake(due(5_000), due(5_000) + 2 * MILLI);
        safepoint(due(5_000), due(5_000) + 2 * MILLI);
        preempted(consumer, due(5_000), due(5_000) + 2 * MILLI);
        allAndStalls(SlowCause.PREEMPTION, "service", 200);
    }

    @Test
    void aProducerOffItsCpuIsPreemptionOfTheResponseAndNothingToTheService() {
        producerStops(5_000, 2 * MILLI);
        preempted(producer, due(5_000) - 3_000, due(5_000) + 2 * MILLI);
        all(SlowCause.PREEMPTION, "response", 190);
        assertEquals(0, level("service", "p99").messages());
    }

    @Test
    void aProducerThatIsLateWithoutAStallIsLate() {
        producerStops(5_000, 2 * MILLI);
        all(SlowCause.LATE_PRODUCER, "response", 190);
    }

    @Test
    void theLogsSafepointExplainsTheStallsOfBothThreads() {
        consumerStops(5_000, 2 * MILLI);
        // The threads wake up some time after it.
        safepoint(due(5_000), due(5_000) + 2 * MILLI - 300_000);
        consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN);
        producer.keep(due(5_000), due(5_000) + 2 * MILLI - 100_000, Stalls.SPIN);
        allAndStalls(SlowCause.SAFEPOINT, "service", 200);
    }

    @Test
    void aShortSafepointInALongStallDoesNotExplainIt() {
        consumerStops(5_000, 2 * MILLI);
        safepoint(due(5_000), due(5_000) + 100_000);
        consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN);
        all(SlowCause.UNEXPLAINED, "service", 200);
    }

    @Test
    void theFirstMessageOnAPageIsAPageFaultIfFaultsWereCounted() {
        pages();
        all(SlowCause.PAGE_FAULT, "service", COUNT / 16);
        minorFaults = COUNT / 16 / 2L - 1;
        all(SlowCause.UNEXPLAINED, "service", COUNT / 16);
        minorFaults = null;
        all(SlowCause.PAGE_FAULT, "service", COUNT / 16);
    }

    @Test
    void aFirstMessageThatTookManyTimesAsLongIsNoPageFault() {
        pages();
        consumerStops(4_800, MILLI);
        consumer.keep(due(4_800), due(4_800) + MILLI, Stalls.READ);
        Attribution.TailCauses worst = level("service", "p99_9");
        assertEquals(worst.messages(), worst.count(SlowCause.UNEXPLAINED));
        assertEquals("unexplained", causesOfStalls());
    }

    @Test
    void onAHostThatIsAlwaysBusyTheLongestFaultIsBounded() {
        pages();
        for (int i = 0; i < COUNT; i += 16) {
            readAt[i] = sentAt[i] + MILLI;
        }
        assertEquals(0, level("service", "worst").count(SlowCause.PAGE_FAULT));
        // A fault of 2 MiB may take that long.
        pageBytes = 2 << 20;
        assertNotEquals(0, level("service", "worst").count(SlowCause.PAGE_FAULT));
    }

    @Test
    void aGapOfAThreadThatOnlyWaitsIsNoPageFault() {
        pages();
        consumer.keep(sentAt[160], readAt[160], Stalls.SPIN);
        level("service", "p99");
        assertEquals("unexplained", causesOfStalls());
    }

    @Test
    void aQueueThatIsMappedAgainIsARemap() {
        consumerStops(5_000, 200_000);
        consumer.keep(readAt[4_999], readAt[5_000], Stalls.REMAP);
        consumer.keep(readAt[4_999], due(5_000) + 200_000, Stalls.READ);
        allAndStalls(SlowCause.REMAP, "service", 20);
    }

    @Test
    void aConsumerThatGaveItsCpuAwayHasToWakeUpUnlessThereIsBetterEvidence() {
        consumerStops(5_000, 60_000);
        flags[5_000] = Samples.WAITED;
        all(SlowCause.WAKE_UP, "service", 6);
        // It woke up late, and nobody knows why.
        consumer.keep(due(5_000), due(5_000) + 60_000, Stalls.SPIN);
        all(SlowCause.WAKE_UP, "service", 6);
        preempted(producer, due(5_000), due(5_000) + 60_000);
        all(SlowCause.PREEMPTION, "service", 6);
    }

    @Test
    void withoutEvidenceItIsUnexplained() {
        consumerStops(5_000, 60_000);
        all(SlowCause.UNEXPLAINED, "service", 6);
    }

    @Test
    void aStallLongAgoIsNoCause() {
        consumer.keep(due(4_900), due(4_900) + 5_000, Stalls.SPIN);
        consumerStops(5_000, 60_000);
        all(SlowCause.UNEXPLAINED, "service", 6);
    }

    @Test
    void theChainEndsWhereAMessageWasNotDelayed() {
        // Each is read after the next was sent, as at a high rate, and none of them is late for it.
        preempted(consumer, due(100), due(100) + 50 * MILLI);
        for (int i = 0; i < COUNT; i++) {
            readAt[i] = sentAt[i] + INTERVAL + 100;
        }
        readAt[9_000] += 30_000;
        readAt[9_001] = readAt[9_000] + 10;
        readAt[9_002] = readAt[9_000] + 20;
        readAt[9_003] = readAt[9_000] + 30;
        assertEquals(0, level("service", "p99_99").count(SlowCause.PREEMPTION));
        assertEquals(1, level("service", "p99_99").count(SlowCause.UNEXPLAINED));
    }
}
