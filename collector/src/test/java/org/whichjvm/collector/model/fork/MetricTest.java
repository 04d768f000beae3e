package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a table shows the value of a score. */
class MetricTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ops/s | 1234567.4 | 1,234,567 ops/s",
                "ops/s | 99.5      | 100 ops/s",
                "ops/s | 12.34     | 12.3 ops/s",
                "ops/s | 0.0042    | 0.004 ops/s",
                "ns/op | 12.34     | 12.3 ns/op",
                "count | 12.34     | 12"
            })
    void aRateHasThreeDigitsAtLeast(String unit, double value, String shown) {
        assertEquals(shown, Metric.score("x", 0, unit).shown(value));
    }
}
