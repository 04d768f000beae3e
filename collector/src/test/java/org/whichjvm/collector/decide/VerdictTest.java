package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

/** What campaigns with known forks come to, by the command line. */
class VerdictTest extends VerdictFixture {
    @Test
    void aQuarterMoreIsSlower() throws IOException {
        campaign(block -> 625);
        Cli cli = report();
        JsonObject comparison = comparison("other", "service", "p50");
        assertEquals("slower", comparison.get("verdict").getAsString());
        assertTrue(comparison.get("low").getAsDouble() > 1.2, comparison.toString());
        assertTrue(comparison.get("high").getAsDouble() < 1.3, comparison.toString());
        assertTrue(comparison.get("adjustedP").getAsDouble() <= 0.05, comparison.toString());
        assertTrue(
                comparison.get("p").getAsDouble() <= comparison.get("adjustedP").getAsDouble());
        assertTrue(
                cli.out()
                        .contains("other is 25 % slower than base at the p50 service time, in 12 of 12 blocks: 1.25 ["),
                cli.out());
    }

    @Test
    void aFifthLessIsFaster() throws IOException {
        campaign(block -> 400);
        assertTrue(report().out()
                .contains("other is 20 % faster than base at the p50 service time, in 12 of 12 blocks: 0.80"));
        assertEquals("faster", verdict("other", "service", "p50"));
    }

    @Test
    void aDifferenceInsideTheMarginIsEquivalentEvenIfItIsReal() throws IOException {
        campaign(block -> 507);
        assertTrue(report().out().contains("other is equivalent to base at the p50 service time: 1.01"));
        JsonObject comparison = comparison("other", "service", "p50");
        assertEquals("equivalent", comparison.get("verdict").getAsString());
        assertTrue(comparison.get("low").getAsDouble() > 1, "real: " + comparison);
    }

    @Test
    void theMarginIsTheCampaigns() throws IOException {
        plan("--margin", "0.5%");
        forks(block -> 507);
        report();
        assertEquals("slower", verdict("other", "service", "p50"));
        assertEquals(0.005, result().getAsJsonObject("decision").get("margin").getAsDouble(), 1e-12);
    }

    @Test
    void whatGoesBothWaysIsInconclusiveAndSaysWhatRemainsPossible() throws IOException {
        campaign(block -> block % 2 == 0 ? 600 : 420);
        String report = report().out();
        JsonObject comparison = comparison("other", "service", "p50");
        assertEquals("inconclusive", comparison.get("verdict").getAsString());
        assertTrue(report.contains("other is not shown to differ from base"), report);
        assertTrue(report.contains("the blocks fall apart into groups"), report);
        assertTrue(report.contains("between 16 % faster and 20 % slower."), report);
    }

