package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.WrongUsage;

/** What is planned to explain a campaign, which anybody may have made. */
class ExplainPlanTest extends PlanFixture {
    private static final String PROGRAM = "--set=program=java -jar my.jar";

    @BeforeEach
    void docker() {
        asking.runner = "docker";
    }

    private void campaign(Object... more) throws IOException {
        Cli.plan(out, "c", List.of("one", "two"), "--blocks=6", List.of(more));
        ForkFixture.typical(out.resolve("c"), 1, "one", 400).write();
    }

    /** The request for the campaign that explains those with blanks between. */
    private CampaignRequest explain(String contenders, String more) throws IOException {
        JsonObject json = Requests.of("", "verb: explain, " + more, "");
        JsonObject explains = new JsonObject();
        explains.addProperty("campaign", "c");
        explains.add("contenders", Requests.of(contenders, "", "").get("contenders"));
        json.add("explains", explains);
        CampaignRequest asked = asking.plan(json).asked();
        assertTrue(asking.start().startsWith("explain "), asking.start());
        return asked;
    }

    private static String words(CampaignRequest asked) {
        return String.join(" ", asked.execution().options());
    }

    @Test
    void messagesKeepTheirStagesAndTheBaselineRunsOnceMore() throws IOException {
        campaign("--set=interleave=turns");
        CampaignRequest asked = explain("two one", "retries: 0");
        assertEquals("20261122T120000-explain", asked.campaign());
        assertEquals(List.of("two", "one", "one+again"), asked.contenders());
        // Of two loops, which share the turns and the warm-up.
        String words = words(asked);
        assertTrue(words.matches(".* --duration 1500ms --warmup 1s --turn-seed [0-9]+ --stages"), words);
        assertEquals(new CampaignRequest.Limits(12, null, null, 0), asked.limits());
    }

    @Test
    void turnsAreProfiledAtTheRateOfTheCampaign() throws IOException {
        campaign("--set=interleave=turns");
        String words = words(explain("two one", "event: cpu"));
        assertTrue(words.endsWith(" --profile cpu"), words);
        assertFalse(words.contains("--rate"), words);
    }

    @Test
    void messagesThatWaitTooTellOfTheirMemoryAndRunAsTheyDid() throws IOException {
        campaign("--set=interleave=turns", "--contender=one+yield");
        CampaignRequest asked = explain("one+yield one", "event: memory");
        assertTrue(words(asked).endsWith(" --profile memory"), words(asked));
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(Optional.of(Profiling.MEMORY), asked.execution().profiled());
    }

    @Test
    void aServiceIsExplainedByItsMemoryAlone() throws IOException {
        campaign("--set=workload=service", "--set=interleave=turns", PROGRAM);
        refused(
                "c has compared a service, and only the memory of a service can be explained; give --event memory",
                "two",
                "blocks: 1");
        refused("only the memory of a service can be explained; give --event memory", "two", "event: lock");
        CampaignRequest asked = explain("two", "event: memory");
        assertTrue(words(asked).endsWith("--profile memory -- java -jar my.jar"), words(asked));
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(12, asked.limits().blocks());
    }

    @Test
    void retailHasNoMemoryToExplain() throws IOException {
        campaign("--set=workload=retail");
        refused("and c has transactions; leave it out", "two", "event: memory");
    }

    @Test
    void messagesHaveNoEventThatIsOfPrograms() throws IOException {
        campaign("--set=interleave=turns");
        refused("--event lock is for programs and retail", "two one", "event: lock");
    }

    @Test
    void aProgramIsProfiledForWhatIsAskedAndItsBaselineIsTheCampaigns() throws IOException {
        campaign("--set=workload=command", PROGRAM);
        CampaignRequest asked = explain("two", "event: alloc, blocks: 7, gates: {late: off}");
        assertEquals("--profile alloc -- java -jar my.jar", words(asked));
        assertEquals(7, asked.limits().blocks());
        assertEquals("one", asked.baseline());
        assertEquals(Map.of("late", "off"), asked.rules().gates());
    }

