package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** What excluded forks do to verdicts. */
class ExclusionTest extends ExclusionFixture {
    @Test
    void aComparisonLeavesOutExcludedBlocks() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            boolean disturbed = block == 2;
            // What was disturbed would make the other look faster.
            pair(block, disturbed ? 5_000 : 500, 625, json -> waiting(json, disturbed ? 400 : 1, 1));
        }
        JsonObject headline = report();
        assertEquals(7, headline.get("blocks").getAsInt());
        assertEquals(1.25, headline.get("low").getAsDouble(), 0.01);
        assertEquals("slower", headline.get("verdict").getAsString());
        JsonObject result = Cli.json(campaign.resolve("result.json"));
        assertEquals(1, result.getAsJsonArray("excluded").size());
        JsonObject base = result.getAsJsonArray("contenders").get(0).getAsJsonObject();
        assertEquals("{\"ok\":7,\"failed\":0,\"excluded\":1}", base.get("forks").toString());
        assertTrue(base.getAsJsonObject("service").get("max").getAsLong() < 6_000, "not in the pool");
        String csv = Files.readString(campaign.resolve("result.csv"));
        assertEquals(
                1, csv.lines().filter(line -> line.contains(",waiting-share,")).count());
        assertEquals(1 + 2 * BLOCKS, csv.lines().count(), "shown all the same");
    }

    @Test
    void withoutACleanBlockThereIsNoVerdictAndAReason() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            pair(block, 500, 625, json -> waiting(json, 400, 1));
        }
        JsonObject headline = report();
        assertEquals("inconclusive", headline.get("verdict").getAsString());
        assertEquals(
                "rules exclude a fork of every block: all 8, by waiting-share"
                        + " (a measured thread waited for a CPU)",
                headline.get("reason").getAsString());
        assertEquals(0, headline.get("blocks").getAsInt());
    }

    @Test
    void blocksThatOneOfTheTwoIsMissingInAreNotBlamedOnAGate() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            pair(block, 500, 625, json -> waiting(json, 400, 1));
            Files.delete(campaign.resolve("forks/%03d-%s.json".formatted(block, block < 3 ? "other" : "base")));
            Files.delete(campaign.resolve("forks/%03d-%s.hlog".formatted(block, block < 3 ? "other" : "base")));
        }
        assertEquals(
                "there is no block in which both have a fork that counts",
                report().get("reason").getAsString());
    }

    @Test
    void whatAGateTakesFromOneSideAloneIsSaid() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            boolean disturbed = block <= 4;
            pair(block, 500, 625, json -> host(json, "stealMillis", disturbed ? 900 : 1));
        }
        String told = Cli.run("report", "--details", "--out", out, "c").out();
        assertTrue(told.contains("Rules excluded 4 of 8 forks of base, but 0 of 8 forks of other"), told);
    }

    @Test
    void whoHasNoForkThatAGateCouldExcludeIsNotComparedByThem() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base", 500)
                    .with(json -> host(json, "stealMillis", 900))
                    .write();
        }
        String told = Cli.run("report", "--details", "--out", out, "c").out();
        assertTrue(told.contains("Rules excluded 8 of 8 forks"), told);
        assertFalse(told.contains("the JVM itself may have caused"), told);
    }

    private JsonObject report() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err());
        String json = Files.readString(campaign.resolve("result.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, json));
        return Cli.json(campaign.resolve("result.json"))
                .getAsJsonArray("comparisons")
                .get(0)
                .getAsJsonObject();
    }
}
