package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the shell says that enters the control group of a program. */
class PeakMemoryTest {
    @Test
    void theProgramsOutputBeginsAfterWhatTheShellSays() throws IOException {
        for (String warning : new String[] {"", "bash: warning: setlocale: LC_ALL: cannot change locale (de_DE)\n\n"}) {
            ByteArrayInputStream from =
                    new ByteArrayInputStream((warning + "in\nout\n").getBytes(StandardCharsets.US_ASCII));
            assertTrue(PeakMemory.isIn(from), warning);
            assertEquals("out\n".length(), from.available());
            assertFalse(PeakMemory.isIn(from));
            assertFalse(PeakMemory.isIn(from), "it has ended");
        }
    }
}
