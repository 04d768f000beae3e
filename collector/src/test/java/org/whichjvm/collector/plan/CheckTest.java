package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check has said, which a JVM or a program may have printed anything into. */
class CheckTest {
    @TempDir
    private Path campaign;

    @BeforeEach
    void forks() throws IOException {
        Files.createDirectory(campaign.resolve("forks"));
    }

    private Check check(String output) throws IOException {
        Check.of("one", 0, output).write(campaign);
        return Check.read(campaign, "one").orElseThrow();
    }

    private static String answer(String more) {
        return "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\"" + more + "}\n";
    }

    @Test
    void anAnswerIsFoundBetweenOtherLines() throws IOException {
        Check check = check("whichjvm: one\n{}\n" + answer(",\"busyRate\":9.5,\"ignored\":[\"-Xx\"]") + "more\n");
        assertEquals(17, check.java());
        assertEquals("amd64", check.arch());
        assertEquals(9.5, check.busyRate());
        assertEquals(List.of("-Xx"), check.ignored());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"ignored\":1",
                "\"ignored\":[{}]",
                "\"ignored\":[null]",
                "\"busyRate\":-1",
                "\"busyRate\":1e308",
                "\"generatorRate\":[]",
                "\"java\":18"
            })
    void aLineThatOnlyLooksLikeAnAnswerSaysNothing(String odd) throws IOException {
        Check check = check(answer("," + odd));
        assertEquals(0, check.java());
        assertNull(check.arch());
        assertEquals(0, check.busyRate());
    }

    @Test
    void whateverWasPrintedFitsIntoTheFileThatIsReadAgain() throws IOException {
        String many = ",\"ignored\":[\"" + "x".repeat(60_000) + "%s\"]";
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            output.append(answer(many.formatted(i)));
        }
        output.append(answer(",\"ignored\":[\"" + "x".repeat(2 << 20) + "\"]"));
        assertEquals(1, check(output.toString()).ignored().size(), "of the first answer");
    }

    @Test
    void aTextThatIsCutInsideACharacterIsWritten() throws IOException {
        Check check = check("x".repeat((64 << 10) - 1) + "\ud83d\ude00 and more");
        assertTrue(check.output().endsWith("xx?"), check.output().substring(65_000));
    }

    @Test
    void theWorkloadsOwnLastSentenceIsTheReason() {
        assertEquals(
                "the queue is lost (exit code 3)",
                Check.lastWords("whichjvm: one: CPU 0\nnoise\nwhichjvm: the queue is lost\n", 3));
    }

    @Test
    void anErrorIsTheReasonWithWhatToTry() {
        assertEquals(
                "--rate is 0; try: a number from 1 (exit code 2)",
                Check.lastWords("whichjvm: one: CPU 0\nerror: --rate is 0\ntry: a number from 1\n", 2));
    }

    @Test
    void elseWhatAJvmSaysFirstBesideItsNoise() {
        assertEquals(
                "Unrecognized VM option 'X' (exit code 1)",
                Check.lastWords(
                        "OpenJDK 64-Bit Server VM warning: old\n#\nUnrecognized VM option 'X'\nError: Could not"
                                + " create the Java Virtual Machine.\n",
                        1));
    }

    @Test
    void aKillAndASilentEndAreSaidOfTheJvm() {
        assertEquals("the JVM was killed (signal 9)", Check.lastWords("whichjvm: said\n", 137));
        assertEquals("the JVM ended without a word (exit code 5)", Check.lastWords("\n", 5));
    }

    @Test
    void aWarningThatSomethingIsIgnoredIsFoundInBothForms() {
        assertEquals(
                Optional.of("Option UseX not supported"),
                Check.ignores("OpenJDK 64-Bit Server VM warning: Option UseX not supported\n"));
        assertEquals(Optional.of("UseX disabled"), Check.ignores("[0.003s][warning][gc] UseX disabled\nmore\n"));
        assertEquals(Optional.empty(), Check.ignores("OpenJDK 64-Bit Server VM warning: it is deprecated\n"));
    }
}
