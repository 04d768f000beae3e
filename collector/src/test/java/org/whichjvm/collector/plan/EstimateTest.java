package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a campaign says of how long it takes. */
class EstimateTest extends PlanFixture {
    private static final String FORKS = "interleave: forks";

    private String words(int blocks, String more) throws IOException {
        Asking asking = other("of" + more.replaceAll("\\W", ""));
        List<List<String>> groups = List.of(List.of("one", "two"));
        return new Estimate(asking.plan("one two", more).asked(), groups, Set.of()).words(blocks);
    }

    @Test
    void theTimeIsThatOfTheForks() throws IOException {
        assertEquals("2 contenders × 12 blocks of 1 s: about 2 min", words(12, FORKS + ", blocks: 12"));
        assertEquals("2 contenders × 1 block of 100 s: about 4 min", words(1, "preset: article"));
        assertEquals("2 contenders × 15 blocks of 120 s: about 66 min", words(15, FORKS + ", preset: deep"));
    }

    @Test
    void byTurnsTheTimeIsThatOfTheBlocks() throws IOException {
        // 4 + 2 × (0.5 + 0.9 + 0.3 + 0.1 + 0.3 + 8 × 0.112 + 0.4) s a block.
        assertEquals("2 contenders × 12 blocks of 8 turns of 100 ms: about 2 min", words(12, "blocks: 12"));
        assertEquals("2 contenders × 1 block of 8 turns of 100 ms: about 11 s", words(1, "blocks: 1"));
        assertEquals("2 contenders × 1 block of 60 turns of 1 s: about 2 min", words(1, "preset: deep"));
    }

    @Test
    void aSubstituteThatCompilesWithGraalInJavaWarmsUpLonger() throws IOException {
        asking.known.put("graalvm-ce-21", "");
        asking.known.put("jdk8-temurin", "");
        CampaignRequest asked = plan("graalvm-ce-21 jdk8-temurin", "blocks: 1").asked();
        List<List<String>> groups = List.of(asked.contenders());
        assertEquals(
                "2 contenders × 1 block of 8 turns of 100 ms: about 17 s",
                new Estimate(asked, groups, Set.of("graalvm-ce-21", "jdk8-temurin")).words(1));
        assertEquals(
                "2 contenders × 1 block of 8 turns of 100 ms: about 11 s",
                new Estimate(asked, groups, Set.of("jdk8-temurin")).words(1));
    }

    @Test
    void eachGroupTakesItsOwnTime() throws IOException {
        CampaignRequest asked = plan("one two one+again", "blocks: 4").asked();
        List<List<String>> groups = List.of(List.of("one", "two"), List.of("one", "one+again"));
        assertEquals(
                "3 contenders × 4 blocks of 8 turns of 100 ms: about 43 s",
                new Estimate(asked, groups, Set.of()).words(4));
    }

    @Test
    void aTimeThatIsTooShortToTellContendersApartIsSaid() throws IOException {
        CampaignRequest asked = plan("one two", "maxSeconds: 60").asked();
        List<List<String>> groups = List.of(asked.contenders());
        assertEquals(
                Optional.of("5 blocks fit into 60 s, and 6 are the least that can tell every contender apart: fewer"
                        + " contenders, or --max-time 2m"),
                new Estimate(asked, groups, Set.of()).tooShort());
        CampaignRequest usual = other("usual").plan("one two").asked();
        assertEquals(Optional.empty(), new Estimate(usual, groups, Set.of()).tooShort());
    }

    @Test
    void aNamedBaselineLeavesMoreOfTheLevelToWhatDiffersFromIt() throws IOException {
        List<List<String>> groups = List.of(List.of("one", "two", "one+again"));
        CampaignRequest asked = plan("one two one+again").asked();
        assertEquals(0.05 / 3 / 2, new Estimate(asked, groups, Set.of()).level(), 1e-12);
        CampaignRequest named =
                other("named").plan("one two one+again", "baseline: one").asked();
        assertEquals(0.05 * 2 / 3 / 2, new Estimate(named, groups, Set.of()).level(), 1e-12);
    }

    @Test
    void aTimeThatIsShorterThanABlockIsSaidWithTheTimeOfABlock() throws IOException {
        CampaignRequest asked = plan("one two", "maxSeconds: 5").asked();
        assertEquals(
                Optional.of("one block takes about 11 s, longer than --max-time 5 s: the campaign ends after its first"
                        + " block, too early for a verdict; fewer contenders, or --max-time 2m"),
                new Estimate(asked, List.of(asked.contenders()), Set.of()).tooShort());
    }

    @Test
    void ofAProgramWhoseTimeNobodyKnowsNothingIsSaidToBeTooShort() throws IOException {
        CampaignRequest asked =
                plan("one two", "precision: 0.02, maxSeconds: 5", "java A").asked();
        assertEquals(Optional.empty(), new Estimate(asked, List.of(asked.contenders()), Set.of()).tooShort());
    }

    @Test
    void aCampaignThatStopsTakesItsTimeAtMost() throws IOException {
        assertEquals(
                "2 contenders × at most 225 blocks of 1 s: at most 30 min", words(225, FORKS + ", precision: 0.02"));
        assertEquals("2 contenders × at most 3 blocks of 1 s: at most 24 s", words(3, FORKS + ", precision: 0.03"));
    }

    @Test
    void timesAreInTheUnitThatPeopleSay() {
        assertEquals("89 s", Estimate.time(89));
        assertEquals("2 min", Estimate.time(90));
        assertEquals("99 min", Estimate.time(5_950));
        assertEquals("2 h 05 min", Estimate.time(7_500));
    }
}
