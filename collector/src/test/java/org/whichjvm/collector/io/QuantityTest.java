package org.whichjvm.collector.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.stats.Interval;

class QuantityTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "385; 385 ns",
                "135.6; 136 ns",
                "9999; 9,999 ns",
                "10000; 10.0 µs",
                "12345; 12.3 µs",
                "100000; 100 µs",
                "999949; 1.00 ms",
                "999499; 999 µs",
                "4210000; 4.21 ms",
                "17000000000; 17.0 s",
                "5000000000000; 5,000 s",
                "NaN; –"
            })
    void timesHaveTheirUnit(double ns, String shown) {
        assertEquals(shown, Quantity.time(ns));
    }

    @Test
    void aRangeHasItsUnitOnceWhereItCan() {
        assertEquals("376–640 ns", Quantity.range(376, 640));
        assertEquals("376 ns", Quantity.range(376, 376));
        assertEquals("9,000 ns–12.0 µs", Quantity.range(9_000, 12_000));
    }

    @Test
    void bothEndsHaveEqualDecimalsAndAreOnTheirSideOfOne() {
        assertEquals("[1.003, 1.035]", Quantity.interval(1.003, 1.0345));
        assertEquals("[0.950, 0.998]", Quantity.interval(0.95, 0.998));
        assertEquals("[0.95000, 0.99999]", Quantity.interval(0.95, 0.9999999));
        assertEquals("[1.00001, 1.05000]", Quantity.interval(1.0000001, 1.05));
        assertEquals("[0.95, 1.00]", Quantity.interval(0.95, 1));
    }

    @Test
    void whatIsShownDecidesAsTheIntervalDid() {
        long seed = 20_261_127;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double low = Math.exp(0.03 * random.nextGaussian());
            double high = low * Math.exp(0.03 * random.nextDouble());
            String[] ends = Quantity.interval(low, high, Quantity.decimals(low, high, 0.03))
                    .replaceAll("[\\[\\]]", "")
                    .split(", ");
            assertEquals(
                    Verdict.of(new Interval(low, high), 0.03),
                    Verdict.of(new Interval(Double.parseDouble(ends[0]), Double.parseDouble(ends[1])), 0.03),
                    low + " to " + high + " as " + String.join(", ", ends) + ", seed " + seed);
            assertEquals(ends[0].length(), ends[1].length());
        }
    }
}
