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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.common.WrongUsage;

/** From a request to the files of a campaign that checks what can run. */
class PlanTest extends PlanFixture {
    @Test
    void aCampaignOfOneJvmIsTheseFilesByteForByte() throws IOException {
        asking.javaOptions = "-Dsome=\"a b\" -Xms1g";
        plan("one", "blocks: 2", "--rate 20000");
        assertEquals("20261122T120000-quick", asking.folder.getFileName().toString());
        assertEquals(List.of("0 1 one"), asking.planned());
        assertEquals("report false {one=/jdk/one}", asking.start());
        assertEquals("""
        block=0
        number=1
        deadlineSeconds=120
        JAVA_OPTS=-Dsome="a b" -Xms1g
        contender=one
        jvm=one

        queue-latency
        --fork
        20261122T120000-quick/000-one
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
        """, asking.command("one"));
        try (Stream<Path> files = Files.walk(out)) {
            assertFalse(files.anyMatch(file -> file.toString().endsWith(".tmp")));
        }
    }

    @Test
    void aFlagSetIsInTheEnvironment() throws IOException {
        plan("two+zgc+yield");
        assertEquals(List.of("0 1 two+zgc+yield"), asking.planned());
        assertEquals("""
        block=0
        number=1
        deadlineSeconds=120
        JAVA_OPTS=
        WHICHJVM_FLAG_SET=zgc
        WHICHJVM_FLAGS=-XX:+UnlockExperimentalVMOptions -XX:+UseZGC 21-22:-XX:+ZGenerational
        contender=two+zgc+yield
        jvm=two

        queue-latency
        --fork
        20261122T120000-quick/000-two+zgc+yield
        --duration
        800ms
        --warmup
        300ms
        --turn
        100ms
        --turn-seed
        1795348800
        --wait
        yield
        --check
        """, asking.command("two+zgc+yield"));
    }

    @Test
    void oneContenderSpeaksForAllThatHaveNothingOfTheirOwn() throws IOException {
        plan("one one+again two two+delay30ns two+serialgc");
        assertEquals(List.of("one", "two+serialgc"), asking.contenders());
    }

    @Test
    void aFlagSetThatIsNotForEveryJvmHasTheJvmAloneCheckedToo() throws IOException {
        plan("one+tuned");
        assertEquals(List.of("one", "one+tuned"), asking.contenders());
    }

    @Test
    void whatIsAskedForIsKept() throws IOException {
        plan("", "gates: {steal-share: '0.4', late: off}, retries: 2, seed: 7");
        CampaignRequest asked = asking.asked();
        assertEquals(List.of("one", "two"), asked.contenders());
        assertEquals(Map.of("steal-share", "0.4", "late", "off"), asked.rules().gates());
        assertEquals(2, asked.limits().retries());
        assertEquals(7, asked.seed());
        assertEquals(12, asked.limits().blocks());
        assertNull(asked.limits().maxSeconds());
        assertNull(asked.purpose().study());
    }

    @Test
    void theTimeOfACampaignThatStopsIsHalfAnHourAndItsBlocksAreOpen() throws IOException {
        CampaignRequest asked = plan("", "precision: 0.02").asked();
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
        CampaignRequest asked = plan("one", "workload: %s, preset: %s, seed: 7".formatted(workload, preset))
                .asked();
        assertEquals(blocks, asked.limits().blocks());
        assertEquals(options, String.join(" ", asked.execution().options()));
        assertEquals(
                preset.equals("article") ? Integer.valueOf(0) : null,
                asked.limits().retries());
    }

    @Test
    void optionsOfTheWorkloadReachAllForks() throws IOException {
        CampaignRequest asked =
                plan("one two", "", "--queue-memory huge --wait yield").asked();
        assertEquals(List.of("one", "two"), asked.contenders());
        assertEquals(
                "--duration 800ms --warmup 300ms --turn 100ms --turn-seed 1795348800 --queue-memory huge --wait yield",
                String.join(" ", asked.execution().options()));
        for (String each : asked.contenders()) {
            String command = asking.command(each);
            assertTrue(command.contains("hugeQueue=true\n"), command);
            assertTrue(command.contains("\n--wait\nyield\n"), command);
        }
    }

