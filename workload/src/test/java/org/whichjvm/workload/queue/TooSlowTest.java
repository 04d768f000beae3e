package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.fork.ForkFailure;

/** Which turn that took longer than its slot says that the queue cannot keep the rate. */
class TooSlowTest {
    private static final long AGO = TimeUnit.MILLISECONDS.toNanos(600);

    private final Turns turns = turns();
    private final Turn turn = turns.list.get(0);
    private final MeasuredThread own = new MeasuredThread("consumer", 0, false);

    @Test
    void aQueueThatStaysBehindEndsItsFork() {
        // Each message takes four times as long as there is between two.
        read(i -> 40_000 * i);
        String said = assertThrows(ForkFailure.class, () -> turns.refuseSlow(turn, own))
                .getMessage();
        assertTrue(said.contains("a turn of 100 ms took"), said);
    }

    @Test
    void oneStallThatWasCaughtUpWithDoesNot() {
        // Nothing is read for half a second in the middle, then all at once.
        read(i -> i < 3_000 ? 10_000L * i : Math.max(10_000L * i, 530_000_000L + 100 * i));
        assertDoesNotThrow(() -> turns.refuseSlow(turn, own), "the machine stood still once");
    }

    @Test
    void aTurnThatWasNotOverlongSaysNothing() {
        turn.at(System.nanoTime(), 100_000, 1);
        assertDoesNotThrow(() -> turns.refuseSlow(turn, own));
    }

    private interface ReadAt {
        long nanos(int message);
    }

    /** Reads all messages of the window, each at the ns that {@code readAt} gives after the first was due. */
    private void read(ReadAt readAt) {
        turn.at(System.nanoTime() - AGO, 100_000, 1);
        own.begin();
        own.counters.start();
        own.counters.end();
        Payload message = new Payload(256, 0);
        long due = turn.window.start();
        for (int i = 0; i < turn.window.perProducer; i++) {
            SamplesTest.send(turn.window, message, i, due + 10_000L * i, due + readAt.nanos(i));
        }
    }

    private static Turns turns() {
        QueueLatencyOptions options = QueueLatencyOptionsTest.options("--duration", "500ms", "--turn", "100ms");
        options.validate();
        return new Turns(options);
    }
}
