package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;

/** What the report makes of a campaign by turns. */
class ByTurnsTest extends ByTurnsFixture {
    @Test
    void theFloorIsSharedAndASmallDifferenceIsFoundInNsToo() throws IOException {
        campaign(ByTurnsTest::hidden, (floor, round) -> 1.1 * hidden(floor, round), json -> {});
        String told = report();
        JsonObject headline = headline();
        assertEquals("slower", headline.get("verdict").getAsString());
        assertEquals(1.1, headline.get("ratio").getAsDouble(), 0.01);
        assertEquals(BLOCKS, headline.get("blocks").getAsInt());
        assertEquals(40, headline.get("differenceNs").getAsDouble(), 5);
        assertSays(told, "other is 10 % slower than base at the p50 service time");
        assertDoesNotSay(told, "only at the floor");
    }

    @Test
    void whatHoldsAtOneFloorOnlySaysSo() throws IOException {
        campaign(ByTurnsTest::hidden, (floor, round) -> hidden(floor, round) + (floor < 200 ? 25 : 1), json -> {});
        String told = report();
        JsonElement floors = headline().get("byFloor");
        assertEquals(2, floors.getAsJsonArray().size());
        JsonObject near = floors.getAsJsonArray().get(0).getAsJsonObject();
        JsonObject far = floors.getAsJsonArray().get(1).getAsJsonObject();
        assertEquals(NEAR, near.get("floorNs").getAsDouble(), 5);
        assertEquals(FAR, far.get("floorNs").getAsDouble(), 20);
        assertEquals("slower", near.get("verdict").getAsString());
        assertEquals(1 + 25 / 395.0, near.get("ratio").getAsDouble(), 0.01);
        assertEquals(25, near.get("differenceNs").getAsDouble(), 3);
        assertEquals("equivalent", far.get("verdict").getAsString());
        assertSays(told, "; only at the core-to-core latency of 130 ns (1.06", "By core-to-core latency");
        assertTrue(told.contains("), not at 560 ns (1.00") || told.contains("), not at 559 ns"), told);
    }

