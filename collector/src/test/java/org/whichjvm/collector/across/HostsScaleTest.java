package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;

/** Many hosts: the page stays small, and the time is printed. */
@Tag("slow")
class HostsScaleTest {
    private static final int MAX_BYTES = 3_000_000;

    @TempDir
    Path out;

    @Test
    void twoHundredHostsOfTwelveContenders() throws IOException {
        HostsFixture.large(out, "f", 200, 12);
        report("200 hosts, 12 contenders");
    }

    @Test
    void aHundredScoresOfTwelveContendersOnTwentyHosts() throws IOException {
        String[] names = IntStream.range(0, 12).mapToObj(i -> "jdk" + i).toArray(String[]::new);
        List<String> scores =
                IntStream.range(0, 100).mapToObj(i -> "score-" + i).toList();
        HostsFixture fixture = new HostsFixture(out, "f", names);
        for (int i = 0; i < 20; i++) {
            fixture.scores(
                    "host-" + i,
                    scores,
                    IntStream.range(0, 11).mapToDouble(k -> 0.9 + 0.02 * k).toArray());
        }
        report("20 hosts, 12 contenders, 100 scores");
    }

    private void report(String what) throws IOException {
        long start = System.nanoTime();
        Cli cli = Cli.run("report", "--hosts", out.resolve("f"));
        double seconds = (System.nanoTime() - start) / 1e9;
        assertEquals(0, cli.code(), cli.err());
        long bytes = Files.size(out.resolve("f/hosts.html"));
        System.out.printf(
                Locale.ROOT,
                "%s: %.1f s, hosts.html %,d bytes, hosts.md %,d, hosts.json %,d%n",
                what,
                seconds,
                bytes,
                Files.size(out.resolve("f/hosts.md")),
                Files.size(out.resolve("f/hosts.json")));
        assertTrue(bytes <= MAX_BYTES, bytes + " bytes");
    }
}
