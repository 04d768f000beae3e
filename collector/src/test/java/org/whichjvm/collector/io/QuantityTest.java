package org.whichjvm.collector.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void timesHaveTheirUnit(final double ns, final String shown) {
    assertEquals(shown, Quantity.time(ns));
  }

  @Test
  void aRangeHasItsUnitOnceWhereItCan() {
    assertEquals("376–640 ns", Quantity.range(376, 640));
    assertEquals("376 ns", Quantity.range(376, 376));
    assertEquals("9,000 ns–12.0 µs", Quantity.range(9_000, 12_000));
  }

  @Test
  void anEndBesideOneIsShownOnItsSide() {
    assertEquals("[0.95, 0.998]", Quantity.interval(0.95, 0.998));
    assertEquals("[0.95, 0.99999]", Quantity.interval(0.95, 0.9999999));
    assertEquals("[1.00001, 1.05]", Quantity.interval(1.0000001, 1.05));
    assertEquals("[0.95, 1.00]", Quantity.interval(0.95, 1));
  }
}