    @ParameterizedTest
    @EnumSource
    void containersMayCallPerfEventOpenForTheEventsThatNeedItAlone(Profiling event) throws IOException {
        campaign("--set=workload=command", PROGRAM);
        boolean opens =
                List.of("faults", "cycles", "cache-misses", "branch-misses").contains(event.text());
        assertEquals(
                opens ? event.text() : null,
                explain("two", "event: " + event.text()).granted().event());
    }

    @Test
    void retailProfilesItselfInTheHeapThatItHad() throws IOException {
        campaign("--set=workload=retail");
        start(json -> json.add("memory", JsonParser.parseString("{\"two\":{\"heapBytes\":268435456}}")));
        CampaignRequest asked = explain("two one", "event: lock");
        assertTrue(words(asked).endsWith("--profile lock"), words(asked));
        assertEquals(268_435_456L, asked.memory().heapBytes());
    }

    @Test
    void threadsThatWaitHaveNoStages() throws IOException {
        campaign("--set=interleave=turns", "--contender=one+yield");
        refused("the threads of one+yield and one do not both spin", "one+yield one", "blocks: 1");
        refused("the threads of one+yield and one", "one+yield one", "event: cpu");
    }

    @Test
    void whatCannotBeExplainedIsRefusedAndLeavesNothing() throws IOException {
        campaign("--set=workload=command", PROGRAM);
        refused("c has no contender 'three'", "three one", "blocks: 1");
        refused("'one' does not differ from itself", "one", "blocks: 1");
        refused("--event is 'heat'; one of cpu", "two", "event: heat");
        refused("its explains.contenders has 3 elements, more than 2", "two one one", "blocks: 1");
        asking.known.remove("two");
        refused("the JVM two is not known to --runner docker; one of: one", "two one", "blocks: 1");
        asking.runner = "host";
        refused("c has run by --runner docker, and this is host", "two one", "blocks: 1");
        start(json -> json.addProperty("deadlineSeconds", 0));
        refused("its start.deadlineSeconds is not a whole number", "two one", "blocks: 1");
    }

    /** Changes how the forks of the campaign were started. */
    private void start(Consumer<JsonObject> change) throws IOException {
        Path file = out.resolve("c/campaign.json");
        JsonObject json = Cli.json(file);
        change.accept(json.getAsJsonObject("start"));
        Files.writeString(file, json.toString());
    }

    private void refused(String why, String contenders, String more) throws IOException {
        WrongUsage error = assertThrows(WrongUsage.class, () -> explain(contenders, more));
        assertTrue(error.getMessage().contains(why), error.getMessage());
        try (Stream<Path> all = Files.list(out)) {
            assertTrue(all.noneMatch(each -> each.toString().endsWith("-explain")));
        }
    }

    @Test
    void messagesByForksHaveNoStages() throws IOException {
        campaign();
        refused(
                "a campaign of a program or service of your own, of --workload retail, or of messages by turns",
                "two one",
                "blocks: 1");
    }

    @Test
    void aCampaignOfWhichOnlyTheCheckHasRunHasNoDifferenceToExplain() throws IOException {
        campaign("--set=interleave=turns");
        Path forks = out.resolve("c/forks");
        Files.delete(forks.resolve("001-one.hlog"));
        Files.move(forks.resolve("001-one.json"), forks.resolve("000-one.json"));
        refused(
                "campaign c has no forks yet, so that there is no difference to explain; measure it first: whichjvm compare --resume c",
                "two one",
                "blocks: 1");
    }

    @Test
    void aForkThatNobodyPlannedIsNoCampaign() throws IOException {
        Files.createDirectories(out.resolve("c/forks"));
        refused(
                "c has no campaign.json, which says what it has compared; name a campaign of whichjvm compare",
                "two one",
                "blocks: 1");
    }

    @Test
    void whatTheNewestCampaignWasStaysExplained() throws IOException {
        campaign("--set=workload=command", PROGRAM);
        JsonObject json = Requests.of("", "verb: explain, explains: {campaign: latest, contenders: [two]}", "");
        asking.plan(json);
        assertEquals(
                "{\"campaign\":\"c\",\"contenders\":[\"two\",\"one\"]}",
                asking.json("request.json").get("explains").toString());
    }
}
