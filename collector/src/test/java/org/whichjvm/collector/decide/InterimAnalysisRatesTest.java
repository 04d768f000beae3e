package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;

/** What interim analyses come to, by the command line. */
class InterimAnalysisRatesTest extends VerdictFixture {
    @Test
    void aLargeDifferenceStopsTheCampaignAtALook() throws IOException {
        stopping();
        forks(block -> 1_000, 9);
        String said = next();
        assertTrue(said.startsWith("10 "), said);
        assertTrue(said.contains("after block 9 every comparison is decided"), said);
        assertEquals(9, Cli.json(campaign.resolve("stopped.json")).get("block").getAsInt());
        report();
        assertEquals("slower", verdict("other", "service", "p50"));
    }

    @Test
    void betweenLooksNothingIsDecided() throws IOException {
        stopping();
        forks(block -> 1_000, 17);
        assertEquals("go on", next());
        report();
        assertEquals(
                14,
                comparison("other", "service", "p50").get("blocks").getAsInt(),
                "the forks since the interim analysis after block 14 wait for the next");
        assertFalse(Files.exists(campaign.resolve("stopped.json")));
    }

    @Test
    void beforeTheFirstLookThereIsNoRatio() throws IOException {
        stopping();
        forks(block -> 1_000, 5);
        String report = report().out();
        assertTrue(report.contains("the first interim analysis is after block 9"), report);
        assertTrue(comparison("other", "service", "p50").get("ratio").isJsonNull());
    }

    @Test
    void theTimeIsUpWhateverTheFiguresShow() throws IOException {
        // A fork of the fixture takes 4.5 s.
        plan("--precision", "2%", "--max-time", "120", "--blocks", "40");
        forks(block -> block % 2 == 0 ? 600 : 420, 13);
        assertEquals("go on", next());
        forks(block -> block % 2 == 0 ? 600 : 420, 14);
        assertTrue(next().contains("the time is up after block 14"), next());
        report();
        assertEquals(14, comparison("other", "service", "p50").get("blocks").getAsInt());
        assertTrue(next().startsWith("10 "), "once stopped it stays so");
    }

    @Test
    void whatTheLastLookDecidesIsNotSaidToBeOpen() throws IOException {
        // A fork of the fixture takes 4.5 s: the time is up after block 7, before the first look.
        plan("--precision", "2%", "--max-time", "60", "--blocks", "40");
        forks(block -> 1_000, 7);
        String said = next();
        assertTrue(said.contains("the time is up after block 7, 0 of 1 comparisons still open"), said);
        report();
        assertEquals("slower", verdict("other", "service", "p50"));
    }

    @Test
    void whatAnEarlierLookShowedMustStillBeSo() throws IOException {
        stopping();
        plainForks(1, 12, block -> 540);
        plainForks(13, 40, block -> block % 3 == 0 ? 520 : 480);
        report();
        JsonObject comparison = comparison("other", "service", "p50");
        assertTrue(comparison.get("adjustedP").getAsDouble() <= 0.05, comparison.toString());
        assertTrue(
                comparison.get("low").getAsDouble() < 1
                        && comparison.get("high").getAsDouble() > 1,
                comparison.toString());
        assertEquals("inconclusive", comparison.get("verdict").getAsString());
        assertTrue(comparison.get("reason").getAsString().startsWith("an earlier interim analysis showed"));
    }

    @Test
    void looksThatDoNotEndWithTheLastBlockAreNoPlan() throws IOException {
        stopping();
        forks(block -> 1_000, 18);
        Path file = campaign.resolve("campaign.json");
        Files.writeString(file, Files.readString(file).replaceAll("32,\\s*40", "32"));
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertTrue(cli.out().contains("its interim analyses are not after blocks in order that end with the last"));
    }

    private void stopping() throws IOException {
        plan("--precision", "2%", "--max-time", "600", "--blocks", "40");
    }

    /** What comes after the last block: "go on" or the reason to stop. */
    private String next() {
        Cli cli = Cli.next(out, "c");
        return cli.code() == 0 ? "go on" : cli.code() + " " + cli.out();
    }
}
