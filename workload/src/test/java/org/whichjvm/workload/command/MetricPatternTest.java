package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;

/** Numbers that a program prints, as scores. */
class MetricPatternTest {
    @ParameterizedTest
    @CsvSource({
        "took 250 us, 0.25, ms, less",
        "took 1500ns, 0.0015, ms, less",
        "took 1.5 s, 1500, ms, less",
        "took 1 second, 1000, ms, less",
        "took 12 ms at most, 12, ms, less",
        "'took 1,234.5 ops/s', 1234.5, ops/s, more",
        "took 3 ops/ms, 3000, ops/s, more",
        "took 99 req/s, 99, req/s, more",
        "took 40 ns/op, 40, ns/op, less",
        "took 2.5e3 s, 2500000, ms, less",
    })
    void unitsAreUnderstood(String line, double value, String unit, String better) {
        JsonObject score = score("x=took ([0-9.,e]+)", line);
        assertEquals(value, score.get("score").getAsDouble(), 1e-9);
        assertEquals(unit, score.get("unit").getAsString());
        assertEquals(better, score.get("better").getAsString());
    }

    @ParameterizedTest
    @CsvSource({
        "'', 41.7, 41.7",
        "'', '1,234.5', 1234.5",
        "'', '1,234,567', 1234567",
        "'', 12345, 12345",
        "'', 1_000, 1000",
        "'', 1\u00a0234.5, 1234.5",
        "'', 1’234.5, 1234.5",
        "',decimal-point', '1,234', 1234",
        "',decimal-comma', '1,234', 1.234",
        "',decimal-comma', '41,7', 41.7",
        "',decimal-comma', '1.234,5', 1234.5",
        "',decimal-comma', 1.234, 1234",
        "',decimal-comma', '1\u202f234,5', 1234.5",
        "',less,decimal-comma', '2,5e3', 2500",
    })
    void numbersAreReadAsTheyArePrinted(String said, String printed, double value) {
        assertEquals(
                value,
                score("x=took (\\S+) ms" + said, "took " + printed + " ms")
                        .get("score")
                        .getAsDouble());
    }

    @ParameterizedTest
    @CsvSource({
        "'', '1,234', may be 1234 or 1.234; write %s",
        "'', '0,123', may be 0123 or 0.123; write %s",
        "'', '41,7', 'has a decimal comma; write ,decimal-comma behind the regular expression'",
        "'', '1.234,5', 'has a decimal comma; write ,decimal-comma behind the regular expression'",
        "'', '12,34,567', is no number above 0 (a dot before decimals)",
        "',decimal-point', '41,7', is no number above 0 (a dot before decimals)",
        "',decimal-comma', '41.7', is no number above 0 (a comma before decimals)",
    })
    void aNumberThatMayBeAnotherIsRefused(String said, String printed, String reason) {
        MetricPattern pattern = new MetricPattern("x=Ergebnis (.+) ms" + said);
        pattern.look("Ergebnis " + printed + " ms");
        assertEquals(
                "--metric x: '"
                        + printed
                        + "' "
                        + reason.replace("%s", ",decimal-point or ,decimal-comma behind the regular expression"),
                assertThrows(ForkFailure.class, pattern::score).getMessage());
    }

    @Test
    void aSecondGroupIsTheUnit() {
        assertEquals(
                "ms", score("x=([0-9]+) \\[(\\w+)\\]", "7 [ms]").get("unit").getAsString());
    }

    @Test
    void whatIsBetterMayBeSaid() {
        assertEquals("more", score("x=got ([0-9]+),more", "got 7").get("better").getAsString());
        assertEquals("points", score("x=got ([0-9]+),more", "got 7").get("unit").getAsString());
        assertEquals(
                "less", score("x=got ([0-9]+),less", "got 7 MB").get("better").getAsString());
        assertEquals("MB", score("x=got ([0-9]+),less", "got 7 MB").get("unit").getAsString());
    }

    @ParameterizedTest
    @CsvSource({
        "x=a ([0-9]+), b 1, no line of the output matched --metric x=a ([0-9]+)",
        "x=a ([0-9]+), a 1 ms a 2 ms, the output has --metric x 2 times: which one counts?",
        "x=a ([0-9.]+), a 0 ms, '--metric x: it is 0.0, and only a number above 0 can be compared'",
        "x=a (.+), a lot, '--metric x: ''lot'' is no number above 0 (a dot before decimals)'",
    })
    void whatIsNoScoreFailsTheFork(String option, String line, String reason) {
        MetricPattern pattern = new MetricPattern(option);
        pattern.look(line);
        assertEquals(reason, assertThrows(ForkFailure.class, pattern::score).getMessage());
    }

    @Test
    void aUnitThatDoesNotSayWhatIsBetterFailsTheFork() {
        MetricPattern pattern = new MetricPattern("x=a ([0-9]+)");
        pattern.look("a 1 MB");
        String reason = assertThrows(ForkFailure.class, pattern::score).getMessage();
        assertTrue(reason.contains("has the unit 'MB', so nobody knows what is better"), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "X=(1)", "x=", "x=no group", "x=([0-9"})
    void anotherFormIsRefused(String option) {
        assertThrows(WrongUsage.class, () -> new MetricPattern(option));
    }

    @Test
    void aLargeNumberIsTold() {
        assertEquals(
                1e18, score("x=got ([0-9e]+),more", "got 1e18").get("score").getAsDouble());
    }

    @Test
    void aNumberThatIsTooLargeForOneFailsTheFork() {
        MetricPattern pattern = new MetricPattern("x=a (\\S+)");
        pattern.look("a 1e999 ms");
        String reason = assertThrows(ForkFailure.class, pattern::score).getMessage();
        assertTrue(reason.contains("x: it is Infinity"), reason);
    }

    private static JsonObject score(String option, String line) {
        MetricPattern pattern = new MetricPattern(option);
        pattern.look("nothing here");
        pattern.look(line);
        return pattern.score().json();
    }
}
