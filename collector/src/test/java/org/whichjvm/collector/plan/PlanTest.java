package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.common.WrongUsage;

/** From the arguments of scripts/compare to the files of a campaign that checks what can run. */
class PlanTest {
    @TempDir
    Path out;

    private Asking asking;

    @BeforeEach
    void asking() {
        asking = new Asking(out);
    }

    @Test
    void aCampaignOfOneJvmIsTheseFilesByteForByte() throws IOException {
        asking.javaOptions = "-Dsome=\"a b\" -Xms1g";
        asking.plan("--blocks", "2", "one", "--", "--rate", "20000");
        assertEquals("20261122T120000-quick", asking.folder.getFileName().toString());
        assertEquals("block\tstep\tcontender\n0\t1\tone\n", asking.text("plan.tsv"));
        assertEquals("runner\thost\nreport\treport\nasked\tnamed\njvm\tone\t/jdk/one\n", asking.text("runner.tsv"));
        assertEquals("""
        WHICHJVM_JVM=one
        JAVA_OPTS=-Dsome="a b" -Xms1g
        WHICHJVM_DEADLINE=120

        queue-latency
        --duration
        1500ms
        --warmup
        1s
        --turn
        100ms
        --turn-seed
        1795348800
        --rate
        20000
        --check
        """, asking.text("commands/one"));
        try (Stream<Path> files = Files.walk(out)) {
            assertFalse(files.anyMatch(file -> file.toString().endsWith(".tmp")));
        }
    }

    @Test
    void aFlagSetIsInTheEnvironment() throws IOException {
        asking.plan("two+zgc+yield");
        assertEquals("block\tstep\tcontender\n0\t1\ttwo+zgc+yield\n", asking.text("plan.tsv"));
        assertEquals("""
        WHICHJVM_JVM=two
        JAVA_OPTS=
        WHICHJVM_DEADLINE=120
        WHICHJVM_FLAG_SET=zgc
        WHICHJVM_FLAGS=-XX:+UnlockExperimentalVMOptions -XX:+UseZGC 21-22:-XX:+ZGenerational

        queue-latency
        --duration
        1500ms
        --warmup
        1s
        --turn
        100ms
        --turn-seed
        1795348800
        --wait
        yield
        --check
        """, asking.text("commands/two+zgc+yield"));
    }

    @Test
    void oneContenderSpeaksForAllThatHaveNothingOfTheirOwn() throws IOException {
        asking.plan("one", "one+again", "two", "two+delay30ns", "two+serialgc");
        assertEquals(
                List.of("one", "two+serialgc"),
                asking.text("plan.tsv")
                        .lines()
                        .skip(1)
                        .map(line -> line.split("\t")[2])
                        .toList());
    }

    @Test
    void aFlagSetThatIsNotForEveryJvmHasTheJvmAloneCheckedToo() throws IOException {
        asking.plan("one+specjbb-tuned");
        assertEquals(
                List.of("one", "one+specjbb-tuned"),
                asking.text("plan.tsv")
                        .lines()
                        .skip(1)
                        .map(line -> line.split("\t")[2])
                        .toList());
    }

    @Test
    void whatIsAskedForIsKept() throws IOException {
        asking.plan("--gate", "steal-share=0.4", "--gate=late=off", "--retries", "2", "--seed=7");
        CampaignRequest asked = asking.asked();
        assertEquals(List.of("one", "two"), asked.contenders());
        assertEquals(List.of("steal-share=0.4", "late=off"), asked.rules().gates());
        assertEquals(2, asked.limits().retries());
        assertEquals(7, asked.seed());
        assertEquals(12, asked.limits().blocks());
        assertNull(asked.limits().maxSeconds());
        assertNull(asked.purpose().study());
    }

    @Test
    void theTimeOfACampaignThatStopsIsHalfAnHourAndItsBlocksAreOpen() throws IOException {
        CampaignRequest asked = asking.plan("--precision", "2%").asked();
        assertEquals(0.02, asked.limits().precision());
        assertEquals(1_800, asked.limits().maxSeconds());
        assertNull(asked.limits().blocks());
    }

    @ParameterizedTest
    @CsvSource({
        "queue-latency, article, 1, --duration 100s --warmup 5s --rate 100000 --size 256",
        "queue-latency, full, 20, --duration 10s --warmup 2s --turn 100ms --turn-seed 7",
        "queue-latency, deep, 15, --duration 60s --warmup 5s --turn 1s --turn-seed 7",
        "gc-steal, quick, 12, --duration 3s --warmup 1s",
        "gc-steal, deep, 15, --duration 60s --warmup 5s"
    })
    void aPresetIsBlocksAndTimes(String workload, String preset, int blocks, String options) throws IOException {
        CampaignRequest asked = asking.plan("--workload", workload, "--preset", preset, "--seed=7", "one")
                .asked();
        assertEquals(blocks, asked.limits().blocks());
        assertEquals(options, String.join(" ", asked.execution().options()));
        assertEquals(
                preset.equals("article") ? Integer.valueOf(0) : null,
                asked.limits().retries());
    }

    @Test
    void optionsOfTheWorkloadReachAllForks() throws IOException {
        CampaignRequest asked = asking.plan("one", "two", "--", "--queue-memory", "huge", "--wait", "yield")
                .asked();
        assertEquals(List.of("one", "two"), asked.contenders());
        assertEquals(
                "--duration 1500ms --warmup 1s --turn 100ms --turn-seed 1795348800 --queue-memory huge --wait yield",
                String.join(" ", asked.execution().options()));
        for (String each : asked.contenders()) {
            String command = asking.text("commands/" + each);
            assertTrue(command.contains("WHICHJVM_QUEUE_IS_HUGE=1\n"), command);
            assertTrue(command.contains("\n--wait\nyield\n"), command);
        }
    }

