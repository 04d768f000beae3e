package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RunQueueTest {
    @Test
    void theSecondNumberIsTheWait() {
        assertEquals(42_107_382, second("123728237 42107382 188\n"));
        assertEquals(0, second("5 0 1\n"));
        assertEquals(7, second("5 7"));
    }

    @Test
    void whatIsNoneIsNotKnown() {
        for (String wrong : new String[] {"", "5", "5 ", "5 x 1", "-"}) {
            assertEquals(RunQueue.NONE, second(wrong), "'" + wrong + "'");
        }
        assertEquals(RunQueue.NONE, RunQueue.second(new byte[0], -1));
    }

    private static long second(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return RunQueue.second(bytes, bytes.length);
    }
}