    @Test
    void aCalibrationIsOfOneJvmAndItsFirstForkMeasures() throws IOException {
        CampaignRequest asked =
                plan("one", "verb: calibrate, calibration: {contenders: 4}").asked();
        assertEquals("20261122T120000-calibration", asked.campaign());
        assertEquals(20, asked.limits().blocks());
        assertEquals(new CampaignFile.Calibration(null, 4), asked.purpose().calibration());
        assertFalse(asking.command("one").contains("--check"));
        assertTrue(asking.start().startsWith("calibrate "), asking.start());
    }

    @Test
    void aNameThatIsTakenIsLeftAlone() throws IOException {
        plan("one");
        WrongUsage error = assertThrows(WrongUsage.class, () -> new Asking(out).plan("one"));
        assertTrue(error.getMessage().contains("exists already; start again in a second"));
        assertTrue(Files.exists(asking.folder.resolve("request.json")));
    }

    @Test
    void quickEndsWhenItKnowsEnoughAndAtTheLatestAfterTenMinutes() throws IOException {
        CampaignRequest asked = plan("one", "seed: 7").asked();
        assertNull(asked.limits().blocks());
        assertEquals(0.03, asked.limits().precision());
        assertEquals(600, asked.limits().maxSeconds());
        assertEquals(
                "--duration 800ms --warmup 300ms --turn 100ms --turn-seed 7",
                String.join(" ", asked.execution().options()));
        assertEquals(1_200, another("max", "maxSeconds: 1200").limits().maxSeconds());
        assertEquals(0.02, another("precise", "precision: 0.02").limits().precision());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decide: [p50] | one | 800ms 300ms",
                "decide: [p99] | one | 1500ms 1s",
                "decide: [p50, response-p90] | one | 1500ms 1s",
                "rates: [20000] | one | 1500ms 1s",
                "seed: 7 | one one+rate20k | 1500ms 1s",
                "words: [--rate, '20000'] | one | 1500ms 1s",
                "load: {duration: 500ms} | one | 500ms 300ms",
                "decide: [p99], load: {duration: 500ms} | one | 500ms 1s"
            })
    void quickHasFewRoundsForMediansAtTheUsualRate(String more, String contenders, String times) throws IOException {
        List<String> options = plan(contenders, more).asked().execution().options();
        assertEquals(
                times,
                options.get(options.indexOf("--duration") + 1) + " " + options.get(options.indexOf("--warmup") + 1));
    }

    private CampaignRequest another(String folder, String more) throws IOException {
        return other(folder).plan("one", more).asked();
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocks: 12", "retries: 2", "workload: gc-steal", "preset: full"})
    void whatSaysHowManyBlocksThereAreDoesNotStop(String option) throws IOException {
        CampaignRequest asked = plan("one", option).asked();
        assertNull(asked.limits().precision());
        assertNull(asked.limits().maxSeconds());
    }

    @ParameterizedTest
    @CsvSource({"full, 20, --duration 20s --warmup 5s", "deep, 15, --duration 120s --warmup 10s"})
    void byForksAPresetIsOtherTimes(String preset, int blocks, String options) throws IOException {
        CampaignRequest asked =
                plan("one", "interleave: forks, preset: " + preset).asked();
        assertEquals(blocks, asked.limits().blocks());
        assertEquals(options, String.join(" ", asked.execution().options()));
        assertEquals(Interleave.FORKS, asked.execution().interleave());
        assertNull(asked.execution().turnSeconds());
    }

    @ParameterizedTest
    @CsvSource({
        "load: {turn: 50ms}, '', 0.05",
        "preset: deep, '', 1.0",
        "'load: {turn: 200ms, duration: 1s}', '', 0.2",
        "'', --turn 160ms, 0.16",
        "calibration: {contenders: 4}, '', 0.1"
    })
    void theTurnIsThatOfTheLastOption(String more, String words, double seconds) throws IOException {
        CampaignRequest asked = plan("one", more, words).asked();
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(seconds, asked.execution().turnSeconds());
    }

    @Test
    void otherWorkloadsAreByForks() throws IOException {
        CampaignRequest asked = plan("one", "workload: gc-steal").asked();
        assertEquals(Interleave.FORKS, asked.execution().interleave());
        assertNull(asked.execution().turnSeconds());
    }
}
