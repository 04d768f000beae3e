package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** What comes after a block: the rest, a block more, or the end. */
class NextCommandTest extends NextFixture {
    @Test
    void aCleanBlockLetsTheCampaignGoOn() throws IOException {
        plan("--blocks", 3);
        pair(1, clean());
        String before = planned();
        Cli cli = next(Exit.OK);
        assertEquals(before, planned());
        assertTrue(cli.out().matches("block 1/3 · [0-9]+ [a-z]+ left\n"), cli.out());
    }

    @Test
    void whatFailedIsToldWithItsReason() throws IOException {
        plan("--blocks", 2);
        ForkFixture.typical(campaign, 1, "base", 500).write();
        ForkFixture.typical(campaign, 1, "other", 500)
                .with(json -> json.addProperty("status", "failed"))
                .with(json -> json.addProperty("reason", "it fell over"))
                .writeJson();
        String said = next(Exit.OK).out();
        assertTrue(said.endsWith(" left · other failed: it fell over\n"), said);
    }

    @Test
    void beforeTheFirstBlockThereIsNothingToSay() throws IOException {
        plan("--blocks", 3);
        assertEquals("", next(Exit.OK).out());
        ForkFixture.typical(campaign, 1, "base", 500).write();
        assertEquals("", next(Exit.OK).out(), "half a block is none");
    }

    @Test
    void afterTheLastBlockItHasEnded() throws IOException {
        plan("--blocks", 1);
        pair(1, clean());
        assertEquals("block 1/1\n", next(Exit.ENDED).out());
        next(Exit.ENDED);
    }

    @Test
    void anExcludedBlockIsRunAgainAtTheEndAndAskingTwiceAddsOne() throws IOException {
        plan("--blocks", 2);
        pair(1, disturbed());
        String before = planned();
        assertTrue(next(Exit.OK)
                .out()
                .contains(" · block 1 is run again because base: a measured thread waited for a CPU: 40 %, over 25 %"));
        String grown = planned();
        assertTrue(grown.startsWith(before));
        List<String> added = grown.substring(before.length()).lines().toList();
        assertEquals(2, added.size());
        for (int i = 0; i < 2; i++) {
            assertTrue(added.get(i).matches("3\t" + (5 + i) + "\t(base|other)"), added.toString());
        }
        next(Exit.OK);
        assertEquals(grown, planned());
    }

    @Test
    void whatAKilledCampaignDidNotAskIsMadeUpFor() throws IOException {
        plan("--blocks", 4, "--retries", 3);
        pair(1, disturbed());
        pair(2, disturbed());
        next(Exit.OK);
        assertEquals(6, lastBlock());
    }

    @Test
    void aLongerPlanIsThatOfALongerCampaign() throws IOException {
        plan("--blocks", 2);
        pair(1, disturbed());
        next(Exit.OK);
        String grown = planned();
        campaign = out.resolve("longer");
        plan("--campaign", "longer", "--blocks", 3);
        assertEquals(planned(), grown);
    }

    @Test
    void aBlockMoreMayBeRunAgainTooAndNoMoreThanTheRetries() throws IOException {
        plan("--blocks", 1, "--retries", 2);
        pair(1, disturbed());
        next(Exit.OK);
        assertEquals(2, lastBlock());
        pair(2, disturbed());
        next(Exit.OK);
        assertEquals(3, lastBlock());
        pair(3, disturbed());
        assertTrue(next(Exit.ENDED).out().contains(" · block 3 is not run again, though base: "));
        assertEquals(3, lastBlock());
    }

    @Test
    void withoutRetriesNothingIsRunAgain() throws IOException {
        plan("--blocks", 1, "--retries", 0);
        pair(1, disturbed());
        next(Exit.ENDED);
        assertEquals(1, lastBlock());
    }

    @Test
    void anOverloadedForkIsAResult() throws IOException {
        plan("--blocks", 1);
        ForkFixture.typical(campaign, 1, "base", 500).write();
        ForkFixture.typical(campaign, 1, "other", 500)
                .with(json -> json.addProperty("status", "overloaded"))
                .with(json -> json.addProperty("reason", "61 % of the rate was kept"))
                .writeJson();
        String said = next(Exit.ENDED).out();
        assertTrue(said.startsWith("block 1/1 · other overloaded: 61 % of the rate was kept"), said);
        assertEquals(1, lastBlock());
    }

