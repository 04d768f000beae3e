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
        assertEquals("/health?full", Readiness.parse("/health?full").path);
        assertTrue(Readiness.parse("regex:Started .* s")
                .line
                .matcher("Started A in 1.2 s")
                .find());
        assertNull(Readiness.parse("regex:x").path);
        assertNull(Readiness.parse(null).path);
        assertNull(Readiness.parse(null).line);
    }

    @Test
    void whatIsNeitherIsRefused() {
        for (String wrong : List.of("health", "/a b", "regex:(", "")) {
            WrongUsage refused = assertThrows(WrongUsage.class, () -> Readiness.parse(wrong), wrong);
            assertTrue(refused.getMessage().startsWith("--ready "), refused.getMessage());
        }
    }
}
