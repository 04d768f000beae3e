package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.WrongUsage;

/** What a contender must keep to win a race. */
class WithinTest {
    private static final Metric MEMORY = Metric.score("peak-memory", 0, "MB", false, true);
    private static final Metric WALL = Metric.score("wall", 0, "ms", false, true);
    private static final Metric P99 = Metric.ofLatency("response-p99").orElseThrow();

    @Test
    void aMultipleIsOfTheBaselines() {
        Within within = Within.of("peak-memory:1.2x");
        assertEquals("peak-memory", within.metric());
        assertTrue(within.keeps(MEMORY, 1.2));
        assertFalse(within.keeps(MEMORY, 1.21));
        assertFalse(within.keeps(MEMORY, Double.NaN), "what is unknown keeps nothing");
    }

    @Test
    void aValueMayHaveAnotherUnitThanTheFigure() {
        assertTrue(Within.of("wall<2s").keeps(WALL, 2000));
        assertFalse(Within.of("wall<2s").keeps(WALL, 2001));
        assertTrue(Within.of("peak-memory<1.5GB").keeps(MEMORY, 1500));
        assertFalse(Within.of("peak-memory<1500MB").keeps(MEMORY, 1501));
        assertFalse(Within.of("p99<5ms").keeps(P99, 5_000_001));
    }

    @ParameterizedTest
    @CsvSource({"p99, response-p99", "p99.9, response-p99_9", "p50, service-p50", "cas@2, cas@2"})
    void aPercentileAloneIsThatOfTheResponseTime(String typed, String metric) {
        assertEquals(metric, Within.of(typed + "<5ms").metric());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p99", "p99<", "p99<5h", "p99:1.2", "p99>5ms", "<5ms", "P99<5ms"})
    void anythingElseIsRefused(String text) {
        WrongUsage error = assertThrows(WrongUsage.class, () -> Within.of(text));
        assertTrue(error.getMessage().startsWith("--within is '" + text + "'; "), error.getMessage());
    }

    @Test
    void aValueWithoutAUnitIsInThatOfTheFigure() {
        assertTrue(Within.of("wall<2000").keeps(WALL, 2000));
        assertFalse(Within.of("wall<2000").keeps(WALL, 2001));
        assertTrue(Within.of("peak-memory<1500").keeps(MEMORY, 1500));
    }
}
