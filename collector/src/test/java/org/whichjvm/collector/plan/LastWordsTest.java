package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a command that left no file has said. */
class LastWordsTest {
    @Test
    void theWorkloadsOwnLastSentenceIsTheReason() {
        assertEquals(
                "the queue is lost (exit code 3)",
                Check.lastWords("whichjvm: one: CPU 0\nnoise\nwhichjvm: the queue is lost\n", 3));
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
