package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

class ScoresTest extends ScoresCampaign {
    @Test
    void aScoreOfMoreTimeIsSlower() throws IOException {
        twoFields();
        String said = report();
        JsonObject comparison = comparison("other", "adjacent@2");
        assertEquals("slower", comparison.get("verdict").getAsString());
        assertEquals("ns/op", comparison.get("unit").getAsString());
        assertEquals(1.5, comparison.get("ratio").getAsDouble(), 0.02);
        assertSays(
                said,
                "other against base: slower at 1 of 3 scores (most at adjacent@2: 1.49",
                "other is 49 % slower than base at adjacent with 2 threads, in 12 of 12 blocks: 1.49");
        assertEquals("inconclusive", verdict("cas@1"));
    }

    @Test
    void aRateOfMoreIsFaster() throws IOException {
        measured("gc-steal", this::steal);
        report();
        JsonObject allocation = comparison("other", "allocation@1");
        assertEquals("faster", allocation.get("verdict").getAsString());
        assertEquals(0.5, allocation.get("ratio").getAsDouble(), 0.02);
        assertEquals("slower", verdict("pause-per-gb@2"));
    }

    @Test
    void whatIsCountedIsShownAndFewPausesAreNotDecided() throws IOException {
        measured("gc-steal", this::steal);
        String said = report();
        assertSays(said, "collections");
        assertFalse(Files.readString(campaign.resolve("result.json"))
                .contains("\"collections@2\",\n      \"unit\": \"count\",\n      \"ratio"));
        assertFalse(decidable("pause-max@2"));
        assertEquals(List.of("pause-p50@2", "pause-per-gb@2", "allocation@1"), decided());
    }

    @Test
    void aScoreThatOnlyOneOfTheTwoHasIsNotBlamedOnBlocksThatCount() throws IOException {
        measured("command", fork -> {
            fork.score("cas", 1, "ns/op", 8 * noise());
            if (isOther(fork)) {
                fork.score("mine", 1, "ns/op", 9);
            }
        });
        assertSays(report(3), "base has no mine in 12 of 12 forks.");
        assertEquals(
                "there is no block in which both have this score",
                comparison("other", "mine@1").get("reason").getAsString());
    }

    @Test
    void aForksScoreIsTheMedianOfItsIterations() throws IOException {
        measured("command", fork -> {
            double ns = isOther(fork) ? 20 : 10;
            fork.score("cas", 1, "ns/op", 77, ns, ns * noise(), 1_000);
        });
        report();
        assertEquals(2, ratio("cas@1"), 0.1);
    }

    @Test
    void aLongerWarmUpIsLongerThanThatOfTheForks() throws IOException {
        measured("command", fork -> {
            fields(fork);
            fork.with(json -> compilers(json, isOther(fork)));
            fork.json.getAsJsonObject("parameters").addProperty("warmupSeconds", 15);
        });
        String said = report();
        assertSays(said, "Warm up longer: whichjvm compare … -- --warmup 30s");
        assertDoesNotSay(said, "--warmup 10s");
    }

    @Test
    void aSmallScoreIsNotNoughtInTheCsv() throws IOException {
        measured("command", fork -> fork.score("tiny", 1, "s", 0.000_123_456));
        report();
        List<String> lines = Files.readAllLines(campaign.resolve("result.csv"));
        assertTrue(lines.get(1).endsWith(",0.000123"), lines.get(1));
    }

