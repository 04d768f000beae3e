package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.Profiling;

/** A profiled turn has messages at the rate in its first half, and without a pause in the rest. */
class ProfiledTurnTest {
    private final Turns turns =
            new Turns(QueueLatencyOptionsTest.options("--turn", "100ms", "--duration", "1s", "--profile", "cpu"));

    @Test
    void theFirstHalfHasMessagesAtTheRate() {
        Turn first = turns.list.get(0);
        assertEquals(1_000, first.settling.perProducer);
        assertEquals(4_000, first.window.perProducer);
        assertNull(first.unpaced);
    }

    @Test
    void theSecondHalfHasAsManyAsFitAndNoMoreThanThereIsRoomFor() {
        turns.addUnpaced(TimeUnit.MICROSECONDS.toNanos(2));
        assertEquals(17_500, turns.list.get(9).unpaced.perProducer);
        assertEquals(17_500, turns.rehearsal.unpaced.perProducer);
        turns.addUnpaced(1);
        assertEquals(50_000, turns.list.get(0).unpaced.perProducer);
        turns.addUnpaced(TimeUnit.SECONDS.toNanos(1));
        assertEquals(1, turns.list.get(0).unpaced.perProducer);
    }

    @Test
    void theFrameThatProfilesTellThemByIsThere() {
        int dot = Profiling.UNPACED_FRAME.lastIndexOf('.');
        assertDoesNotThrow(
                () -> Class.forName(Profiling.UNPACED_FRAME.substring(0, dot).replace('/', '.'))
                        .getDeclaredMethod(Profiling.UNPACED_FRAME.substring(dot + 1), Samples.class));
    }
}