    @Test
    void aControlThatDiffersIsSaidAboveEverythingElse() throws IOException {
        plan("--contender", "base+again");
        forks(block -> 500);
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base+again", 560 + noise.nextInt(9))
                    .write();
        }
        String report = report().out();
        assertTrue(report.lines().skip(1).findFirst().orElseThrow().isEmpty(), report);
        assertTrue(report.lines().skip(2).findFirst().orElseThrow().startsWith("doubt: The control differs"), report);
        assertTrue(comparison("base+again", "service", "p50").get("control").getAsBoolean());
    }

    @Test
    void aControlThatIsTheSameIsNotSpokenOf() throws IOException {
        plan("--contender", "base+again");
        forks(block -> 625);
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base+again", 496 + 4 * (block % 3))
                    .write();
        }
        String report = report().out();
        assertFalse(report.contains("doubt:"), report);
        assertEquals("slower", verdict("other", "service", "p50"));
    }

    @Test
    void aPercentileOnTooFewEventsIsNotDecided() throws IOException {
        plan("--decide", "service-p99.9");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 500, 2);
            fork(block, "other", 900, 2);
        }
        report();
        JsonObject comparison = comparison("other", "service", "p99_9");
        assertFalse(comparison.get("decidable").getAsBoolean());
        assertEquals("inconclusive", comparison.get("verdict").getAsString());
        assertTrue(comparison.get("adjustedP").isJsonNull());
        assertTrue(comparison.get("reason").getAsString().startsWith("rests on 2 events in a typical fork"));
        assertTrue(comparison("other", "service", "p50").get("decidable").getAsBoolean());
    }

    @Test
    void onlyTheDeclaredPercentilesAreDecided() throws IOException {
        plan("--decide", "p50,p99");
        forks(block -> 625);
        report();
        assertTrue(comparison("other", "response", "p99").get("decidable").getAsBoolean());
        assertFalse(comparison("other", "response", "p90").get("decidable").getAsBoolean());
    }

    @Test
    void groupsOfForksAreTold() throws IOException {
        campaign(block -> block == 3 || block == 9 ? 640 : 385);
        assertTrue(report().out().contains("2 of 12 forks of other started in a slower JIT mode (64"), report().out());
        JsonObject modes = result().getAsJsonArray("modes").get(1).getAsJsonObject();
        assertEquals(2, modes.getAsJsonArray("groups").size());
    }

    @Test
    void forksThatGatesExcludeShowNoMode() throws IOException {
        plan();
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 400, 100);
            ForkFixture.typical(campaign, block, "other", block == 3 || block == 9 ? 640 : 385)
                    .with(json -> json.getAsJsonObject("floorNs").addProperty("after", 900))
                    .write();
        }
        String said = report().out();
        assertFalse(said.contains("JIT mode ("), said);
        assertTrue(said.contains("floor-in-fork"), said);
    }

    @Test
    void aKnownDelayIsStampedOnEverything() throws IOException {
        plan("--contender", "base+delay30ns");
        forks(block -> 500);
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base+delay30ns", 530)
                    .with(json -> json.getAsJsonObject("parameters").addProperty("delayNanos", 30))
                    .write();
        }
        assertTrue(report().out().contains("doubt: Each message of base+delay30ns was delayed by 30"));
        assertTrue(Files.readString(campaign.resolve("report.md")).contains("delayed by 30 ns"));
        assertTrue(Files.readString(campaign.resolve("result.json")).contains("delayed by 30 ns"));
        assertFalse(
                comparison("base+delay30ns", "service", "p50").get("control").getAsBoolean());
    }

    @Test
    void oneFigureOfSeveralContendersIsOneFigure() throws IOException {
        plan("--contender", "third", "--decide", "p50,p99.9");
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", "other", "third")) {
                fork(block, contender, 500 + noise.nextInt(3), 5);
            }
        }
        String report = report().out();
        assertTrue(report.contains("note: p99.9 response time is not decided for every"), report);
    }

    @Test
    void whatIsNotDecidedIsNotCalledADifferenceOrNone() throws IOException {
        plan();
        forks(block -> 625);
        String report = report().out();
        assertTrue(report.contains("9 more rest on too few events or are not decided"), report);
        assertFalse(comparison("other", "service", "p90").get("decidable").getAsBoolean());
    }

    /** The report of a campaign in which the other contender could not keep the rate in the first blocks. */
    private Cli overloadedOthers(int overloaded, int blocks) throws IOException {
        plan("--blocks", Integer.toString(blocks));
        for (int block = 1; block <= blocks; block++) {
            fork(block, "base", 600 + noise.nextInt(3), 100);
            if (block > overloaded) {
                fork(block, "other", 500 + noise.nextInt(3), 100);
            } else {
                overloaded(block, "other");
            }
        }
        return Cli.run("report", "--details", "--out", out, "c");
    }

    private void overloaded(int block, String contender) throws IOException {
        new ForkFixture(campaign, block, contender)
                .with(json -> json.addProperty("status", "overloaded"))
                .with(json -> json.addProperty("reason", "of 10 messages 9 were late"))
                .writeJson();
    }

    @Test
    void overloadedForksDoNotFlatterTheRest() throws IOException {
        Cli cli = overloadedOthers(4, 16);
        assertEquals(3, cli.code(), cli.err());
        assertTrue(cli.out().contains("4 of 16 forks of other could not keep the rate. In verdicts 4 count as"));
        assertEquals("inconclusive", verdict("other", "service", "p50"));
        assertTrue(cli.out().contains("it lies between 17 % faster and too slow to keep the rate"), cli.out());
    }

    @Test
    void oneOverloadedForkCountsAsOne() throws IOException {
        Cli cli = overloadedOthers(1, 8);
        assertTrue(
                cli.out().contains("1 of 8 forks of other could not keep the rate. In verdicts 1 counts as"),
                cli.out());
    }

    @Test
    void aContenderThatMostlyCannotKeepTheRateIsSlower() throws IOException {
        Cli cli = overloadedOthers(11, 12);
        assertEquals("slower", verdict("other", "service", "p50"));
        assertTrue(cli.out().contains("other is slower than base, for it cannot keep the rate"), cli.out());
    }

    /** The report of a campaign in which the baseline could not keep the rate in the first blocks. */
    private String overloadedBaseline(int blocks) throws IOException {
        plan("--contender", "third");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "other", 600, 100);
            fork(block, "third", 700 + noise.nextInt(3), 100);
            if (block > blocks) {
                fork(block, "base", 500 + noise.nextInt(3), 100);
            } else {
                overloaded(block, "base");
            }
        }
        return Cli.run("report", "--details", "--out", out, "c").out();
    }

    @Test
    void whoIsComparedWithABaselineThatMostlyCannotKeepTheRateHasItsOwnTime() throws IOException {
        String said = overloadedBaseline(8);
        assertTrue(said.contains("No single winner: other and base could not be separated"), said);
        assertTrue(said.lines().anyMatch(line -> line.startsWith("other  ") && line.contains("600 ns")), said);
        assertFalse(said.contains(" 0 ns"), said);
        assertFalse(said.contains("−50"), said);
    }

    @Test
    void aBaselineThatNeverKeepsTheRateIsSlowerThanTheFastest() throws IOException {
        String said = overloadedBaseline(BLOCKS);
        assertEquals("faster", verdict("other", "service", "p50"));
        assertTrue(said.contains("other is the fastest here, faster than base, which cannot keep the rate."), said);
        assertTrue(said.contains("; 12 of base's 12 starts could not keep the rate"), said);
        assertFalse(said.contains("100 %"), said);
    }

    @Test
    void whatABaselineThatCannotKeepTheRateLeavesOpenIsSaid() throws IOException {
        String said = overloadedBaseline(4);
        assertTrue(said.contains("it lies between a baseline too slow to keep the rate and 20 % slower"), said);
    }

    @Test
    void anIntervalThatReachesOver1WhereTheTestRejectsIsNotBlamedOnALook() throws IOException {
        plan("--decide", "service-p50");
        int[] others = {540, 1183, 1098, 917, 1104, 980, 1138, 1134, 1288, 1129, 995, 1008};
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 1_000, 100);
            fork(block, "other", others[block - 1], 100);
        }
        report();
        JsonObject comparison = comparison("other", "service", "p50");
        assertTrue(comparison.get("adjustedP").getAsDouble() < 0.05, comparison.toString());
        String reason = comparison.get("reason").getAsString();
        assertTrue(reason.startsWith("it lies between 12 % faster and 16 % slower"), reason);
    }

    @Test
    void aPlanThatCannotBeUsedIsSaidAboveEverything() throws IOException {
        plan("--margin", "5%");
        forks(block -> 625);
        Path file = campaign.resolve("campaign.json");
        Files.writeString(file, Files.readString(file).replace("0.05", "\"5%\""));
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertTrue(cli.out().contains("doubt: The campaign's plan cannot be used"), cli.out());
    }

    @Test
    void anUnfinishedCampaignSaysThatItIs() throws IOException {
        plan();
        forks(block -> 625, 7);
        assertTrue(report().out().contains("Of 12 planned blocks 7 are whole"));
    }

    @Test
    void aCaptionIsNotCut() throws IOException {
        campaign(block -> block % 3 == 0 ? 800 : 500);
        String text = report().out();
        assertFalse(text.contains("…\n"), text);
        for (String file : new String[] {"report.md", "report.html"}) {
            String report = Files.readString(campaign.resolve(file));
            assertFalse(report.matches("(?s).*\\w…\\s*(</p>|</li>|\n).*"), report);
            assertTrue(report.contains("finds it four times in five."), report);
        }
    }
}
