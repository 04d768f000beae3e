package org.whichjvm.workload.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;

/** By which sign a server is ready. */
class ReadinessTest {
    @Test
    void aPathIsAskedAndALineIsWaitedFor() {
        assertEquals("/health?full", new Readiness("/health?full").path);
        assertTrue(new Readiness("regex:Started .* s")
                .line
                .matcher("Started A in 1.2 s")
                .find());
        assertNull(new Readiness("regex:x").path);
        assertNull(new Readiness(null).path);
        assertNull(new Readiness(null).line);
    }

    @Test
    void whatIsNeitherIsRefused() {
        for (String wrong : List.of("health", "/a b", "regex:(", "")) {
            WrongUsage refused = assertThrows(WrongUsage.class, () -> new Readiness(wrong), wrong);
            assertTrue(refused.getMessage().startsWith("--ready "), refused.getMessage());
        }
    }
}
