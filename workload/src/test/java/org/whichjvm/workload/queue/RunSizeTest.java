package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.CannotRun;
import picocli.CommandLine;

/** What a run takes of the heap. */
class RunSizeTest {
  private static final long HEAP = 512L << 20;

  @Test
  void whatTheArticleMeasuresFitsTheHeapOfTheLauncher() {
    RunSize.checkHeap(options(), HEAP);
  }

  @Test
  void moreMessagesThanTheHeapHoldsAreRefusedWithBothFigures() {
    final String refusal =
        assertThrows(CannotRun.class, () -> RunSize.checkHeap(options("--duration", "30m"), HEAP))
            .getMessage();
    final String figures =
        "the times of 180,500,000 messages need [0-9,]+ MiB of heap and this JVM has 512 MiB: .*";
    assertTrue(refusal.matches(figures), refusal);
  }

  @Test
  void moreMessagesThanAnArrayHoldsAreRefusedWhateverTheHeap() {
    final QueueLatencyOptions options = options("--duration", "24h");
    assertThrows(CannotRun.class, () -> RunSize.checkHeap(options, Long.MAX_VALUE / 4));
  }

  private static QueueLatencyOptions options(final String... args) {
    return CommandLine.populateCommand(new QueueLatencyOptions(), args);
  }
}
