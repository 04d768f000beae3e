package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.WrongUsage;

/** The lists of flag sets of which each contender has one. */
class FlagGridTest {
    @Test
    void ofEachListAContenderHasOne() {
        List<String> wanted = List.of(
                "+g1+compact+heap512m",
                "+g1+compact+heap2g",
                "+g1+heap512m",
                "+g1+heap2g",
                "+zgc+compact+heap512m",
                "+zgc+compact+heap2g",
                "+zgc+heap512m",
                "+zgc+heap2g");
        assertEquals(wanted, FlagSets.grid("g1,zgc × compact,- × heap=512m,2g"));
        assertEquals(wanted, FlagSets.grid("g1, zgc x compact,- x heap=512m,2g"));
    }

    @Test
    void nothingIsNothing() {
        assertEquals(List.of(""), FlagSets.grid(null));
        assertEquals(List.of("", "+serial"), FlagSets.grid("-,serial"));
        assertEquals(List.of("+zgc+thp"), FlagSets.grid("zgc+thp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g1,", "G1", "g1 x", "g1 y zgc", "-XX:+UseZGC", "heap=", "g1++zgc"})
    void anythingElseIsRefused(String value) {
        WrongUsage error = assertThrows(WrongUsage.class, () -> FlagSets.grid(value));
        assertTrue(error.getMessage().startsWith("--flags is '"), error.getMessage());
    }
}
