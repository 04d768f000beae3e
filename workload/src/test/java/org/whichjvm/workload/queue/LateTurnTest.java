package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.jvmlog.Spans;

/** Whose doing it is that a turn does not start on time. */
class LateTurnTest {
  private static final long RATE = 100_000;

  private final Turn turn = new Turn(0, new Samples(1, 2_000), new Samples(1, 8_000));
  private final long began = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(60);

  @BeforeEach
  void readyTooLate() {
    // The settling messages are due within 20 ms of the turn's start.
    turn.at(began, RATE, 1);
    turn.isReady();
    assertTrue(turn.part.late);
  }

  @Test
  void aTurnThatTheHostDelayedIsLeftOut() {
    turn.keepIfOwn(new Spans.Builder().build());
    assertTrue(turn.part.late);
  }

  @Test
  void aTurnThatBeganInAPauseOfItsOwnJvmCounts() {
    turn.keepIfOwn(pause(0, 60_000));
    assertFalse(turn.part.late);
  }

  @Test
  void aPauseThatExplainsLittleOfItIsNoExcuse() {
    turn.keepIfOwn(pause(0, 5));
    assertTrue(turn.part.late);
  }

  @Test
  void aPauseBeforeTheTurnIsNoExcuse() {
    turn.keepIfOwn(pause(-60, -5));
    assertTrue(turn.part.late);
  }

  @Test
  void aTurnThatItsOwnCompilersDelayedCounts() {
    turn.part.helperNanos = TimeUnit.MILLISECONDS.toNanos(60_000);
    turn.keepIfOwn(new Spans.Builder().build());
    assertFalse(turn.part.late);
  }

  private Spans pause(final int fromMillis, final int toMillis) {
    final Spans.Builder pauses = new Spans.Builder();
    pauses.add(
        began + TimeUnit.MILLISECONDS.toNanos(fromMillis),
        began + TimeUnit.MILLISECONDS.toNanos(toMillis));
    return pauses.build();
  }
}
