package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.Contrast;
import org.whichjvm.common.WrongUsage;

/** Questions as files, and what a person gives with them. */
class StudyTest extends PlanFixture {
    @BeforeEach
    void usualJvm() {
        asking.known.put("jdk17-temurin", "");
    }

    private String file(String text) throws IOException {
        asking.study = out.resolve("some.study");
        Files.writeString(asking.study, text);
        return "./some.study";
    }

    @Test
    void everyStudyThatIsThereCanBeRead() throws IOException {
        List<String> names = Values.names(Asking.STUDIES, ".study");
        assertEquals(
                List.of(
                        "arm-specjbb",
                        "article",
                        "base",
                        "false-sharing",
                        "flags",
                        "gc-steal",
                        "jdk27",
                        "lse",
                        "rate",
                        "start-up",
                        "vendors",
                        "versions"),
                names);
        for (String name : names) {
            Study study = Study.read(Asking.STUDIES, name, null);
            assertTrue(study.asks().contains("?"), name);
            assertFalse(study.contenders().isEmpty(), name);
        }
    }

    @Test
    void aStudyIsOneCommand() throws IOException {
        CampaignRequest asked = plan("--study false-sharing").asked();
        assertTrue(asking.says.get(0).startsWith("study false-sharing: What does it cost that two"));
        assertEquals("20261122T120000-false-sharing", asked.campaign());
        assertEquals("command", asked.execution().workload());
        assertEquals(List.of("jdk17-temurin"), asked.contenders());
        String fields = "org.whichjvm.workload.benchmarks.FalseSharing.";
        assertEquals(
                List.of(new Contrast(fields + "adjacent:avgt", fields + "padded:avgt")),
                asked.rules().contrasts());
        assertEquals(12, asked.limits().blocks());
        assertEquals(
                "--adapter jmh -- java {flags} -cp {jar} org.openjdk.jmh.Main -f 0 -wi 10 -w 30ms -i 10 -r 50ms"
                        + " -bm avgt -tu ns FalseSharing",
                String.join(" ", asked.execution().options()));
        asking.passed("jdk17-temurin", 17);
        JsonObject study = asking.begin().getAsJsonObject("study");
        assertEquals("false-sharing", study.get("name").getAsString());
        assertTrue(study.get("asks").getAsString().startsWith("What does it cost"));
    }

    @Test
    void whatIsGivenWithAStudyWins() throws IOException {
        CampaignRequest asked =
                plan("--blocks=3 --contrast pause-p50/pause-p99 --study=gc-steal --duration 100ms one one+parallelgc -- --live 1m")
                        .asked();
        assertEquals(3, asked.limits().blocks());
        assertEquals(List.of("one", "one+parallelgc"), asked.contenders());
        assertEquals(
                List.of(new Contrast("pause-p50", "pause-p99")), asked.rules().contrasts());
        assertEquals("100ms", Values.last("--duration", asked.execution().options()));
        assertEquals("1m", Values.last("--live", asked.execution().options()));
    }

    @Test
    void theQuestionsOfArmCanBeAskedOfSpecJbb() throws IOException {
        asking.known.put("history-jdk11-0-12", "");
        asking.known.put("history-jdk16", "");
        String command = "--study arm-specjbb --workload command --adapter specjbb2015 --mount x --blocks 6"
                + " -- java -jar specjbb2015.jar -m COMPOSITE -skipReport";
        CampaignRequest asked = asking.plan(command.split(" ")).asked();
        assertEquals("command", asked.execution().workload());
        assertEquals(6, asked.limits().blocks());
        assertEquals(
                List.of(
                        "history-jdk11-0-12",
                        "history-jdk11-0-12+no-lse",
                        "history-jdk11-0-12+specjbb-tuned",
                        "history-jdk16"),
                asked.contenders());
        assertEquals("6h", Values.last("--timeout", asked.execution().options()));
    }

    @Test
    void theBaselineOfAStudyIsForItsOwnContenders() throws IOException {
        String study = file("# What?\nbaseline two\nvariants one two\n");
        assertEquals("two", asking.plan("--study", study).asked().baseline());
        Asking others = other("others");
        others.study = asking.study;
        assertEquals(
                List.of("one"), others.plan("--study", study, "one").asked().contenders());
        Asking own = other("own");
        own.study = asking.study;
        assertEquals(
                "one", own.plan("--study", study, "--baseline", "one").asked().baseline());
    }

    @Test
    void whatARunnerDoesNotKnowOfAStudyIsSkipped() throws IOException {
        asking.known.put("history-jdk11-0-12", "/jdk");
        plan("--study gc-steal");
        assertTrue(
                asking.says.contains(
                        "skipped history-jdk11-0-8+parallelgc: there is no JVM history-jdk11-0-8 for --runner"
                                + " host; give one with --jdk history-jdk11-0-8=PATH, or use the runner docker"),
                asking.says.toString());
        asking.passed("history-jdk11-0-12+parallelgc", 11);
        CannotRunHere error = assertThrows(CannotRunHere.class, () -> asking.begin());
        assertTrue(
                error.getMessage().startsWith("the study gc-steal compares 2 contenders at least, and"),
                error.getMessage());
    }

    @Test
    void aStudyOfWhichNothingIsKnownSaysWhatIsMissing() {
        CannotRunHere error = assertThrows(CannotRunHere.class, () -> plan("--study article"));
        assertTrue(error.getMessage().startsWith("none of the JVMs of the study article can be had"));
        assertEquals(6, asking.says.size(), "and why, though it failed");
    }

    @Test
    void aStudyOfAnotherMachineIsRefusedWhateverEmulatesIt() {
        CannotRunHere error = assertThrows(CannotRunHere.class, () -> plan("--study lse"));
        assertTrue(error.getMessage().contains("on an arm64 machine only, and this is amd64"));
        assertTrue(error.getMessage().contains("docs/arm-study.md says how to run it there"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "colour blue | 'colour' is no key of a study; there are: adapter baseline blocks ",
                "out /tmp | 'out' is no key of a study",
                "machine sparc | machine is 'sparc'; it is arm64 or amd64",
                "workload | workload has no value",
                "blocks | blocks has no value",
                "control no | control has the value 'no' and takes none"
            })
    void aLineThatIsWrongIsNamedWithItsNumber(String line, String part) throws IOException {
        String study = file("# What?\n\n" + line + "\n");
        WrongUsage error = assertThrows(WrongUsage.class, () -> asking.plan("--study", study), line);
        assertTrue(error.getMessage().startsWith("./some.study, line 3: " + part), error.getMessage());
    }

    @Test
    void aKeyIsThereOnceAndAQuestionFirst() throws IOException {
        String twice = file("# What?\nblocks 1\nblocks 2\n");
        assertTrue(assertThrows(WrongUsage.class, () -> asking.plan("--study", twice))
                .getMessage()
                .contains("line 3: blocks is there twice"));
        String silent = file("blocks 1\nduration 2s\n");
        assertTrue(assertThrows(WrongUsage.class, () -> asking.plan("--study", silent))
                .getMessage()
                .contains("line 1: it does not begin with a comment"));
    }

    @Test
    void aFileOfAnotherEncodingIsSaidToBeOne() throws IOException {
        String study = file("");
        Files.write(asking.study, "# Gr\u00f6\u00dfe?\n".getBytes(StandardCharsets.ISO_8859_1));
        WrongUsage error = assertThrows(WrongUsage.class, () -> asking.plan("--study", study));
        assertEquals("./some.study is not in UTF-8; save it so", error.getMessage());
    }
}