    @Test
    void aCalibrationIsOfOneJvmAndItsFirstForkMeasures() throws IOException {
        CampaignRequest asked = asking.plan("--verb=calibrate", "one").asked();
        assertEquals("20261122T120000-calibration", asked.campaign());
        assertEquals(20, asked.limits().blocks());
        assertEquals(new CampaignFile.Calibration(null, 4), asked.purpose().calibration());
        assertFalse(asking.text("commands/one").contains("--check"));
        assertTrue(asking.text("runner.tsv").contains("report\tcalibrate\n"));
    }

    @Test
    void theCalibratedJvmIsTheUsualOneElseTheFirst() throws IOException {
        assertEquals(
                List.of("one"),
                asking.plan("--verb=calibrate", "--effect=30ns").asked().contenders());
        asking.known.put("jdk17-temurin", "");
        Asking other = new Asking(Files.createDirectory(out.resolve("other")));
        other.known.put("jdk17-temurin", "");
        assertEquals(
                List.of("jdk17-temurin"), other.plan("--verb=calibrate").asked().contenders());
    }

    @Test
    void aNameThatIsTakenIsLeftAlone() throws IOException {
        asking.plan("one");
        WrongUsage error = assertThrows(WrongUsage.class, () -> new Asking(out).plan("one"));
        assertTrue(error.getMessage().contains("exists already; start again in a second"));
        assertTrue(Files.exists(asking.folder.resolve("asked.json")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--blocks 0 | --blocks is '0'; it takes a whole number from 1 to 10000",
                "--blocks -3 | --blocks is '-3'",
                "--blocks many | --blocks is 'many'",
                "--seed x | --seed is 'x'",
                "--preset slow | --preset is 'slow'; it takes one of quick, article, full, deep",
                "--workload specjbb | --workload is 'specjbb'; it takes one of queue-latency, gc-steal",
                "--rate 10k,10k | --rate is '10k,10k'; it takes messages a second, or several",
                "--rate 10k, | --rate is '10k,'",
                "--rate 0 | --rate is '0'",
                "--gate latency=2 | --gate 'latency=2' is no gate; there are floor-in-fork",
                "--gate steal-share=2% | --gate 'steal-share=2%' has no limit",
                "--retries -1 | --retries is '-1'; it takes a whole number from 0 to 10000",
                "--precision 2 | --precision is '2'; it takes a percentage from 0.1% to 50%",
                "--precision 0% | --precision is '0%'",
                "--precision 50.1% | --precision is '50.1%'",
                "--margin -3% | --margin is '-3%'",
                "--precision 2% --max-time 0 | --max-time is '0'; it takes a time from 1s to 24h",
                "--precision 2% --max-time 25h | --max-time is '25h'",
                "--precision 2% --max-time soon | --max-time is 'soon'",
                "--preset full --max-time 10m | --max-time ends a campaign that --precision lets run on",
                "--precision 2% --retries 1 | --retries 1 cannot be together with --precision",
                "--decide p51 | --decide has 'p51'",
                "--contrast adjacent/padded | --contrast compares two scores, and --workload queue-latency",
                "--workload gc-steal --contrast adjacent | --contrast is 'adjacent'; it takes two",
                "--workload gc-steal --contrast a/a | --contrast is 'a/a'",
                "--workload gc-steal --preset article | --preset article is about messages",
                "--workload gc-steal --cpus 0,1 | --cpus names the two CPUs of --workload queue-latency",
                "jdk99 | there is no variant 'jdk99' for --runner host; it knows: one two",
                "--control --baseline one+again one | the baseline one+again is such a contender itself",
                "--effect 30 | --effect and --contenders are for a calibration",
                "--verb=calibrate --effect 0 | --effect is '0'; it takes a whole number from 1 to 1000000",
                "--verb=calibrate --effect 1000001 | --effect is '1000001'",
                "--verb=calibrate --effect 5% | --effect is '5%'",
                "--verb=calibrate --contenders 1 | --contenders is '1'; it takes a whole number from 2 to 50",
                "--verb=calibrate one two | one two are several; name one",
                "--verb=calibrate one --baseline two | one two are several; name one",
                "--verb=calibrate one --rate 10k,50k | one+rate10k one+rate50k are several; name one",
                "--verb=calibrate one+again | 'one+again' has a suffix; name the JVM alone, one",
                "--verb=calibrate --workload gc-steal | --workload gc-steal has no messages to delay",
                "--service-level 1ms one | --service-level is for --workload queue-latency with --rate max",
                "--workload queue-rate --rate 10k one | --rate is for --workload queue-latency, service, retail, and this",
                "--workload retail --rate max one | --rate is 'max'; it takes requests a second, or several",
                "--rate max --preset article one | --preset article is about messages",
                "--rate max --duration 1s one | --duration is for --workload queue-latency, gc-steal",
                "--rate max one+huge | 'one+huge' has +huge, which --workload queue-latency with --rate max does not",
                "--rate max one+yield | 'one+yield' has +yield, which --workload queue-latency with",
                "--event alloc one | --event says what an explanation looks at; give --explain too",
                "--explain --event heat one | --event is 'heat'; it takes one of cpu",
                "--frobnicate | '--frobnicate'",
                "--study nothing | there is no study 'nothing'; there are: arm-specjbb article"
            })
    void whatCannotBeMeantIsOneSentenceAndLeavesNothing(String words, String part) throws IOException {
        WrongUsage error = assertThrows(WrongUsage.class, () -> asking.plan(words.split(" ")), words);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertFalse(error.getMessage().contains("\n"), error.getMessage());
        assertNull(asking.folder, "named");
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(0, files.count());
        }
    }
}