    @Test
    void aForkThatCannotBeReadIsNamedAndMeasuredAgain() throws IOException {
        plan("--blocks", 2);
        pair(1, clean());
        pair(2, clean());
        // What a power cut leaves of a file that was not on the disk yet.
        Files.writeString(campaign.resolve("forks/001-other.json"), "");
        Cli cli = next(Exit.OK);
        assertEquals("", cli.out(), "half a block is none");
        assertEquals("fork 1 of other cannot be used (is empty), so it is measured again\n", cli.err());
        assertFalse(Files.exists(campaign.resolve("forks/001-other.json")));
        assertTrue(Files.exists(campaign.resolve("forks/001-other.json.unreadable")));
        ForkFixture.typical(campaign, 1, "other", 625).write();
        assertEquals("block 2/2\n", next(Exit.ENDED).out());
    }

    @Test
    void blocksThatNobodyAddsAreRefused() throws IOException {
        plan("--blocks", 1, "--retries", 1);
        for (String added :
                List.of("{\"blocks\":2,\"contenders\":[\"base\"]}", "{\"blocks\":1,\"contenders\":[\"x\"]}")) {
            JsonObject json = Cli.json(campaign.resolve("campaign.json"));
            json.add("added", JsonParser.parseString("[" + added + "]"));
            Files.writeString(campaign.resolve("campaign.json"), json.toString());
            String said = next(Exit.USAGE).err();
            assertTrue(
                    said.endsWith("has groups or added blocks with other contenders, or too many\ntry: restore it\n"),
                    said);
        }
    }

    @Test
    void theStepThatComesNextIsTheFirstThatLacksAFork() throws IOException {
        plan("--blocks", 2, "--seed", 7);
        pair(1, clean());
        JsonObject step = told("{\"do\":\"step\"}\n").getAsJsonObject("step");
        assertEquals(2, step.get("block").getAsInt());
        assertEquals(3, step.get("number").getAsInt());
        JsonObject fork = Cli.at(step, "forks", 0).getAsJsonObject();
        assertEquals(
                "c/002-" + fork.get("contender").getAsString(),
                Cli.at(fork, "arguments", 2).getAsString());
        pair(2, clean());
        assertEquals(10, told("{\"do\":\"step\"}\n").get("end").getAsInt());
    }

    /** The last answer. */
    private JsonObject told(String requests) {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8)));
            List<String> lines = Cli.in(out, "next", "c").out().lines().toList();
            return JsonParser.parseString(lines.get(lines.size() - 1)).getAsJsonObject();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void whatIsNoRequestIsRefused() {
        plan("--blocks", 1);
        for (String each : List.of(
                "next",
                "{}",
                "{\"do\":\"stop\"}",
                "{\"do\":\"kept\"}",
                "{\"do\":\"start\",\"block\":-1,\"members\":1}")) {
            assertEquals(Exit.USAGE, Cli.requests(each + "\n", out, "c").code(), each);
        }
        assertTrue(Cli.requests("x".repeat(5000) + "\n", out, "c").err().contains("more than 4096 bytes"));
    }

    @Test
    void aCampaignWithInterimAnalysesStopsOnceAllIsDecidedAndStaysStopped() throws IOException {
        plan("--blocks", 40, "--precision", "20%", "--max-time", 86_400, "--decide", "p50");
        int block = 0;
        int code = Exit.OK;
        Cli cli = null;
        while (code == Exit.OK && block < 40) {
            block++;
            pair(block, clean());
            cli = Cli.next(out, "c");
            code = cli.code();
        }
        assertEquals(Exit.ENDED, code);
        assertTrue(block < 40, "after block " + block);
        assertTrue(cli.out().contains("the campaign stops: "), cli.out());
        assertTrue(Files.exists(campaign.resolve("stopped.json")));
        assertTrue(next(Exit.ENDED).out().contains("\nthe campaign has stopped: "));
        assertEquals(40, lastBlock(), "no block is added");
    }

    @Test
    void aCampaignWithInterimAnalysesRunsNoBlockAgain() throws IOException {
        plan("--blocks", 40, "--precision", "2%", "--max-time", 86_400);
        pair(1, disturbed());
        assertTrue(next(Exit.OK).out().contains(" · block 1 is not run again, though base: "));
        assertEquals(40, lastBlock());
    }

    @Test
    void whenItsTimeIsUpACampaignEndsAfterAWholeBlock() throws IOException {
        plan("--blocks", 40, "--precision", "2%", "--max-time", 12);
        pair(1, clean());
        next(Exit.OK);
        pair(2, clean());
        assertTrue(next(Exit.ENDED).out().contains("the campaign stops: "));
        assertTrue(Cli.json(campaign.resolve("stopped.json")).get("timeUp").getAsBoolean());
    }

    @Test
    void aCampaignThatCannotBeginLeavesNothing() throws IOException {
        Path folder = unbegun();
        Cli.record("whichjvm: no\n", out, "n", 0, "one", 2);
        Cli cli = Cli.next(out, folder.getFileName());
        assertEquals(Exit.USAGE, cli.code());
        assertEquals("whichjvm: no\n", cli.err());
        assertFalse(Files.exists(folder));
    }
}