    @Test
    void contendersThatAreComparedWithOthersThanTheBaselineAreNotSaidToBe() throws IOException {
        plan(
                "command",
                "--contender=other+one",
                "--contender=other+two",
                "--set=flags.one=-Xint",
                "--set=flags.two=-Xcomp");
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", "other", "other+one", "other+two")) {
                ForkFixture fork = new ForkFixture(campaign, block, contender).ofScores("command");
                fields(fork);
                fork.writeJson();
            }
        }
        String said = report();
        assertSays(said, "3 contenders are compared, with base or what the table names: ");
    }

    @Test
    void whatTheCompilersTookWhileItMeasuredIsTold() throws IOException {
        measured("command", fork -> {
            fields(fork);
            fork.with(json -> compilers(json, isOther(fork)));
        });
        String said = report();
        assertSays(
                said,
                "The JIT compilers of other still took 25 % of a CPU",
                "The warm-up of 12 of 12 forks of other ended at its limit");
        assertDoesNotSay(said, "compilers of base");
        assertSays(said, "compilers  warm-up");
    }

    /** A fork of 4 s whose compilers took 1 s, or next to nothing. */
    private static void compilers(JsonObject json, boolean busy) {
        json.add(
                "disturbances",
                JsonParser.parseString(
                        "{\"windowSeconds\":4,\"gcCount\":0,\"gcMillis\":0,\"allocatedBytes\":[],\"helpers\":{\"compiler\":"
                                + (busy ? 1_000 : 20)
                                + "}}"));
        json.add("warmUp", JsonParser.parseString("{\"seconds\":3,\"compilersIdle\":" + !busy + "}"));
    }

    @Test
    void onlyTheDeclaredScoresAreDecided() throws IOException {
        plan("command", "--decide", "adjacent,cas@1");
        forks("command", this::fields);
        String said = report();
        assertTrue(decidable("adjacent@2"));
        assertFalse(decidable("padded@2"));
        assertSays(said, "more are not decided");
    }

    @Test
    void allDecidedScoresWeighTheSame() throws IOException {
        twoFields();
        report();
        JsonObject slower = comparison("other", "adjacent@2");
        // Three scores of one contender share five sixths, how often they start slow has the last.
        assertEquals(
                3.6 * slower.get("p").getAsDouble(), slower.get("adjustedP").getAsDouble(), 1e-9);
    }

    @Test
    void nothingIsSaidThatScoresDoNotHave() throws IOException {
        twoFields();
        String text = report() + page();
        for (String word : List.of("messages", "service", "response", "percentile", "add to every")) {
            assertFalse(text.toLowerCase(java.util.Locale.ROOT).contains(word), word);
        }
    }

    @Test
    void aLineOfTheCsvHasEveryScore() throws IOException {
        twoFields();
        report();
        List<String> lines = Files.readAllLines(campaign.resolve("result.csv"));
        assertTrue(lines.get(0).endsWith(",cas@1_ns_per_op,adjacent@2_ns_per_op,padded@2_ns_per_op"));
        assertEquals(lines.get(0).split(",", -1).length, lines.get(1).split(",", -1).length);
        assertDoesNotSay(lines.get(0), "service");
    }

    @Test
    void aPipelineFailsOnASlowerScore() throws IOException {
        twoFields();
        Cli cli = Cli.run("report", "--details", "--out", out, "--fail-on", "slower:20%", "c");
        assertEquals(1, cli.code(), cli.err());
        assertSays(cli.out(), "--fail-on slower:20%: other is 49 % slower");
        assertEquals(
                0,
                Cli.run("report", "--details", "--out", out, "--fail-on", "slower:80%", "c")
                        .code());
    }

    @Test
    void campaignsOfScoresAreShownSideBySide() throws IOException {
        twoFields();
        campaign = out.resolve("later");
        measured("command", fork -> {
            fields(fork);
            if (isOther(fork)) {
                fork.json
                        .getAsJsonArray("scores")
                        .forEach(each -> each.getAsJsonObject().addProperty("score", 300 * noise()));
            }
        });
        Cli cli = Cli.run("report", "--details", "--out", out, "c", "later");
        assertEquals(0, cli.code(), cli.err());
        String table = cli.out().substring(cli.out().indexOf("Side by side"));
        assertTrue(table.matches("(?s).*\nother +padded@2 +A +c .*"), table);
        assertTrue(table.matches("(?s).*\nother +padded@2 +A +later .*"), table);
    }

    @Test
    void aScoreThatNoForkHasIsSaid() throws IOException {
        plan("command", "--decide", "adjcent", "--contrast", "adjacent/paded");
        forks("command", this::fields);
        assertSays(report(), "No fork has the score adjcent, paded");
    }

    @Test
    void aForkWithoutScoresOrWithAWrongOneIsNotUsed() throws IOException {
        measured("command", this::fields);
        new ForkFixture(campaign, 1, "base").ofScores("command").writeJson();
        new ForkFixture(campaign, 2, "base")
                .ofScores("command")
                .score("cas", 1, "ns/op", 0)
                .writeJson();
        new ForkFixture(campaign, 3, "base")
                .ofScores("command")
                .score("cas", 1, "ns/op", 1)
                .score("cas", 1, "ns/op", 2)
                .writeJson();
        new ForkFixture(campaign, 4, "other")
                .ofScores("command")
                .score("cas", 1, "ms", 1)
                .writeJson();
        assertSays(
                report(3),
                "has 0 scores",
                "its scores[0].score is not a number above 0",
                "has the score cas@1 twice",
                "its score cas@1 is in ms, but in ns/op");
    }

    @Test
    void chartAndTableNameOneMargin() throws IOException {
        plan("command", "--margin", "2.5%");
        forks("command", this::fields);
        report();
        String page = page();
        assertEquals(2, page.split("The band is ± 2.5 %, what counts as", -1).length - 1, page);
    }

    @Test
    void aScoreThatNobodyMeasuresEndsNoReport() throws IOException {
        measured("command", this::fields);
        double[] scores = {1.7e308, 4.9e-324};
        for (int block = 1; block <= 2; block++) {
            new ForkFixture(campaign, block, "base")
                    .ofScores("command")
                    .score("cas", 1, "ns/op", scores[block - 1])
                    .writeJson();
        }
        assertSays(
                report(3),
                "its scores[0].score is 1.7E308, which nobody measures",
                "its scores[0].score is 4.9E-324, which nobody measures");
    }

    @Test
    void theLeastAndTheGreatestScoresAreReported() throws IOException {
        measured("command", fork -> fork.score("cas", 1, "ns/op", isOther(fork) ? 1e18 : 1e-15));
        assertTrue(report().contains("> 1,000 %") || report().contains("times as slow"));
    }
}
