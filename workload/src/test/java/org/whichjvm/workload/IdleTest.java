package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class IdleTest {
  @Test
  void eachWayIsWrittenAsItIsRead() {
    for (final String way :
        new String[] {"spin", "yield", "onspinwait", "park:1", "park:1000000000"}) {
      final Idle idle = idle(way);
      assertEquals(way, idle.toString());
      idle.validate();
      idle.call();
    }
  }

  @Test
  void onlySpinningCallsNothingAndOnlyTwoGiveTheCpuAway() {
    assertTrue(idle("spin").spins());
    assertFalse(idle("onspinwait").spins());
    assertFalse(idle("onspinwait").givesCpuAway());
    assertTrue(idle("yield").givesCpuAway());
    assertTrue(idle("park:1000").givesCpuAway());
  }

  @Test
  void whatIsNoneIsRefused() {
    for (final String wrong :
        new String[] {"", "SPIN", "park", "park:0", "park:-1", "park:1000000001", "park:1us"}) {
      final TypeConversionException e =
          assertThrows(TypeConversionException.class, () -> idle(wrong));
      assertTrue(e.getMessage().startsWith("'" + wrong + "' is no way to idle"), e.getMessage());
    }
  }

  private static Idle idle(final String text) {
    return new Idle.Converter().convert(text);
  }
}
