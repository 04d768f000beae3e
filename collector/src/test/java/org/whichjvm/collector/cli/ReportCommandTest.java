package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.common.Percentile;

class ReportCommandTest {
    @TempDir
    Path out;

    private Path campaign;

    @BeforeEach
    void campaignIsAFolder() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
    }

    @Test
    void pooledPercentilesAreThoseOfAllValuesTogether() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long[] all = new long[0];
        for (int block = 1; block <= 5; block++) {
            long scale = 300 + 200L * block;
            long[] ns = LongStream.generate(() -> (long) (scale * Math.exp(Math.abs(random.nextGaussian()) * 2)))
                    .limit(20_000)
                    .toArray();
            new ForkFixture(campaign, block, "a").service(LongStream.of(ns)).write();
            all = LongStream.concat(LongStream.of(all), LongStream.of(ns)).toArray();
        }

        assertEquals(0, report().code());

        Arrays.sort(all);
        JsonObject service = contender(0).getAsJsonObject("service");
        assertEquals(100_000, service.get("count").getAsLong());
        for (Percentile percentile : Percentile.REPORTED) {
            long exact = all[(int) Math.ceil(percentile.percent / 100 * all.length - 1e-6) - 1];
            assertEquals(exact, service.get(percentile.key).getAsLong(), exact * 0.001 + 1, "seed " + seed);
        }
    }

    @Test
    void aSlowForkMovesThePoolAndTheSpread() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 400).write();
        ForkFixture.typical(campaign, 2, "a", 400).write();
        ForkFixture.typical(campaign, 3, "a", 900).write();
        report();

        JsonObject service = contender(0).getAsJsonObject("service");
        assertEquals("[400,900]", service.get("forkP50").toString());
        assertEquals(400, service.get("p50").getAsLong());
        assertEquals(900, service.get("p90").getAsLong());
    }

    @Test
    void theRatioIsThatOfMostBlocksWhereBothHaveAFork() throws IOException {
        plan("base", "other");
        long[] base = {400, 500, 1000, 400};
        double[] ratios = {1.2, 1.1, 3.0};
        for (int block = 1; block <= 4; block++) {
            ForkFixture.typical(campaign, block, "base", base[block - 1]).write();
        }
        for (int block = 1; block <= 3; block++) {
            long ns = Math.round(base[block - 1] * ratios[block - 1]);
            ForkFixture.typical(campaign, block, "other", ns).write();
        }

        assertEquals(0, report().code());

        JsonObject comparison = comparison("service", "p50");
        // Three times as slow is another mode: the geometric mean of the other two is left.
        assertEquals(1.149, comparison.get("ratio").getAsDouble(), 0.003);
        assertEquals(3, comparison.get("blocks").getAsInt());
        assertEquals(1.149, comparison("service", "p99_99").get("ratio").getAsDouble(), 0.003);
        assertEquals(10, result().getAsJsonArray("comparisons").size());
    }

    @Test
    void twoBlocksThatDisagreeTakeTheirGeometricMean() throws IOException {
        plan("base", "other");
        for (int block = 1; block <= 2; block++) {
            ForkFixture.typical(campaign, block, "base", 500).write();
            ForkFixture.typical(campaign, block, "other", block == 1 ? 250 : 1000)
                    .write();
        }
        report();
        assertEquals(1.0, comparison("service", "p50").get("ratio").getAsDouble(), 0.003);
    }

    @Test
    void oneBlockIsNoVerdictAndSaysHowManyWouldBe() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 1, "b", 600).write();

        Cli cli = report();

        assertTrue(cli.out().contains("b is not shown to differ from a"), cli.out());
        assertTrue(cli.out().contains("1.20 (no interval), +100 ns, 1 block"), cli.out());
        assertTrue(cli.out().contains("6 blocks are the least that has an interval"), cli.out());
        JsonObject comparison = comparison("service", "p50");
        assertEquals("inconclusive", comparison.get("verdict").getAsString());
        assertTrue(comparison.get("low").isJsonNull());
        assertTrue(comparison.get("smallestDetectable").isJsonNull());
    }

    @Test
    void aSingleRunNeedsNoPlanAndIsComparedWithTheFirstByName() throws IOException {
        ForkFixture.typical(campaign, 1, "b", 600).write();
        ForkFixture.typical(campaign, 1, "a", 500).write();

        assertEquals(0, report().code());

        assertEquals("a", result().get("baseline").getAsString());
        assertEquals("a", contender(0).get("name").getAsString());
        assertEquals(1.2, comparison("service", "p50").get("ratio").getAsDouble(), 0.003);
    }

    @Test
    void contendersAreInThePlansOrderAlsoThoseWithoutAFork() throws IOException {
        plan("z", "a");
        ForkFixture.typical(campaign, 1, "z", 500).write();

        Cli cli = report();

        assertEquals(0, cli.code());
        assertTrue(cli.out().contains("1 of 8 planned are ok, 7 still to run"), cli.out());
        assertEquals("z", contender(0).get("name").getAsString());
        assertTrue(contender(1).get("service").isJsonNull());
        assertTrue(contender(1).get("floorNs").isJsonNull());
        assertTrue(comparison("service", "p50").get("ratio").isJsonNull());
        assertEquals(135.6, contender(0).get("floorNs").getAsDouble());
    }

    @Test
    void withoutANameItReportsTheLatest() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        Files.createSymbolicLink(out.resolve("latest"), Path.of("c"));

        assertEquals(0, Cli.run("report", "--details", "--out", out).code());

        assertTrue(Files.exists(campaign.resolve("result.json")));
    }

    @Test
    void leavesNoTemporaryFileAndReplacesItsOwnOutput() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        report();
        ForkFixture.typical(campaign, 2, "a", 500).write();
        report();

        try (Stream<Path> files = Files.list(campaign)) {
            assertEquals(
                    "[charts, forks, report.html, report.md, result.csv, result.json]",
                    files.map(file -> file.getFileName().toString())
                            .sorted()
                            .toList()
                            .toString());
        }
        assertEquals(2, contender(0).getAsJsonObject("forks").get("ok").getAsInt());
    }

    @Test
    void aCampaignThatIsNotThereOrHasNoForksIsOneSentence() {
        Cli missing = Cli.run("report", "--details", "--out", out, "nope");
        assertEquals(2, missing.code());
        assertTrue(missing.err().contains("no campaign nope in"), missing.err());

        Cli empty = report();
        assertEquals(2, empty.code());
        assertEquals(
                "error: campaign c has no forks yet\ntry: whichjvm compare --resume c",
                empty.err().strip());

        assertEquals(2, Cli.run("report", "--details", "--out", out).code());
        assertEquals(2, Cli.run("report", "--out", out.resolve("nope")).code());
        assertFalse(Files.exists(campaign.resolve("result.json")));
    }

    @Test
    void aNameThatLeavesTheFolderIsRefused() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        Path inner = Files.createDirectory(out.resolve("inner"));
        Files.createSymbolicLink(inner.resolve("latest"), Path.of("../c"));
        Files.createSymbolicLink(inner.resolve("link"), campaign);

        for (String name : new String[] {"../c", "latest", "link", campaign.toString()}) {
            Cli cli = Cli.run("report", "--details", "--out", inner, name);
            assertEquals(2, cli.code(), name);
            assertEquals(2, cli.err().lines().count(), cli.err());
        }
        assertFalse(Files.exists(campaign.resolve("result.json")));
    }

    @Test
    void thePlansBaselineNeedNotBeItsFirstContender() throws IOException {
        planWithBaseline("b", "a", "b");
        ForkFixture.typical(campaign, 1, "a", 600).write();
        ForkFixture.typical(campaign, 1, "b", 500).write();
        report();
        assertEquals("b", result().get("baseline").getAsString());
        assertEquals("a", comparison("service", "p50").get("contender").getAsString());
        assertEquals(1.2, comparison("service", "p50").get("ratio").getAsDouble(), 0.003);
    }

    private void plan(String... contenders) throws IOException {
        planWithBaseline(contenders[0], contenders);
    }

    private void planWithBaseline(String baseline, String... contenders) throws IOException {
        Files.delete(campaign);
        Cli.plan(out, "c", List.of(contenders), "--baseline", baseline, "--blocks=4", "--retries=0");
    }

    private Cli report() {
        return Cli.run("report", "--details", "--out", out, "c");
    }

    private JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    private JsonObject contender(int index) throws IOException {
        return result().getAsJsonArray("contenders").get(index).getAsJsonObject();
    }

    private JsonObject comparison(String latency, String percentile) throws IOException {
        for (JsonElement each : result().getAsJsonArray("comparisons")) {
            JsonObject json = each.getAsJsonObject();
            if (json.get("latency").getAsString().equals(latency)
                    && json.get("percentile").getAsString().equals(percentile)) {
                return json;
            }
        }
        throw new AssertionError("no comparison of " + latency + " " + percentile);
    }

    @Test
    void aMarginIsWhatItIsInAPlan() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        for (String margin : new String[] {"60%", "5d%", "0.05%", "5", "NaN%"}) {
            Cli cli = Cli.run("report", "--out", out, "--margin", margin, "c");
            assertEquals(2, cli.code(), margin);
            assertEquals(
                    "error: --margin is '" + margin + "'\ntry: a percentage from 0.1% to 50%, such as 2%\n", cli.err());
        }
        assertEquals(0, Cli.run("report", "--out", out, "--margin", "2.5%", "c").code());
    }
}
