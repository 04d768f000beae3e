package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.turn.Members;
import picocli.CommandLine;

class QueueLatencyOptionsTest {
    private static final long HEAP = 512L << 20;

    @Test
    void withoutATurnThereIsOneWindow() {
        QueueLatencyOptions options = options("--duration", "1s");
        options.validate();
        assertEquals(1, options.rounds());
    }

    @Test
    void theDurationIsThatOfAllTurns() {
        QueueLatencyOptions options = options("--duration", "2500ms", "--turn", "100ms");
        options.validate();
        assertEquals(25, options.rounds());
    }

    @Test
    void whatNoRunCouldMeanIsRefused() {
        refused("there would be 0 rounds", "--duration", "100ms", "--turn", "200ms");
        refused("give 300ms or 400ms", "--duration", "350ms", "--turn", "100ms");
        refused(
                "a turn of 100ms at 5000 messages a second has 500 messages and needs 1000; give --turn 200ms"
                        + " or more",
                "--duration",
                "1s",
                "--turn",
                "100ms",
                "--rate",
                "5000");
    }

    @Test
    void whoMeetsOthersMayWaitForAllOfThem() {
        // So are the options of queue-rate, whose turns are not those of the exchange.
        QueueLatencyOptions options = options("--warmup", "5s");
        assertEquals(0, options.waitNanos());
        options.members = new Members(3, 0);
        assertEquals(TimeUnit.SECONDS.toNanos(3 * (60 + 2 * 5)), options.waitNanos());
    }

    @Test
    void aFifthOfATurnSettles() {
        assertEquals(2_000, QueueLatencyOptions.settling(10_000));
    }

    @Test
    void aForkThatTellsOfItsMemoryIsElseAsUsual() {
        QueueLatencyOptions options = options("--duration", "1s", "--turn", "100ms", "--profile", "memory");
        options.validate();
        assertEquals(options.turnNanos, options.pacedNanos());
        assertEquals(options("--duration", "1s", "--turn", "100ms").queueBytes(), options.queueBytes());
    }

    @Test
    void whatTheArticleMeasuresFitsTheHeapOfTheLauncher() {
        options().checkHeap(HEAP);
    }

    @Test
    void moreMessagesThanTheHeapHoldsAreRefusedWithBothSizes() {
        String refusal = assertThrows(
                        CannotRun.class, () -> options("--duration", "30m").checkHeap(HEAP))
                .getMessage();
        String sizes = "the times of 180,500,000 messages need [0-9,]+ MiB of heap and this JVM has 512 MiB; lower .*";
        assertTrue(refusal.matches(sizes), refusal);
    }

    @Test
    void moreMessagesThanAnArrayHoldsAreRefusedWhateverTheHeap() {
        QueueLatencyOptions options = options("--duration", "24h");
        assertThrows(CannotRun.class, () -> options.checkHeap(Long.MAX_VALUE / 4));
    }

    private static void refused(String sentence, String... arguments) {
        QueueLatencyOptions options = options(arguments);
        String message = assertThrows(WrongUsage.class, options::validate).getMessage();
        assertTrue(message.contains(sentence), message);
    }

    static QueueLatencyOptions options(String... arguments) {
        return CommandLine.populateCommand(new QueueLatencyOptions(), arguments);
    }
}
