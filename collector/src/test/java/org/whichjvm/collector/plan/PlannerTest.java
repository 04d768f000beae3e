package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;

/** What of the contenders can run, and the campaign that begins with them. */
class PlannerTest extends PlanFixture {
    private static List<String> contenders(JsonObject campaign) {
        return StreamSupport.stream(campaign.getAsJsonArray("contenders").spliterator(), false)
                .map(JsonElement::getAsString)
                .toList();
    }

    @Test
    void aCampaignBeginsWithAPlanOfItsBlocks() throws IOException {
        plan("one two", "blocks: 2, seed: 7").passed("one", 17);
        JsonObject campaign = asking.begin();
        assertEquals("whichjvm.campaign/2", campaign.get("schema").getAsString());
        assertEquals(List.of("one", "two"), contenders(campaign));
        assertEquals("one", campaign.get("baseline").getAsString());
        assertEquals(List.of("one", "two"), contenders(campaign));
        assertEquals(1, campaign.get("retries").getAsInt());
        assertTrue(campaign.get("study").isJsonNull()
                && campaign.get("calibration").isJsonNull());
        String planned = String.join(",", asking.planned());
        assertTrue(planned.matches("1 1 (one|two),1 1 (one|two),2 2 \\w+,2 2 \\w+"), planned);
        assertEquals(asking.folder.getFileName(), Files.readSymbolicLink(out.resolve("latest")));
        assertFalse(Files.exists(asking.folder.resolve("request.json")));
        assertEquals(
                List.of(
                        "2 contenders × 2 blocks of 8 turns of 100 ms: about 22 s",
                        "2 blocks are too few for a verdict on each of 1 comparison: --blocks 6 is the least that can tell",
                        "at most 1 block more, for those of which a rule excludes a fork"),
                asking.says);
    }

    @Test
    void aContenderWhoseJvmIsMissingIsLeftOut() throws IOException {
        plan("one two two+again", "blocks: 1").passed("one", 17);
        JsonObject campaign = asking.begin("two");
        assertEquals(List.of("one"), contenders(campaign));
        assertEquals(
                Set.of("two", "two+again"), campaign.getAsJsonObject("skipped").keySet());
        assertEquals("report false {one=/jdk/one}", asking.start());
    }

    @Test
    void theUsualContendersAreAsManyAsTheTimeCanTellApart() throws IOException {
        for (int i = 3; i <= 24; i++) {
            asking.known.put("jdk" + i, "/jdk/" + i);
        }
        plan("").passed("one", 17);
        JsonObject campaign = asking.begin();
        List<String> some = contenders(campaign);
        List<String> all = List.copyOf(asking.known.keySet());
        assertEquals(all.subList(0, some.size()), some);
        assertEquals(
                Set.copyOf(all.subList(some.size(), all.size())),
                campaign.getAsJsonObject("skipped").keySet());
        assertTrue(some.size() > 2 && some.size() < 24, some.toString());
        String left = asking.says.get(0);
        assertTrue(left.startsWith("left out: "), left);
        assertTrue(left.matches(".* jdk24, because 24 contenders cannot be told apart in 10 min; .*"), left);
        assertTrue(asking.start().startsWith("report true "), asking.start());
        assertTrue(asking.says.stream().noneMatch(each -> each.contains("are the least")));
    }

    @Test
    void theControlIsOfAContenderThatStaysAndWithoutARaceSomeAreLeftOutToo() throws IOException {
        for (int i = 3; i <= 24; i++) {
            asking.known.put("jdk" + i, "/jdk/" + i);
        }
        plan("", "control: true, drops: false").passed("one", 17);
        List<String> some = contenders(asking.begin());
        assertTrue(some.size() < 25, some.toString());
        assertEquals("one+again", some.get(some.size() - 1));
        assertTrue(asking.says.get(0).contains(" jdk24, because 25 contenders"), asking.says.get(0));
    }

    @Test
    void aCalibrationKeepsAllOfItsContenders() throws IOException {
        plan("one", "calibration: {effect: 30, contenders: 9}, precision: 0.02, maxSeconds: 300")
                .passed("one", 17);
        assertEquals(18, contenders(asking.begin()).size());
    }

    @Test
    void namedContendersAllStayAndTheTimeTheyTakeIsSaid() throws IOException {
        List<String> named = new ArrayList<>(List.of("one", "two"));
        for (int i = 3; i <= 24; i++) {
            asking.known.put("jdk" + i, "/jdk/" + i);
            named.add("jdk" + i);
        }
        plan(String.join(" ", named)).passed("one", 17);
        assertEquals(named, contenders(asking.begin()));
        assertTrue(asking.says.stream().anyMatch(each -> each.contains("are the least")), asking.says.toString());
    }

