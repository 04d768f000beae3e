package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({
        "30ns, 30",
        "20us, 20000",
        "0.00003, 30000",
        "500ms, 500000000",
        "10s, 10000000000",
        "10, 10000000000",
        "1.5s, 1500000000",
        "2m, 120000000000",
        "1h, 3600000000000"
    })
    void readsDurations(String text, long nanos) {
        assertEquals(OptionalLong.of(nanos), Units.nanos(text));
    }

    @ParameterizedTest
    @CsvSource({"256, 256", "64k, 65536", "64M, 67108864", "1g, 1073741824", "1t, 1099511627776"})
    void readsSizes(String text, long bytes) {
        assertEquals(OptionalLong.of(bytes), Units.bytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1s", "10 s", "1e3", "10d", "NaN", "99999999999s"})
    void refusesWhatIsNoDuration(String text) {
        assertEquals(OptionalLong.empty(), Units.nanos(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5k", "64mb", "9999999999999", "999999999999t"})
    void refusesWhatIsNoSize(String text) {
        assertEquals(OptionalLong.empty(), Units.bytes(text));
    }

    @Test
    void roundsBytesUpSoThatAFigureIsNeverTooSmall() {
        assertEquals("1 KiB", Units.bytes(1));
        assertEquals("2,480 MiB", Units.bytes(2_600_000_000L));
    }

    @ParameterizedTest
    @CsvSource({"100000000, 100ms", "2500000000, 2500ms", "10000000000, 10s", "1500, 1500ns"})
    void writesATimeAsAnOptionTakesIt(long nanos, String text) {
        assertEquals(text, Units.option(nanos));
        assertEquals(OptionalLong.of(nanos), Units.nanos(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1.0 µs",
        "8449, 8.4 µs",
        "99949, 99.9 µs",
        "99950, 100 µs",
        "999499, 999 µs",
        "999500, 1.0 ms",
        "59900000000, 59.9 s",
        "5000000000000, 5000 s"
    })
    void writesAShortTimeInThreeDigits(long nanos, String text) {
        assertEquals(text, Units.shortTime(nanos));
    }
}
