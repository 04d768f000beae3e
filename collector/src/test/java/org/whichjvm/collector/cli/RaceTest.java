package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** Who leaves a race, when, and what is kept of those that have left. */
class RaceTest extends NextFixture {
    private final Random noise = new Random(5);

    private void race() {
        plan("--contender=near", "--contender=own", "--race=yes", "--blocks=40", "--precision=1%", "--max-time=36000");
    }

    /** A block of contenders: "other" is slow, "own" is as the baseline, "near" a little faster. */
    private void block(int block, List<String> contenders) throws IOException {
        for (String each : contenders) {
            int ns = each.equals("other") ? 700 : each.equals("near") ? 492 : 500;
            ForkFixture.typical(campaign, block, each, ns + noise.nextInt(40)).write();
        }
    }

    /** The interim analysis after block 9 can decide nothing among four contenders, that after block 14 can. */
    private void untilSomeoneLeaves() throws IOException {
        for (int block = 1; block <= 14; block++) {
            block(block, List.of("base", "near", "other", "own"));
            if (block == 9) {
                assertFalse(next(Exit.OK).out().contains("dropped"));
            }
        }
    }

    @Test
    void thePlanEndsWithTheFirstInterimAnalysisUntilItIsKnownWhoStays() throws IOException {
        race();
        assertEquals(9, lastBlock());
        assertEquals(List.of("base", "near", "other", "own"), planned(9));
        block(1, List.of("base", "near", "other", "own"));
        String said = next(Exit.OK).out();
        assertTrue(said.startsWith("block 1/40 · "), said);
        assertEquals(9, lastBlock());
    }

    @Test
    void whoIsDecidedAndNotTheFastestLeavesAndTheOthersGoOn() throws IOException {
        race();
        untilSomeoneLeaves();
        String said = next(Exit.OK).out();
        assertTrue(said.matches("block 14/40 · .* left · dropped: other \\(decided, or no fork ends well\\)\n"), said);
        assertEquals(21, lastBlock());
        assertEquals(List.of("base", "near", "own"), planned(15));
        String plan = planned();
        next(Exit.OK);
        assertEquals(plan, planned(), "asking twice adds no block");
    }

    @Test
    void whoNeverEndsWellLeavesAtTheFirstInterimAnalysis() throws IOException {
        race();
        for (int block = 1; block <= 9; block++) {
            block(block, List.of("base", "near", "own"));
            unfit(block, "other");
        }
        String said = next(Exit.OK).out();
        assertTrue(said.contains(" · dropped: other (decided, or no fork ends well)"), said);
        assertEquals(List.of("base", "near", "own"), planned(10));
    }

    @Test
    void whereTheBaselineNeverEndsWellNothingIsCompared() throws IOException {
        race();
        for (int block = 1; block <= 9; block++) {
            block(block, List.of("near", "other", "own"));
            unfit(block, "base");
        }
        String said = next(Exit.ENDED).out();
        assertTrue(said.contains("the campaign stops: after block 9 nothing can be compared"), said);
    }

    @Test
    void whoCannotKeepTheRateStaysUntilThatIsDecided() throws IOException {
        race();
        for (int block = 1; block <= 9; block++) {
            block(block, List.of("base"));
            for (String each : List.of("near", "other", "own")) {
                ended(block, each, "overloaded", "61 % of the rate was kept");
            }
        }
        assertFalse(next(Exit.OK).out().contains("dropped"));
        assertEquals(List.of("base", "near", "other", "own"), planned(10));
    }

    private void unfit(int block, String contender) throws IOException {
        ended(block, contender, "does-not-fit", "the kernel's OOM killer ended the program");
    }

    private void ended(int block, String contender, String status, String reason) throws IOException {
        ForkFixture.typical(campaign, block, contender, 500)
                .with(json -> json.addProperty("status", status))
                .with(json -> json.addProperty("reason", reason))
                .writeJson();
    }

    @Test
    void whatIsKnownOfWhoLeftStays() throws IOException {
        race();
        untilSomeoneLeaves();
        next(Exit.OK);
        String before = interval("other");
        for (int block = 15; block <= 21; block++) {
            block(block, List.of("base", "near", "own"));
        }
        next(Exit.OK);
        assertEquals(before, interval("other"));
        assertTrue(Files.readString(campaign.resolve("result.json")).contains("\"leftAfter\": 14"));
        String report = Cli.run("report", "--out", out, "c").out();
        assertTrue(
                report.matches("(?s).*\\nother .* slower ¹\\n.*¹ Dropped once decided, after block 14\\..*"), report);
    }

    @Test
    void whoNamesABaselineSpendsMoreOnWhatDiffersFromIt() throws IOException {
        race();
        untilSomeoneLeaves();
        assertEquals(3 / (1 / 3.0), corrected("other"), 1e-9, "a third of the level, for three contenders");
        Path plan = campaign.resolve("campaign.json");
        Files.writeString(plan, Files.readString(plan).replace("\"race\": \"best\"", "\"race\": \"baseline\""));
        assertEquals(3 / (2 / 3.0), corrected("other"), 1e-9, "two thirds of it");
    }

    /** By how much its p is multiplied. */
    private double corrected(String contender) throws IOException {
        JsonObject p50 = p50(contender);
        return p50.get("adjustedP").getAsDouble() / p50.get("p").getAsDouble();
    }

    @Test
    void withoutARaceEveryBlockIsPlannedAtOnce() throws IOException {
        plan("--contender=near", "--blocks=40", "--precision=1%", "--max-time=36000");
        assertEquals(40, lastBlock());
    }

    private String interval(String contender) throws IOException {
        JsonObject p50 = p50(contender);
        return p50.get("low") + " " + p50.get("high") + " " + p50.get("verdict");
    }

    private JsonObject p50(String contender) throws IOException {
        assertEquals(3, Cli.run("report", "--out", out, "c").code() | 3);
        return Cli.json(campaign.resolve("result.json")).getAsJsonArray("comparisons").asList().stream()
                .map(each -> each.getAsJsonObject())
                .filter(each -> each.get("contender").getAsString().equals(contender))
                .filter(each -> each.get("percentile").getAsString().equals("p50"))
                .filter(each -> each.get("latency").getAsString().equals("service"))
                .findFirst()
                .orElseThrow();
    }
}
