package org.whichjvm.collector.html.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;

class ServiceLevelTest {
    @Test
    void isAPercentileAndATime() {
        assertEquals(new ServiceLevel(99.9, 1e6), ServiceLevel.parse("99.9%=1ms"));
        assertEquals(new ServiceLevel(50, 1500), ServiceLevel.parse("50%=1.5us"));
        assertEquals("99.9 % in 1 ms", ServiceLevel.parse("99.9 %=1000 µs").label());
    }

    @Test
    void anythingElseIsOneSentence() {
        for (String text : List.of("", "99.9", "100%=1ms", "0%=1ms", "99%=1", "99%=0ns", "x%=1ms")) {
            WrongUsage error = assertThrows(WrongUsage.class, () -> ServiceLevel.parse(text), text);
            assertTrue(error.getMessage().startsWith("'" + text + "' is not a service level; a percentile"));
        }
    }
}
