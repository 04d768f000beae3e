package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.model.ForkFixture;

class CalibrateCommandTest {
    @TempDir
    private Path out;

    private Path campaign;
    private final Random noise = new Random(17);

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    @Test
    void contendersOfTheSameJvmAndWithAKnownEffectAreCounted() throws IOException {
        for (int block = 1; block <= 16; block++) {
            fork(block, "a", 600, 0);
            fork(block, "a+again", 600, 0);
            fork(block, "a+delay30ns", 630, 30);
            fork(block, "a+delay30ns-2", 630, 30);
        }
        String report = calibrate().out();

        // 2 pairs that are the same, 2 with the effect, in 2 windows of 8 blocks and 1 of 16.
        assertTrue(report.contains("the same JVM once more has "), report);
        String[] sixteen = row(report, "Measured", "16");
        assertEquals("2", sixteen[2]);
        assertEquals("2", sixteen[5]);
        assertTrue(sixteen[6].startsWith("2 ("), "5 % in noise of 1 % is found: " + sixteen[6]);
        String[] eight = row(report, "Measured", "8");
        assertEquals("4", eight[2]);
        assertEquals("4", eight[5]);
        assertTrue(Files.readString(campaign.resolve("calibration.md")).contains("known effect"));
    }

    @Test
    void aKnownEffectIsMeasuredInNanoseconds() throws IOException {
        for (int block = 1; block <= 16; block++) {
            fork(block, "a", 600, 0);
            fork(block, "a+again", 600, 0);
            fork(block, "a+delay60ns", 660, 60);
        }
        String line = calibrate()
                .out()
                .lines()
                .filter(each -> each.contains("known effect of"))
                .findAny()
                .orElseThrow();
        assertTrue(line.startsWith("A known effect of 60 ns was measured as "), line);
        double measured = Double.parseDouble(line.split("measured as ")[1].split(" ns")[0]);
        assertEquals(60, measured, 8);
    }

    @Test
    void anyEarlierCampaignWillDo() throws IOException {
        for (int block = 1; block <= 30; block++) {
            fork(block, "a", 600, 0);
            fork(block, "b", 900, 0);
        }
        String report = calibrate().out();
        assertFalse(report.contains("Measured"), report);
        assertTrue(report.contains("noise of 58 pairs of forks of one JVM, of neighbouring blocks"));
        String[] twenty = row(report, "Computed: how often", "20");
        assertTrue(percent(twenty[2]) <= 95, "1 % in noise of 1 %: " + twenty[2]);
        assertTrue(percent(twenty[5]) >= 99, "5 % in noise of 1 %: " + twenty[5]);
    }

    @Test
    void withoutANameItIsTheNewest() throws IOException {
        fork(1, "a", 600, 0);
        fork(2, "a", 600, 0);
        Files.createSymbolicLink(out.resolve("latest"), Path.of("c"));
        Cli cli = Cli.run("calibrate", "--out", out);
        assertEquals(0, cli.code(), cli.err());
        assertTrue(cli.out().startsWith("whichjvm calibration: c"), cli.out());
    }

    @Test
    void aSingleForkTellsNothing() throws IOException {
        fork(1, "a", 600, 0);
        Cli cli = Cli.run("calibrate", "--out", out, "c");
        assertEquals(2, cli.code());
        assertTrue(cli.err().contains("has no two forks of one JVM that count"), cli.err());
    }

    private void fork(int block, String contender, long ns, long delay) throws IOException {
        long noisy = Math.round(ns * Math.exp(0.01 * noise.nextGaussian()));
        ForkFixture.typical(campaign, block, contender, noisy)
                .with(json -> json.getAsJsonObject("parameters").addProperty("delayNanos", delay))
                .write();
    }

    private Cli calibrate() {
        Cli cli = Cli.run("calibrate", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err());
        return cli;
    }

    /** The cells of the row for {@code blocks} blocks, in the table of that title. */
    private static String[] row(String report, String title, String blocks) {
        return report.lines()
                .dropWhile(line -> !line.startsWith(title))
                .map(String::strip)
                .filter(line -> line.startsWith(blocks + "  "))
                .findFirst()
                .orElseThrow()
                .split(" {2,}");
    }

    private static double percent(String cell) {
        return Double.parseDouble(cell.replace(" %", ""));
    }
}
