package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.fork.ForkFailure;

/** What is kept and shown of a program's output. */
class OutputTest {
    private final List<String> lines = new ArrayList<>();
    private final Output output = new Output(List.of(lines::add));

    @Test
    void linesAreShownWithoutTheirEndsAndTheLastOneToo() {
        read(output, "one\r\ntwo\n\nlast µ");
        assertEquals(List.of("one", "two", "", "last µ"), lines);
        assertEquals("one | two | last µ", output.lastLines());
    }

    @Test
    void colourAndOtherEscapeSequencesAreNoPartOfALine() {
        read(
                output,
                "\u001b[1;31mTime: \u001b[0m\u001b[32m41.7\u001b[m ms\u001b[K\r\u001b[0m\n"
                        + "\u001b]0;a title\u0007one\u001b]8;;http://x\u001b\\ link\u001b]8;;\u001b\\\n"
                        + "\u001b(Btwo\u001b7\u001b=\n");
        assertEquals(List.of("Time: 41.7 ms", "one link", "two"), lines);
        assertEquals("Time: 41.7 ms | one link | two", output.lastLines());
        assertTrue(output.text().startsWith("\u001b[1;31mTime: "), "what is kept is what it printed");
    }

    @Test
    void aLineWithoutAnEndIsShownInPartsAndFillsNoMemory() {
        read(output, "x".repeat(150_000));
        assertEquals(
                List.of(65_536, 65_536, 150_000 - 2 * 65_536),
                lines.stream().map(String::length).toList());
    }

    @Test
    void ofMuchOutputTheBeginningAndTheEndAreKept() {
        StringBuilder text = new StringBuilder("first line\n");
        for (int i = 0; i < 400_000; i++) {
            text.append("line ").append(i).append('\n');
        }
        read(output, text + "last line\n");
        String kept = output.text();
        assertTrue(kept.startsWith("first line\nline 0\n"), "the beginning is gone");
        assertTrue(kept.endsWith("line 399999\nlast line\n"), "the end is gone");
        assertTrue(kept.length() < (1 << 20) + 100, kept.length() + " are kept");
        int left = text.length() + 10 - (1 << 20);
        assertTrue(kept.contains("[" + left + " bytes are left out here]"), "not told");
        assertEquals(text.length() + 10, output.bytes());
    }

    @Test
    void lastLinesAreShort() {
        read(output, "a\nb\nc\n \n" + "y".repeat(500) + "\n");
        assertEquals("b | c | " + "y".repeat(200), output.lastLines());
    }

    @Test
    void whoCannotReadALineKeepsNobodyFromReadingTheRest() {
        Pattern recursive = Pattern.compile("(a|b)*c");
        Output output = new Output(List.of(line -> recursive.matcher(line).find()));
        read(output, "ab".repeat(30_000) + "\nlast\n");
        assertEquals("last", output.lastLines().replaceAll(".*[|] ", ""));
        ForkFailure failure = assertThrows(ForkFailure.class, output::check);
        assertTrue(failure.getMessage().contains("StackOverflowError"), failure.getMessage());
    }

    private static void read(Output output, String text) {
        output.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
