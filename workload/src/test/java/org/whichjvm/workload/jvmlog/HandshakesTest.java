package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.Gson;
import org.junit.jupiter.api.Test;

class HandshakesTest {
  /** As 21 writes it. */
  private static final String LOG =
      "[5000ns] Handshake \"Deoptimize\", Targeted threads: 14, Executed by requesting thread: 13,"
          + " Total completion time: 300 ns\n"
          + "[8000ns] Safepoint \"Cleanup\", Time since last: 9 ns, Total: 700 ns\n"
          + "[9000ns] Handshake \"GetStackTraceClosure\", Targeted threads: 1, Executed by requesting"
          + " thread: 1, Total completion time: 40 ns\n";

  @Test
  void aHandshakeLastsFromItsRequestToItsEnd() {
    final Spans spans = Safepoints.parse(LOG, 0, 0, 10_000).handshakes();
    assertEquals(340, spans.covered(0, 10_000));
    assertEquals(300, spans.covered(4_700, 5_000));
    assertEquals(40, spans.covered(8_960, 9_000));
  }

  @Test
  void thoseOutsideTheWindowAreLeftOut() {
    assertEquals(40, Safepoints.parse(LOG, 0, 5_001, 9_000).handshakes().covered(0, 10_000));
    final Safepoints none = Safepoints.parse("", 0, 0, 1);
    final Safepoints all = Safepoints.parse(LOG, 0, 0, 10_000);
    assertEquals(300, none.plus(all, 0, 8_000).handshakes().covered(0, 10_000));
  }

  @Test
  void theyAreToldToAnotherJvm() {
    final Gson gson = new Gson();
    final String told = gson.toJson(Safepoints.parse(LOG, 0, 0, 10_000));
    final Safepoints read = gson.fromJson(told, Safepoints.class);
    assertEquals(340, read.handshakes().covered(0, 10_000));
    assertEquals(700, read.spans().covered(0, 10_000));
  }
}
