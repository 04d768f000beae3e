package org.whichjvm.common;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of a wait strategy: on the command line, in a name, in a sentence, and as a call. */
class WaitStrategyTest {
    @ParameterizedTest
    @CsvSource({
        "spin, '', false, 8",
        "yield, yield, true, 8",
        "onspinwait, onspinwait, false, 9",
        "park:1, park1ns, true, 8",
        "park:1000, park1000ns, true, 8",
        "park:1000000000, park1000000000ns, true, 8"
    })
    void itIsReadAsItIsWritten(String text, String suffix, boolean givesCpuAway, int java) {
        WaitStrategy strategy = WaitStrategy.parse(text);
        assertEquals(text, strategy.toString());
        assertEquals(suffix, strategy.suffix());
        assertEquals(Optional.of(text), WaitStrategy.ofSuffix(suffix).map(WaitStrategy::toString));
        assertEquals(givesCpuAway, strategy.givesCpuAway());
        assertEquals(java, strategy.minimumJava());
        assertEquals(text.equals("spin"), strategy.spins());
        assertDoesNotThrow(strategy::call);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Spin", "park", "park:", "park:0", "park:-1", "park:1000000001", "park:1us"})
    void whatIsNoneIsRefusedWithTheChoices(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> WaitStrategy.parse(text))
                .getMessage();
        assertEquals("'" + text + "' is not a wait strategy; give " + WaitStrategy.choices(), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "zgc", "park", "park1000", "park0ns", "park01ns", "park:1000"})
    void whatIsNoSuffixIsEmpty(String text) {
        assertEquals(Optional.empty(), WaitStrategy.ofSuffix(text));
    }

    @Test
    void theChoicesNameAllOfThem() {
        assertEquals(
                "spin, yield, onspinwait (Java 9 or newer) or park:NANOS with 1 to 1000000000 ns",
                WaitStrategy.choices());
    }
}
