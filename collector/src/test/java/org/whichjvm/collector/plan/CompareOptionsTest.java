package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.WrongUsage;

/** What a person gives to compare. */
class CompareOptionsTest {
    private static CompareOptions parse(String arguments) {
        return CompareOptions.parse(List.of(arguments.split(" ")));
    }

    @Test
    void theLastValueCountsUnlessAnOptionMayBeGivenAgain() {
        CompareOptions options =
                parse("one --blocks 1 --gate a=1 --blocks=2 two --gate=b=off --control --no-race=false");
        assertEquals("2", options.text("--blocks"));
        assertEquals(List.of("a=1", "b=off"), options.all("--gate"));
        assertEquals(List.of("one", "two"), options.contenders());
        assertTrue(options.has("--control"));
        assertFalse(options.has("--no-race") || options.has("--seed"));
        assertEquals(List.of(), options.workloadOptions());
    }

    @Test
    void whatFollowsTwoDashesIsTheWorkloads() {
        CompareOptions options = parse("one -- java --blocks 1 -- x");
        assertEquals(List.of("java", "--blocks", "1", "--", "x"), options.workloadOptions());
        assertFalse(options.has("--blocks"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--frob | Unknown option: '--frob'",
                "--contr | Unknown option: '--contr'",
                "--blocks | Missing required parameter for option '--blocks' (N)",
                "--gate | Missing required parameter for option '--gate' (NAME=LIMIT)",
                "--blocks --seed 3 | Expected parameter for option '--blocks' but found '--seed'",
                "--gate --seed 3 | Expected parameter for option '--gate' but found '--seed'",
                "--control=3 | Invalid value for option '--control': '3' is not a boolean"
            })
    void whatIsNoOptionOrLacksItsValueIsRefused(String arguments, String said) {
        assertEquals(
                said + "; whichjvm help lists the topics of options",
                assertThrows(WrongUsage.class, () -> parse(arguments)).getMessage());
    }

    @Test
    void onlyWhatIsDeclaredCanBeAskedFor() {
        assertThrows(IllegalArgumentException.class, () -> parse("one").has("--frob"));
    }
}
