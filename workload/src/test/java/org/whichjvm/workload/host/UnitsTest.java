package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

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
  void readsDurations(final String text, final long nanos) {
    assertEquals(nanos, new Units.Duration().convert(text));
  }

  @ParameterizedTest
  @CsvSource({"256, 256", "64k, 65536", "64M, 67108864", "1g, 1073741824"})
  void readsSizes(final String text, final long bytes) {
    assertEquals(bytes, new Units.Size().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1s", "10 s", "1e3", "10d", "NaN", "99999999999s"})
  void refusesWhatIsNoDuration(final String text) {
    final TypeConversionException e =
        assertThrows(TypeConversionException.class, () -> new Units.Duration().convert(text));
    assertEquals(
        "'" + text + "' is not a duration; write it like 30ns, 20us, 500ms, 10s, 2m or 1h",
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5k", "64mb", "9999999999999"})
  void refusesWhatIsNoSize(final String text) {
    assertThrows(TypeConversionException.class, () -> new Units.Size().convert(text));
  }

  @Test
  void roundsBytesUpSoThatAFigureIsNeverTooSmall() {
    assertEquals("1 KiB", Units.bytes(1));
    assertEquals("2,480 MiB", Units.bytes(2_600_000_000L));
  }
}
