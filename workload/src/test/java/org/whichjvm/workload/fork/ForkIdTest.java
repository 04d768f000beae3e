package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** The name of a fork: as it is given, and as its files have it. */
class ForkIdTest {
    @ParameterizedTest
    @CsvSource({
        "20261122T050000-quick/003-jdk17-temurin+zgc, 3, jdk17-temurin+zgc, 003-jdk17-temurin+zgc",
        "c/0-a, 0, a, 000-a",
        "c/1-a, 1, a, 001-a",
        "c/10000-a-b, 10000, a-b, 10000-a-b"
    })
    void itIsReadFromItsForm(String text, int block, String contender, String file) {
        ForkId fork = ForkId.parse(text);
        assertEquals(text.substring(0, text.indexOf('/')), fork.campaign);
        assertEquals(block, fork.block);
        assertEquals(contender, fork.contender);
        assertEquals(file, fork.fileName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c/1", "c/1-", "c/10001-a", "c/1-A", "../c/1-a", "c/1-a/b"})
    void whatIsNoneIsRefusedWithItsForm(String text) {
        String message = assertThrows(TypeConversionException.class, () -> ForkId.parse(text))
                .getMessage();
        assertTrue(message.startsWith("'" + text + "' does not have the form"), message);
    }

    @Test
    void aForkThatIsAloneIsACampaignOfItsOwn() {
        ForkId fork = ForkId.alone(Instant.parse("2026-11-22T05:00:00Z"), "jvm17");
        assertEquals("20261122T050000-jvm17", fork.campaign);
        assertEquals("001-jvm17", fork.fileName());
    }
}