    @Test
    void oneFloorIsNotToldApart() throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            double[] floors = random.doubles(ROUNDS).map(each -> NEAR).toArray();
            fork(block, "base", floors, ByTurnsTest::hidden, json -> {});
            fork(block, "other", floors, ByTurnsTest::hidden, json -> {});
        }
        assertDoesNotSay(report(), "By floor");
        assertEquals(0, headline().getAsJsonArray("byFloor").size());
    }

    @Test
    void turnsOfAnotherStepAreNotCompared() throws IOException {
        campaign(
                ByTurnsTest::hidden,
                ByTurnsTest::hidden,
                json -> json.getAsJsonObject("turns").addProperty("step", "another"));
        report();
        assertEquals(0, headline().get("blocks").getAsInt());
        assertEquals(
                "there is no block in which both have a fork that counts",
                headline().get("reason").getAsString());
    }

    @Test
    void aBlockWithFewerThanFiveRoundsIsNone() throws IOException {
        campaign(ByTurnsTest::hidden, ByTurnsTest::hidden, json -> {
            boolean first = json.get("block").getAsInt() == 1;
            for (int round = 0; round < ROUNDS - (first ? 4 : 5); round++) {
                JsonObject turn = TurnsFixture.at(json, round);
                TurnsFixture.floor(turn, 2 * turn.get("floorBefore").getAsDouble());
            }
        });
        String told = report();
        assertEquals(BLOCKS - 1, headline().get("blocks").getAsInt());
        JsonObject turns = result().getAsJsonObject("turns");
        assertEquals(2 * BLOCKS * ROUNDS, turns.get("all").getAsInt());
        assertEquals(0, turns.get("excluded").getAsInt());
        assertEquals(BLOCKS * ROUNDS, turns.get("rounds").getAsInt());
        int leftOut = BLOCKS * (ROUNDS - 5) + 1;
        assertEquals(leftOut, turns.get("roundsLeftOut").getAsInt());
        assertSays(told, "Of 288 rounds that could still be compared 229 are left out");
    }

    @Test
    void noBlockWithFiveRoundsIsSaid() throws IOException {
        campaign(ByTurnsTest::hidden, ByTurnsTest::hidden, json -> {
            for (int round = 0; round < ROUNDS; round++) {
                TurnsFixture.floor(TurnsFixture.at(json, round), 1_500);
            }
        });
        report();
        assertEquals(
                "no block has 5 rounds in which the turns of both count at a similar core-to-core latency",
                headline().get("reason").getAsString());
    }

    @Test
    void excludedTurnsAreCountedByGate() throws IOException {
        campaign(ByTurnsTest::hidden, ByTurnsTest::hidden, json -> TurnsFixture.late(TurnsFixture.at(json, 5)));
        String told = report();
        for (JsonObject each : results("gates")) {
            int turns = each.get("gate").getAsString().equals("late") ? BLOCKS : 0;
            assertEquals(turns, each.get("turns").getAsInt(), each.toString());
            assertEquals(0, each.get("forks").getAsInt());
        }
        assertSays(told, "Excluded of 576 turns: 12 by rules (mostly late).");
    }

    @Test
    void aContenderThatStillWarmsUpIsFound() throws IOException {
        campaign(ByTurnsTest::hidden, (floor, round) -> (round < ROUNDS / 2 ? 1.2 : 1) * hidden(NEAR, 0), json -> {});
        String told = report();
        assertSays(told, "other is not steady: in the median block the p50 of the last third");
        assertDoesNotSay(told, "base is not steady");
        assertTrue(Files.exists(campaign.resolve("charts/steadiness.svg")));
        assertSays(page(), "id=\"steadiness\"");
    }

    @Test
    void whatAJvmDidToItselfIsAFinding() throws IOException {
        campaign(ByTurnsTest::hidden, ByTurnsTest::hidden, json -> {
            json.getAsJsonObject("disturbances").getAsJsonObject("helpers").addProperty("compiler", 400);
            json.getAsJsonObject("warmUp").addProperty("compilersIdle", false);
            TurnsFixture.at(json, 2).addProperty("overloaded", true);
        });
        String told = report();
        assertSays(
                told,
                "The JIT compilers of other still took 21 % of a CPU",
                "The warm-up of 12 of 12 forks of other ended at its limit",
                "other did not keep the rate in 12 of its 288 turns");
        assertEquals(BLOCKS, headline().get("blocks").getAsInt());
    }

    @Test
    void sleepersAreToldInOneLine() throws IOException {
        campaign(ByTurnsTest::hidden, ByTurnsTest::hidden, json -> {});
        // 210 us of the 124 ms from one turn to the next, on two CPUs.
        assertSays(report(), "a contender took 0.1 % of the CPUs in the median fork");
        assertEquals(
                210 / 124e3 / 2,
                result().getAsJsonObject("turns").get("asleepShare").getAsDouble(),
                1e-5);
    }

    @Test
    void aRareEventIsComparedByWholeForks() throws IOException {
        campaign(ByTurnsTest::hidden, (floor, round) -> 2 * hidden(floor, round), json -> {});
        report();
        assertEquals(2, comparison("p99").get("ratio").getAsDouble(), 0.02);
        // The totals of all these forks are alike.
        assertEquals(1, comparison("p99_9").get("ratio").getAsDouble(), 1e-9);
    }

    @Test
    void theScreenKeepsItsSize() throws IOException {
        campaign(ByTurnsTest::hidden, (floor, round) -> 1.1 * hidden(floor, round), json -> {});
        String screen = Cli.run("report", "--out", out, "c").out();
        assertTrue(screen.lines().count() <= 30, screen);
        assertTrue(screen.lines().allMatch(line -> line.length() <= 100), screen);
        assertTrue(screen.matches("(?s).*other .* \\+10\\.\\d % .* slower\n.*"), screen);
    }

    @Test
    void aCampaignOfForksHasNoTurnsToTellOf() throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base", 500).write();
            ForkFixture.typical(campaign, block, "other", 600).write();
        }
        String told = report();
        assertEquals(JsonNull.INSTANCE, result().get("turns"));
        assertEquals(100, headline().get("differenceNs").getAsDouble(), 1);
        assertDoesNotSay(told, "Steadiness");
    }
}
