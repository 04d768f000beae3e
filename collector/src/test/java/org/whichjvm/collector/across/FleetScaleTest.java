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

/** Large fleets: the page stays small, and the time is printed. */
@Tag("slow")
class FleetScaleTest {
    private static final int MAX_BYTES = 3_000_000;

    @TempDir
    Path out;

    @Test
    void twoHundredHostsOfTwelveContenders() throws IOException {
        FleetFixture.large(out, "f", 200, 12);
        report("200 hosts, 12 contenders");
    }

    @Test
    void aHundredScoresOfTwelveContendersOnTwentyHosts() throws IOException {
        String[] names = IntStream.range(0, 12).mapToObj(i -> "jdk" + i).toArray(String[]::new);
        List<String> scores =
                IntStream.range(0, 100).mapToObj(i -> "score-" + i).toList();
        FleetFixture fleet = new FleetFixture(out, "f", names);
        for (int i = 0; i < 20; i++) {
            fleet.scores(
                    "host-" + i,
                    scores,
                    IntStream.range(0, 11).mapToDouble(k -> 0.9 + 0.02 * k).toArray());
        }
        report("20 hosts, 12 contenders, 100 scores");
    }

    private void report(String what) throws IOException {
        long start = System.nanoTime();
        Cli cli = Cli.run("fleet", "--out", out, "f");
        double seconds = (System.nanoTime() - start) / 1e9;
        assertEquals(0, cli.code(), cli.err());
        long bytes = Files.size(out.resolve("f/fleet.html"));
        System.out.printf(
                Locale.ROOT,
                "%s: %.1f s, fleet.html %,d bytes, fleet.md %,d, fleet.json %,d%n",
                what,
                seconds,
                bytes,
                Files.size(out.resolve("f/fleet.md")),
                Files.size(out.resolve("f/fleet.json")));
        assertTrue(bytes <= MAX_BYTES, bytes + " bytes");
    }
}
