package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.Profiling;

/** What is planned to explain a campaign, which anybody may have made. */
class ExplainPlanTest {
    @TempDir
    private Path out;

    private void campaign(Object... more) {
        Cli.plan(out, "c", List.of("one", "two"), "--blocks=6", List.of(more));
    }

    private Cli explain(String... words) {
        List<Object> all = new ArrayList<>(List.of("--runner=docker", "--machine=amd64", "--knows=one="));
        all.addAll(List.of("--knows=two=", "--flag-sets=../docker/flags", "--studies=../studies"));
        all.addAll(List.of("--explains=c", "--", "--verb=explain"));
        all.addAll(List.of(words));
        return Cli.in(out, "plan", all.toArray());
    }

    private void planned(String... words) {
        Cli cli = explain(words);
        assertEquals(0, cli.code(), cli.err());
    }

    /** The request of the only campaign that was planned to explain. */
    private String asked() throws IOException {
        try (Stream<Path> all = Files.list(out)) {
            Path planned = all.filter(each -> each.toString().endsWith("-explain"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(Files.readString(planned.resolve("runner.tsv")).contains("report\texplain\n"));
            return Files.readString(planned.resolve("asked.json")).replaceAll("\\s+", "");
        }
    }

    @Test
    void messagesKeepTheirStagesAndTheBaselineRunsOnceMore() throws IOException {
        campaign("--set=interleave=turns");
        planned("two", "one");
        assertTrue(asked().contains("\"contenders\":[\"two\",\"one\",\"one+again\"]"), asked());
        assertTrue(asked().contains("\"--stages\"]"), asked());
    }

    @Test
    void turnsAreProfiledAtTheRateOfTheCampaign() throws IOException {
        campaign("--set=interleave=turns");
        planned("--event", "cpu", "two", "one");
        assertTrue(asked().contains("\"--profile\"]"), asked());
        assertFalse(asked().contains("\"--rate\""), asked());
    }

    @Test
    void messagesHaveNoEventThatIsOfPrograms() throws IOException {
        campaign("--set=interleave=turns");
        refused("--event lock is for programs and retail", "--event", "lock", "two", "one");
    }

    @Test
    void aProgramIsProfiledForWhatIsAsked() throws IOException {
        campaign("--set=workload=command", "--set=program=java -jar my.jar");
        planned("--event", "alloc", "--blocks", "7", "two");
        assertTrue(asked().contains("[\"--profile\",\"alloc\",\"--\",\"java\","), asked());
        assertTrue(asked().contains("\"blocks\":7"), asked());
    }

    @ParameterizedTest
    @EnumSource
    void containersMayCallPerfEventOpenForTheEventsThatNeedItAlone(Profiling event) throws IOException {
        campaign("--set=workload=command", "--set=program=java -jar my.jar");
        planned("--event", event.text(), "two");
        String opened = "\"confines\":{\"WHICHJVM_PERF_EVENT\":\"" + event.text() + "\"}";
        boolean opens =
                List.of("faults", "cycles", "cache-misses", "branch-misses").contains(event.text());
        assertEquals(opens, asked().contains(opened), asked());
        assertEquals(opens, asked().contains("WHICHJVM_PERF_EVENT"), asked());
    }

    @Test
    void retailProfilesItselfInTheHeapThatItHad() throws IOException {
        campaign("--set=workload=retail");
        Files.writeString(out.resolve("c/commands/two"), "WHICHJVM_JVM=two\0WHICHJVM_HEAP=268435456\0\0retail\0");
        planned("--event", "lock", "two", "one");
        assertTrue(asked().contains("\"--profile\",\"lock\"]"), asked());
        assertTrue(asked().contains("\"confines\":{\"WHICHJVM_HEAP\":\"268435456\"}"), asked());
    }

    @Test
    void threadsThatWaitHaveNoStages() throws IOException {
        campaign("--set=interleave=turns", "--contender=one+yield");
        refused("the threads of one+yield and one do not both spin", "one+yield", "one");
        refused("the threads of one+yield and one", "--event", "cpu", "one+yield", "one");
    }

    @Test
    void whatCannotBeExplainedIsRefusedAndLeavesNothing() throws IOException {
        campaign("--set=workload=command", "--set=program=java -jar my.jar");
        refused("campaign c has no forks yet");
        refused("'two one one' is too much", "two", "one", "one");
        Path command = out.resolve("c/commands/two");
        Files.delete(command);
        Files.createSymbolicLink(command, Path.of("/etc/passwd"));
        refused("is not a regular file", "two", "one");
    }

    private void refused(String why, String... words) throws IOException {
        Cli cli = explain(words);
        assertEquals(2, cli.code(), cli.err());
        assertTrue(cli.err().contains(why), cli.err());
        try (Stream<Path> all = Files.list(out)) {
            assertTrue(all.noneMatch(each -> each.toString().endsWith("-explain")));
        }
    }

    @Test
    void messagesByForksHaveNoStages() throws IOException {
        campaign();
        refused("what is explained are programs of your own, --workload retail, and messages by turns", "two", "one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--margin=5%", "--control", "--seed=7", "--rate=10k", "--cpus=0,1", "--memory=2g"})
    void whatOnlyTheExplainedCampaignCanHaveIsRefused(String option) {
        campaign("--set=interleave=turns");
        Cli cli = explain(option, "two", "one");
        assertEquals(2, cli.code(), cli.out());
        assertTrue(
                cli.err()
                        .startsWith("whichjvm: "
                                + option.replaceFirst("=.*", "")
                                + " cannot be other than in the campaign that is explained"),
                cli.err());
    }

    @Test
    void blocksAreRunAgainAsOftenAsIsAskedFor() throws IOException {
        campaign("--set=interleave=turns");
        planned("--retries=0", "two", "one");
        assertTrue(asked().contains("\"limits\":{\"blocks\":12,\"retries\":0}"), asked());
    }

    @Test
    void whatGrantsSomethingToAProgramIsTakenOnceMore() {
        campaign("--set=interleave=turns");
        planned("--mount=/a", "--network", "--gate=late=off", "--out=o", "--jdk=x=/a", "two", "one");
    }

    @Test
    void aForkThatNobodyPlannedIsNoCampaign() throws IOException {
        Files.createDirectories(out.resolve("c/forks"));
        Cli cli = explain("two", "one");
        assertEquals(2, cli.code(), cli.out());
        assertEquals(
                "whichjvm: c has no campaign.json, so that nobody knows what it has compared; name a campaign"
                        + " of whichjvm compare\n",
                cli.err());
    }
}
