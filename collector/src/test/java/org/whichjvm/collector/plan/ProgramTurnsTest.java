package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.io.Schemas;

/** What the first runs of programs decide: whether they take turns, and how many blocks fit. */
class ProgramTurnsTest extends PlanFixture {
    private static final String TURNS_SAY =
            "2 contenders × at most 50 blocks of your program, by turns of 200 ms: at most 10 min";

    @BeforeEach
    void host() {
        asking.memoryBytes = 8L << 30;
    }

    private JsonObject begin(String more, String by, double millis) throws IOException {
        return plan("one two", "", "java -jar a.jar")
                .ran("one", 6, "", by, millis + 1)
                .ran("two", 6, more, by, millis)
                .begin();
    }

    private void runsByForksBecause(String why, JsonObject campaign) throws IOException {
        assertEquals("forks", campaign.get("interleave").getAsString());
        assertEquals(why, campaign.get("whyForks").getAsString());
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, campaign.toString()));
        assertTrue(asking.says.contains("the programs run one after another, because " + why), asking.says.toString());
    }

    @Test
    void programsTakeTurnsThatComputeAndCanBeFrozen() throws IOException {
        JsonObject campaign = begin("", "kernel", 4.9);
        assertEquals("turns", campaign.get("interleave").getAsString());
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, campaign.toString()));
        assertTrue(asking.command("one").contains("\nslice=0.2\n"));
        assertTrue(asking.says.contains(TURNS_SAY), asking.says.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sockets: 1                | the program uses sockets
            processes: 2              | the program starts other processes
            idleSamples: 6            | the program only waited for 3 % of its time
            cpuMillis: 960            | the program kept only 0.24 CPUs busy
            garbageCollector: Epsilon | turns were not shown to leave the CPU time of the garbage collector Epsilon as it is
            """)
    void programsRunOneAfterAnotherThatWouldBeChanged(String run, String why) throws IOException {
        runsByForksBecause(why, begin(run, "kernel", 0.5));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kernel | 5.1 | a freeze took 5.1 ms
            engine | 0   | each freeze would be a command of the engine, which takes CPU time; root needs none
            nobody | 0   | this user may not freeze control groups here
            """)
    void theyDoWhereFreezingCostsTooMuch(String by, double millis, String why) throws IOException {
        runsByForksBecause(why, begin("", by, millis));
    }

    @Test
    void theyDoIfTheirHeapsDoNotFitTogether() throws IOException {
        runsByForksBecause(
                "the heaps of all contenders together may take 8.8 GiB, and 8.0 GiB are free; a smaller heap fits"
                        + " (one+heap1g)",
                begin("maxHeapBytes: 7800000000", "kernel", 0.5));
    }

    @Test
    void theyDoIfARunFails() throws IOException {
        plan("one two", "", "java -jar a.jar").ran("one", 6, "", "kernel", 0.5).passed("two", 17);
        JsonObject campaign = asking.begin();
        runsByForksBecause("the first run of two failed", campaign);
        // Nothing is decided between the two, and ten minutes would not change that.
        assertEquals(8, campaign.get("blocks").getAsInt());
        assertTrue(
                asking.says.contains(
                        "the program failed in its first run on two: 8 blocks show whether it always does"),
                asking.says.toString());
    }

    @Test
    void ofThreeTheOthersHaveAllTheTimeIfOneFails() throws IOException {
        asking.known.put("three", "/jdk/three");
        plan("one two three", "", "java -jar a.jar")
                .ran("one", 6, "", "kernel", 0.5)
                .ran("two", 6, "", "kernel", 0.5)
                .passed("three", 17);
        assertTrue(asking.begin().get("blocks").getAsInt() > 8);
    }

    @Test
    void turnsThatWereAskedForAndDoNotFitAreRefused() throws IOException {
        plan("one two", "interleave: turns", "java -jar a.jar")
                .ran("one", 6, "", "kernel", 0.5)
                .ran("two", 6, "maxHeapBytes: 7800000000", "kernel", 0.5);
        String message = assertThrows(CannotRunHere.class, asking::begin).getMessage();
        assertTrue(message.startsWith("programs cannot take turns, because the heaps of all"), message);
    }

    @Test
    void aControlHasRunAsItsOriginal() throws IOException {
        JsonObject campaign = plan("one", "control: true", "java -jar a.jar")
                .ran("one", 6, "", "kernel", 0.5)
                .begin();
        assertEquals("turns", campaign.get("interleave").getAsString());
        assertTrue(asking.says.contains(TURNS_SAY), asking.says.toString());
    }

    @Test
    void aShortProgramIsStartedSeveralTimesInABlockThatIsOneStep() throws IOException {
        String more = "wallMillis: 300, endMillis: 400, sockets: 1, processes: 2";
        JsonObject campaign = plan("one two", "", "java -jar a.jar")
                .ran("one", 2, more, "nobody", 0)
                .ran("two", 2, more, "nobody", 0)
                .begin();
        assertEquals("turns", campaign.get("interleave").getAsString());
        String command = asking.command("one");
        assertTrue(command.contains("\n--starts\n5\n--slot\n800ms\n--\njava\n"), command);
        assertTrue(command.contains("WHICHJVM_MEMBERS=2\n") && !command.contains("slice="), command);
        assertTrue(
                asking.says.contains(
                        "2 contenders × at most 50 blocks of your program, 5 starts of each contender, in turn: at most 10 min"),
                asking.says.toString());
    }

    @Test
    void theHeapsOfShortProgramsNeedNotFitTogetherForOneRunsAtATime() throws IOException {
        asking.javaOptions = "-Xmx6g";
        plan("one two", "blocks: 12", "java -jar a.jar")
                .ran("one", 2, "wallMillis: 300, endMillis: 400", "nobody", 0)
                .ran("two", 2, "wallMillis: 300, endMillis: 400", "nobody", 0)
                .begin();
        assertEquals(12, asking.stepsPlanned());
        assertTrue(asking.command("one").contains("\nWHICHJVM_MEMBERS=2\n"));
    }

    @Test
    void aTimeThatHoldsTooFewBlocksIsSaidBeforeAnyIsMeasured() throws IOException {
        plan("one two", "", "java -jar a.jar")
                .ran("one", 80, "", "kernel", 0.5)
                .ran("two", 80, "", "kernel", 0.5)
                .begin();
        assertTrue(asking.says.stream().noneMatch(each -> each.contains("is found in four")), asking.says.toString());
        assertTrue(
                asking.says.contains(
                        "3 blocks fit into 10 min, and 8 are the least that can tell every contender apart: fewer"
                                + " contenders, or --max-time 22m"),
                asking.says.toString());
    }

    @Test
    void howSmallADifferenceTheBlocksFindIsSaid() throws IOException {
        begin("", "kernel", 0.5);
        String turns = said("is found in four");
        assertTrue(turns.matches("a difference of [3-5] % or more .*, if blocks scatter by 6 %, .*"), turns);
        asking = other("forks");
        plan("one two", "interleave: forks", "java -jar a.jar")
                .ran("one", 6, "", "kernel", 0.5)
                .ran("two", 6, "", "kernel", 0.5)
                .begin();
        String forks = said("is found in four");
        assertTrue(forks.matches("a difference of [5-9] % or more .*, if blocks scatter by 11 %, .*"), forks);
    }

    private String said(String part) {
        return asking.says.stream()
                .filter(each -> each.contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void numbersThatAProgramPrintsMayComeFromItsClock() throws IOException {
        JsonObject campaign = plan("one two", "program: {metrics: ['a=b (.)']}", "java -jar a.jar")
                .ran("one", 6, "", "kernel", 0.5)
                .ran("two", 6, "", "kernel", 0.5)
                .begin();
        assertEquals("forks", campaign.get("interleave").getAsString());
    }
}
