package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;

/** What comes after a block by turns. */
class NextByTurnsTest extends NextFixture {
    @Test
    void aBlockByTurnsIsOneStepAndRunAgainAsOne() throws IOException {
        plan("--blocks", 2, "--set=interleave=turns");
        pair(1, disturbed());
        next(Exit.OK);
        List<String> lines = planned().lines().toList();
        assertEquals(6, lines.size());
        for (String line : lines) {
            assertTrue(line.matches("([123])\t\\1\t(base|other)"), line);
        }
    }

    @Test
    void aBlockOfSomeContendersIsWholeWithThemAndRunAgainWithThem() throws IOException {
        plan("--blocks", 2, "--contender=third", "--set=interleave=turns");
        // As where there is memory for two at once.
        JsonObject json = Cli.json(campaign.resolve("campaign.json"));
        json.add("groups", JsonParser.parseString("[[\"base\",\"other\"],[\"base\",\"third\"]]"));
        Files.writeString(campaign.resolve("campaign.json"), json.toString());
        pair(1, clean());
        String said = next(Exit.OK).out();
        assertTrue(said.matches("block 1/2 · [0-9]+ [a-z]+ left\n"), said);
        ForkFixture.typical(campaign, 2, "base", 500).with(disturbed()).write();
        ForkFixture.typical(campaign, 2, "third", 500).write();
        next(Exit.OK);
        List<String> lines = planned().lines().toList();
        assertEquals(6, lines.size());
        for (String line : lines.subList(4, 6)) {
            assertTrue(line.matches("3\t3\t(base|third)"), line);
        }
        Cli report = Cli.run("report", "--details", "--out", out, "c");
        assertTrue(report.out().contains(" of 6 planned are ok"), report.out());
    }

    @Test
    void aBlockOfWhichOneForkWasDamagedIsJudgedByTheForksOfItsSecondRun() throws IOException {
        plan("--blocks", 2, "--set=interleave=turns");
        ForkFixture.typical(campaign, 1, "base", 500).write();
        Files.writeString(campaign.resolve("forks/001-base.json"), "");
        ForkFixture.typical(campaign, 1, "other", 900).with(disturbed()).write();
        Path slots = Files.createDirectories(out.resolve(".slots"));
        Cli.Meanwhile secondRun = () -> {
            ForkFixture.typical(slots.resolve("0/c"), 1, "base", 500).write();
            ForkFixture.typical(slots.resolve("1/c"), 1, "other", 625).write();
        };
        Cli cli = Cli.requests(
                "{\"do\":\"start\",\"block\":1,\"members\":1}\n",
                secondRun,
                TWO_ENDED.formatted(0, 1),
                out,
                "c",
                "--forks",
                slots);
        assertEquals(Exit.OK, cli.code(), cli.err());
        assertTrue(cli.out().matches("block 1/2 · [0-9]+ [a-z]+ left\n"), cli.out());
        assertEquals(2, lastBlock());
    }

    @Test
    void aBlockThatExclusionRulesLeftTooFewRoundsRunsAgain() throws IOException {
        plan("--blocks", 2, "--retries", 1);
        byTurns(1, 300);
        Cli cli = next(Exit.OK);
        assertTrue(
                cli.out()
                        .contains(
                                "block 1 is run again because other: 0 of 10 rounds are left to compare it with base, and"
                                        + " it needs 5"),
                cli.out());
        assertEquals(3, lastBlock());
    }

    @Test
    void aBlockOfRoundsThatCountDoesNot() throws IOException {
        plan("--blocks", 2, "--retries", 1);
        byTurns(1, 130);
        next(Exit.OK);
        assertEquals(2, lastBlock());
    }

    /** A block by turns; the baseline's are at another floor than those of the other. */
    private void byTurns(int block, double floor) throws IOException {
        for (String contender : List.of("base", "other")) {
            ForkFixture fork = ForkFixture.typical(campaign, block, contender, 500);
            TurnsFixture.add(fork.json, "17", 2, 10, round -> 500);
            for (int round = 0; round < 10 && contender.equals("base"); round++) {
                TurnsFixture.floor(TurnsFixture.at(fork.json, round), floor);
            }
            fork.write();
        }
    }
}
