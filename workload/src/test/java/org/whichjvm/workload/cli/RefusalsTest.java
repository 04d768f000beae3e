package org.whichjvm.workload.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What cannot be meant is refused with one sentence and the way to the help. The command line is the jar's own, read in
 * this JVM; that of the launcher is in {@code test/test_launch_options.py}.
 */
class RefusalsTest {
    @TempDir
    Path out;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--pace 3                  | Unknown options: '--pace', '3'",
                "--rate 0                  | --rate is 0; a number from 1 to 100,000,000 messages a second",
                "--rate -5                 | --rate is -5; a number from 1 to",
                "--rate abc                | Invalid value for option '--rate': 'abc' is not a long",
                "--rate 1000000000000      | --rate is 1,000,000,000,000; a number from 1 to 100,000,000",
                "--rate 99999999999999999999 | '99999999999999999999' is not a long",
                "--rate 1 --duration 100ms | --rate 1 for --duration 0.1 s is less than one message",
                "--size 0                  | --size is 0; a number from 32 to 1,048,576 bytes",
                "--size 31                 | --size is 31; a number from 32",
                "--size 2m                 | --size is 2,097,152; a number from 32",
                "--size 1m --block-size 1m | --size 1,048,576 needs a --block-size of 4,194,304 or more",
                "--duration 0              | --duration is 0.0 s; a time from 100ms to 24h",
                "--duration x              | 'x' is not a duration; write it like 30ns, 20us",
                "--duration 25h            | --duration is 90000.0 s; a time from 100ms to 24h",
                "--duration -1s            | '-1s' is not a duration",
                "--warmup 1ms              | --warmup is 0.001 s; a time from 100ms to 24h",
                "--delay 2ms               | --delay is 2,000,000; a number from 0 to 1,000,000 ns",
                "--delay soon              | 'soon' is not a duration",
                "--producers 0             | --producers is 0; a number from 1 to 64 threads",
                "--block-size 1k           | --block-size is 1,024; a number from 1,048,576",
                "--roll-cycle NEVER        | 'NEVER'",
                "--wait sleep              | 'sleep' is not a wait strategy; give spin, yield, onspinwait",
                "--queue-memory            | Missing required parameter for option '--queue-memory'",
                "--cpus a,b                | 'a' is not an int",
                "--fork ../../etc/1-a      | does not have the form CAMPAIGN/BLOCK-CONTENDER",
                "--fork a/1                | 'a/1' does not have the form CAMPAIGN/BLOCK-CONTENDER",
                "--fork a/10001-a          | with a block from 0 to 10000, such as quick/003-jdk17-temurin",
            })
    void anOptionThatCannotBeMeant(String options, String part) {
        List<String> args = new ArrayList<>(Arrays.asList("--out", out.toString(), "--check"));
        args.addAll(Arrays.asList(options.split(" ")));
        refused(part, args.toArray(new String[0]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gc-steal | --duration 0 | --duration is 0",
                "gc-steal | --rate 10 | --rate",
                "queue-rate | --rate 10 | --rate is for queue-latency, and queue-rate finds its rates; leave it out",
                "queue-rate | --rates 2,1 | --rates has 1.0 after 2.0; at most 100 rates that ascend",
                "queue-rate | --turn 100ms --rates 100,50000 | a turn of 100ms at 100.0 messages a second has too few",
                "queue-rate | --turn 250ms --stages | --stages is for queue-latency, and queue-rate finds its rates; leave it out",
                "queue-rate | --profile cpu | --profile is for queue-latency",
                "queue-latency | --profile lock | --profile is lock, which is not for messages; cpu or memory",
                "queue-latency | --profile cpu | --profile cpu is for turns; give --turn too",
                "service | --port 1 --profile cpu | --profile is cpu, and only the memory of a server can be explained; memory",
                "command | --timeout 25h | --timeout is 90000.0 s; a time from 1s to 24h",
                "queue-rate | --size 1m | --size is 1,048,576; a number from 32 to 65,536 bytes",
                "queue-rate | --points 4 | --points is 4; a number from 5 to 100 rates",
                "queue-rate | --passes 0 | --passes is 0; a number from 1 to 1,000 passes",
                "retail | --transactions 0 | --transactions is 0; 1 or more",
                "gc-steal | --live 1000g | --live is 1,024,000 MiB; 1 MiB to a quarter of this",
            })
    void anOptionOfAnotherWorkload(String workload, String options, String part) {
        List<String> args = new ArrayList<>(Arrays.asList(workload, "--out", out.toString(), "--check"));
        args.addAll(Arrays.asList(options.split(" ")));
        refused(part, args.toArray(new String[0]));
    }

    @Test
    void aWorkloadThatThereIsNot() {
        refused("queue-speed", "queue-speed", "--out", out.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue-latency", "gc-steal"})
    void aResultsFolderThatIsMissing(String workload) {
        Path none = out.resolve("none");
        refused(
                "the results folder " + none + " is missing; make it, or give --out DIR",
                workload,
                "--check",
                "--out",
                none.toString());
    }

    /** Two lines on stderr, nothing on stdout, nothing in the results folder. */
    private void refused(String part, String... args) {
        PrintStream stderr = System.err;
        PrintStream stdout = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code;
        try {
            System.setErr(new PrintStream(written, true));
            System.setOut(new PrintStream(printed, true));
            code = Main.execute(args);
        } finally {
            System.setErr(stderr);
            System.setOut(stdout);
        }
        String[] lines = new String(written.toByteArray(), StandardCharsets.UTF_8).split("\n");
        assertEquals(2, lines.length, () -> String.join("\n", lines));
        assertTrue(lines[0].startsWith("error: "), lines[0]);
        assertTrue(lines[1].startsWith("try: "), lines[1]);
        String said = lines[0] + "; " + lines[1].substring("try: ".length());
        assertTrue(said.contains(part), said);
        assertEquals(2, code);
        assertEquals(0, printed.size());
        assertArrayEquals(new String[0], out.toFile().list());
    }
}
