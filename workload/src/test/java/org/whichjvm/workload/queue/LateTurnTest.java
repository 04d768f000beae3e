package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.jvmlog.Spans;

/** Whose doing it is that a turn does not start on time. */
class LateTurnTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SPUN = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RATE = 100_000;

    private final Turn turn = new Turn(0, new Samples(1, 2_000), new Samples(1, 8_000));
    private final long began = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(60);

    @BeforeEach
    void readyTooLate() {
        // The settling messages are due within 20 ms of the turn's start.
        turn.at(began, RATE, 1);
        turn.isReady();
        assertTrue(turn.late);
    }

    @Test
    void aTurnThatTheHostDelayedIsLeftOut() {
        turn.keepIfOwn(new Spans.Builder().build());
        assertTrue(turn.late);
    }

    @Test
    void aTurnThatBeganInAPauseOfItsOwnJvmCounts() {
        turn.keepIfOwn(pause(0, 60_000));
        assertFalse(turn.late);
    }

    @Test
    void aPauseThatExplainsLittleOfItIsNoExcuse() {
        turn.keepIfOwn(pause(0, 5));
        assertTrue(turn.late);
    }

    @Test
    void aPauseBeforeTheTurnIsNoExcuse() {
        turn.keepIfOwn(pause(-60, -5));
        assertTrue(turn.late);
    }

    @Test
    void aTurnThatItsOwnCompilersDelayedCounts() {
        turn.helperNanos = TimeUnit.MILLISECONDS.toNanos(60_000);
        turn.keepIfOwn(new Spans.Builder().build());
        assertFalse(turn.late);
    }

    private Spans pause(int fromMillis, int toMillis) {
        Spans.Builder pauses = new Spans.Builder();
        pauses.add(began + TimeUnit.MILLISECONDS.toNanos(fromMillis), began + TimeUnit.MILLISECONDS.toNanos(toMillis));
        return pauses.build();
    }

    @Test
    void aFirstTurnWhosePauseEndedBeforeItsWindowBeganCounts() {
        ExchangeRecord record = record();
        Turn first = record.turns.list.get(0);
        record.turns.startAt(System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(20));
        first.isReady();
        long end = System.nanoTime();
        assertTrue(first.late);
        readAll(record);
        String log = String.format("[%dns] Safepoint \"G1\", Total: %d ns%n", end, end - first.startsAt);
        record.turns.keepOwnLate(() -> record.safepoints(log, end).spans());
        assertFalse(first.late);
    }

    @Test
    void whatMeasuredThreadsDoBesideTheirMessagesIsTheirsAndNotThatOfOthers() {
        ExchangeRecord record = record();
        for (MeasuredThread thread : record.threads) {
            thread.begin();
        }
        for (Turn each : record.turns.list) {
            each.begin(record.helperThreads);
            long cpu = THREADS.getCurrentThreadCpuTime();
            while (THREADS.getCurrentThreadCpuTime() - cpu < SPUN) {
                // So it measures the floor, and waits for the first message to be due.
            }
            each.end(record.helperThreads);
        }
        record.settleHelpers();
        long turns = record.turns.list.size();
        assertTrue(record.measuredNanos >= turns * SPUN);
        assertFalse(record.helpers.containsKey(HelperThreads.Kind.MEASURED));
    }

    private static ExchangeRecord record() {
        QueueLatencyOptions options =
                QueueLatencyOptionsTest.options("--rate", "10000", "--duration", "500ms", "--turn", "100ms");
        return new ExchangeRecord(
                options, Paths.get("/dev/shm/none"), QueueMemory.of("shm", null), Arrays.asList(0, 1), null);
    }

    private static void readAll(ExchangeRecord record) {
        Payload message = new Payload(64, 0);
        for (Samples window : record.windows()) {
            for (int i = 0; i < window.perProducer; i++) {
                long due = window.schedule.intendedAt(0, i);
                SamplesTest.send(window, message, i, due, due + 500);
            }
        }
    }
}