    @Test
    void withoutAnyThereIsNoCampaign() throws IOException {
        plan("one two").passed("one", 17);
        assertTrue(assertThrows(CannotRunHere.class, () -> asking.begin("one", "two"))
                .getMessage()
                .startsWith("none of the contenders can run: "));
    }

    @Test
    void whatAJvmRefusesOfItsOwnIsSkipped() throws IOException {
        plan("one one+thp two+onspinwait")
                .passed("one", 17)
                .checked(
                        "one+thp",
                        1,
                        "Unrecognized VM option 'UseTransparentHugePages'\nError: Could not create the Java"
                                + " Virtual Machine.\n")
                .checked("two+onspinwait", 2, "whichjvm: --wait onspinwait needs Java 9 or newer\n");
        JsonObject campaign = asking.begin();
        assertEquals(List.of("one"), contenders(campaign));
        assertEquals(
                "--wait onspinwait needs Java 9 or newer",
                campaign.getAsJsonObject("skipped").get("two+onspinwait").getAsString());
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, campaign.toString()));
        assertEquals(
                List.of(
                        "skipped one+thp: the JVM refuses it: Unrecognized VM option 'UseTransparentHugePages'"
                                + " (exit code 1)",
                        "skipped two+onspinwait: --wait onspinwait needs Java 9 or newer"),
                asking.says.subList(0, 2));
    }

    @Test
    void aCheckThatWasKilledOrSaidNothingIsNamed() throws IOException {
        String attempt = "try: the same command again, or with more memory if it was killed";
        plan("one two").passed("two", 17).checked("one", 137, "");
        assertEquals(
                List.of("error: the check of one failed: the JVM was killed (signal 9)", attempt),
                assertThrows(Check.Refused.class, asking::begin).words());
        asking.checked("one", 1, "\n");
        assertEquals(
                List.of("", "error: the check of one failed: the JVM ended without a word (exit code 1)", attempt),
                assertThrows(Check.Refused.class, asking::begin).words());
    }

    @Test
    void whatAJvmGoesOnWithoutIsSkippedToo() throws IOException {
        plan("one one+largepages")
                .passed("one", 17)
                .checked("one+largepages", 0, "OpenJDK 64-Bit Server VM warning: Failed to reserve; not supported\n");
        assertEquals(List.of("one"), contenders(asking.begin()));
        assertTrue(asking.says.get(0).startsWith("skipped one+largepages: the JVM goes on without it: "));
    }

    @Test
    void whatAJvmIgnoresWithoutAWordIsSkippedToo() throws IOException {
        plan("one one+thp")
                .passed("one", 17)
                .checked(
                        "one+thp",
                        0,
                        "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\","
                                + "\"ignored\":[\"-XX:+UseTransparentHugePages\"]}\n");
        assertEquals(List.of("one"), contenders(asking.begin()));
        assertEquals(
                "skipped one+thp: the JVM goes on without -XX:+UseTransparentHugePages and does not say why",
                asking.says.get(0));
    }

    @Test
    void whatEveryContenderWouldBeRefusedEndsItInTheWorkloadsWords() throws IOException {
        plan("one two").checked("one", 2, "whichjvm: --rate is 0; it takes more\n");
        Check.Refused refused = assertThrows(Check.Refused.class, () -> asking.begin());
        assertEquals(2, refused.exit);
        assertEquals(List.of("whichjvm: --rate is 0; it takes more"), refused.words());
    }

    @Test
    void aFlagSetThatIsNotForTheJvmIsSkippedByWhatTheJvmSays() throws IOException {
        plan("one+tuned two+tuned")
                .passed("one", 9)
                .passed("two", 10)
                .passed("two+tuned", 10)
                .checked("one+tuned", 1, "it does not even start");
        assertEquals(List.of("two+tuned"), contenders(asking.begin()));
        assertTrue(
                asking.says
                        .get(0)
                        .startsWith("skipped one+tuned: the flag set tuned needs Java 10 or newer, and"
                                + " this JVM is Java 9 on amd64"),
                asking.says.toString());
    }

    @Test
    void theBaselineIsTheNamedOneElseTheUsualElseItsFirstVariationElseTheFirst() throws IOException {
        asking.known.put("jdk17-temurin", "");
        plan("one jdk17-temurin two", "baseline: two").passed("one", 17);
        assertEquals("two", asking.begin().get("baseline").getAsString());
        assertEquals("jdk17-temurin", begun("usual", "one", "jdk17-temurin"));
        assertEquals("jdk17-temurin+again", begun("variation", "one", "jdk17-temurin+again"));
        assertEquals("one", begun("first", "one", "two"));
    }

    private String begun(String name, String... contenders) throws IOException {
        Asking other = other(name);
        other.known.put("jdk17-temurin", "");
        other.plan(String.join(" ", contenders)).passed("one", 17);
        return other.begin().get("baseline").getAsString();
    }

    @Test
    void aBaselineThatCannotBeHadIsRefused() throws IOException {
        plan("one two", "baseline: two").passed("one", 17);
        assertTrue(assertThrows(CannotRunHere.class, () -> asking.begin("two"))
                .getMessage()
                .startsWith("the baseline two cannot run: "));
    }

    @Test
    void aControlIsTheBaselineOnceMore() throws IOException {
        plan("one two", "control: true").passed("one", 17);
        assertEquals(List.of("one", "two", "one+again"), contenders(asking.begin()));
    }

    @Test
    void aCalibrationIsItsJvmAgainAndAgainHalfOfThemDelayed() throws IOException {
        plan("one", "calibration: {effect: 30, contenders: 3}").passed("one", 17);
        JsonObject campaign = asking.begin();
        assertEquals(
                List.of("one", "one+delay30ns", "one+again", "one+delay30ns-2", "one+again2", "one+delay30ns-3"),
                contenders(campaign));
        assertEquals(
                "{\"effect\":30,\"contenders\":3}", campaign.get("calibration").toString());
    }

    @Test
    void anEffectThatNobodyGaveIsAPartOfTheFirstForksMedian() throws IOException {
        plan("one", "calibration: {contenders: 2}");
        ForkFixture.typical(asking.folder, 0, "one", 410).write();
        assertEquals(List.of("one", "one+delay21ns", "one+again", "one+delay21ns-2"), contenders(asking.begin()));
        assertEquals("effect: 21 ns, 5 % of the p50 service time of a first fork", asking.says.get(0));
    }

    @Test
    void aFirstForkThatFailedOrCouldNotStartEndsIt() throws IOException {
        plan("one", "calibration: {contenders: 4}");
        assertThrows(CannotRunHere.class, () -> asking.begin());
        asking.checked("one", 2, "whichjvm: --rate is 0\n");
        assertEquals(2, assertThrows(Check.Refused.class, () -> asking.begin()).exit);
        ForkFixture failed = ForkFixture.typical(asking.folder, 0, "one", 410);
        failed.json.addProperty("status", "failed");
        failed.json.addProperty("reason", "overloaded");
        failed.writeJson();
        assertTrue(assertThrows(CannotRunHere.class, () -> asking.begin())
                .getMessage()
                .startsWith("the first fork failed (overloaded)"));
    }

    @Test
    void aDryRunTakesChecksAsPassed() throws IOException {
        plan("one", "calibration: {contenders: 2}");
        assertEquals(4, contenders(asking.begin(true)).size());
    }

    @Test
    void theWorkloadsHelpIsAllThatIsAskedFor() throws IOException {
        plan("one", "", "--help").checked("one", 0, "Usage: it\n");
        Check.Refused refused = assertThrows(Check.Refused.class, () -> asking.begin());
        assertEquals(0, refused.exit);
        assertEquals(List.of("Usage: it"), refused.words());
    }

    @Test
    void withoutBlocksThereAreAsManyAsFitIntoTheTime() throws IOException {
        assertEquals(171, blocks("turns", ""));
        assertEquals(300, blocks("a", ", interleave: forks"));
        assertEquals(100, blocks("b", ", maxSeconds: 600, interleave: forks"));
        assertEquals(8, blocks("c", ", maxSeconds: 30"));
        assertEquals(1_000, blocks("d", ", maxSeconds: 7200, interleave: forks"));
        assertEquals(3, blocks("e", ", blocks: 3"));
    }

    @Test
    void aTimeThatIsShorterThanABlockIsDoubtedAlsoWithANumberOfBlocks() throws IOException {
        plan("one two", "precision: 0.02, maxSeconds: 5, blocks: 5");
        asking.checked("one", 0, "").checked("two", 0, "");
        asking.begin();
        assertTrue(
                asking.says.stream().anyMatch(each -> each.startsWith("one block takes about ")),
                asking.says.toString());
    }

    private int blocks(String name, String more) throws IOException {
        asking = other(name);
        // With half a second of warm-up in place of the preset's, a fork takes 3 s, and a block by turns 8.2 s.
        plan("one two", "precision: 0.02, load: {duration: 500ms}" + more, "--warmup 500ms")
                .passed("one", 17);
        return asking.begin().get("blocks").getAsInt();
    }
}
