package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

class ContrastsTest extends ScoresCampaign {
    @Test
    void twoScoresOfAForkAreContrasted() throws IOException {
        plan("command", "--contrast", "adjacent/padded");
        forks("command", this::fields);
        String said = report();
        JsonObject contrast = results("contrasts").get(0);
        assertEquals("adjacent@2", contrast.get("score").getAsString());
        assertEquals("padded@2", contrast.get("against").getAsString());
        assertEquals("slower", contrast.get("verdict").getAsString());
        assertEquals(12, contrast.get("forks").getAsInt());
        assertEquals(4, contrast.get("ratio").getAsDouble(), 0.2);
        // In one family with the comparisons: two contrasts and three scores share five sixths.
        assertEquals(
                6 * contrast.get("p").getAsDouble(), contrast.get("adjustedP").getAsDouble(), 1e-9);
        assertSays(said, " times as slow as padded on base at 2 threads: ");
    }

    @Test
    void oneContenderWithAContrastIsNotAlone() throws IOException {
        String said = alone(3, fork -> fields(fork));
        assertSays(
                said,
                "3 forks are too few for an interval",
                "Change vs the other score of the same forks; + is slower.");
        assertDoesNotSay(said, "Change vs base");
    }

    @Test
    void aContrastThatIsOpenSaysWhatItsForksFind() throws IOException {
        String said = alone(
                BLOCKS,
                fork -> fork.score("adjacent", 2, "ns/op", 10 * Math.exp(0.4 * noise.nextGaussian()))
                        .score("padded", 2, "ns/op", 10));
        assertSays(said, "Nothing was decided: 12 forks find only differences above");
    }

    /** A report of one contender's forks, in which one score is contrasted with another. */
    private String alone(int blocks, Consumer<ForkFixture> change) throws IOException {
        begin("--set=workload=command", "--contrast=adjacent/padded", "--contender=base", "--blocks=" + BLOCKS);
        for (int block = 1; block <= blocks; block++) {
            ForkFixture fork = new ForkFixture(campaign, block, "base").ofScores("command");
            change.accept(fork);
            fork.writeJson();
        }
        return report();
    }

    @Test
    void scoresOfOtherNumbersOfThreadsAreContrastedByTheirKeys() throws IOException {
        plan("command", "--contrast", "adjacent@2/cas@1");
        forks("command", this::fields);
        String said = report();
        JsonObject contrast = results("contrasts").get(0);
        assertEquals("cas@1", contrast.get("against").getAsString());
        assertEquals(5, contrast.get("ratio").getAsDouble(), 0.2);
        assertSays(said, "times as slow as cas@1 on base: ", "adjacent@2 is ");
    }

    @Test
    void anExcludedForkIsInNoContrast() throws IOException {
        plan("command", "--contrast", "adjacent/padded");
        forks("command", fork -> {
            fields(fork);
            if (fork.json.get("block").getAsInt() == 3 && !isOther(fork)) {
                fork.throttled();
            }
        });
        report();
        JsonObject base = results("contrasts").get(0);
        assertEquals(11, base.get("forks").getAsInt());
        assertEquals(11, comparison("other", "adjacent@2").get("blocks").getAsInt());
        assertTrue(Files.readString(campaign.resolve("result.csv")).contains("throttled-share"));
    }

    @Test
    void aContrastWithoutAForkThatCountsSaysWhy() throws IOException {
        plan("command", "--contrast", "adjacent/padded");
        forks("command", fork -> {
            fields(fork);
            if (!isOther(fork)) {
                fork.throttled();
            }
        });
        String said = report();
        List<JsonObject> contrasts = results("contrasts");
        assertEquals(2, contrasts.size());
        JsonObject other = contrasts.get(0);
        assertEquals("other", other.get("contender").getAsString());
        // Alone in its family, for the one of base is no test.
        assertEquals(other.get("p"), other.get("adjustedP"));
        JsonObject base = contrasts.get(1);
        assertEquals("base", base.get("contender").getAsString());
        assertEquals(0, base.get("forks").getAsInt());
        assertEquals("inconclusive", base.get("verdict").getAsString());
        assertTrue(base.get("ratio").isJsonNull());
        String sentence =
                "adjacent cannot be compared with padded on base at 2 threads: rules exclude every fork:" + " all 12, ";
        assertTrue(said.replaceAll("\\s+", " ").contains(sentence), said);
        assertSays(said, "by throttled-share (throttled by a CPU quota)");
        assertSays(page(), sentence);
    }
}
