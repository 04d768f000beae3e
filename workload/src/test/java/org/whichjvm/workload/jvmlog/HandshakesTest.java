package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        Spans spans = Safepoints.parse(LOG, 0, 0, 10_000).handshakes();
        assertEquals(340, spans.covered(0, 10_000));
        assertEquals(300, spans.covered(4_700, 5_000));
        assertEquals(40, spans.covered(8_960, 9_000));
    }

    @Test
    void thoseOutsideTheWindowAreLeftOut() {
        assertEquals(40, Safepoints.parse(LOG, 0, 5_001, 9_000).handshakes().covered(0, 10_000));
        assertEquals(300, Safepoints.parse(LOG, 0, 0, 8_000).handshakes().covered(0, 10_000));
    }
}
