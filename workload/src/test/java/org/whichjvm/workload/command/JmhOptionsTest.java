package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.program.ProgramLine;
import org.whichjvm.workload.score.Score;

/**
 * How a real JMH runs benchmarks: with its annotations' options, the contender's and ours, and what it says of those
 * whose JVM ends early.
 */
class JmhOptionsTest {
    private static final List<String> FLAGS = List.of("-Dcontender=yes", "-Xmx200m");

    @TempDir
    Path scratch;

    private String said;

    @ParameterizedTest
    @ValueSource(strings = {"appended", "replaced"})
    void aBenchmarkHasItsOwnOptionsAndTheContenders(String name) throws Exception {
        Adapter.Found found = new Adapter.Found();
        run(name, found);
        List<Score> scores = Adapter.JMH.scores(scratch, found);
        assertEquals(1, scores.size(), said);
        assertEquals(2, said.split("# Fork: 1 of 1|# Warmup Fork", -1).length, said);
    }

    @Test
    void everyJvmHasTheSameKindOfBlackhole() throws Exception {
        run("appended", new Adapter.Found());
        assertTrue(said.contains("# Blackhole mode: full + dont-inline hint"), said);
    }

    @Test
    void aBenchmarkThatOverrulesAnOptionOfTheContenderFailsTheFork() throws Exception {
        Adapter.Found found = new Adapter.Found();
        run("overruling", found);
        assertEquals(
                "JMH's org.whichjvm.workload.command.ForkedBenchmarks.overruling has the option"
                        + " -Dcontender=benchmark, which overrules this contender's -Dcontender=yes; take one"
                        + " of them out (the benchmark's is in @Fork or in the program's words)",
                assertThrows(ForkFailure.class, () -> Adapter.JMH.scores(scratch, found))
                        .getMessage());
    }

    @Test
    void aBenchmarkWhoseJvmEndsEarlyIsNamed() throws Exception {
        Adapter.Found found = new Adapter.Found();
        run("(appended|exits|halts|throwsAfterPrinting)", found);
        said.lines().forEach(line -> Adapter.JMH.look(line, found));
        assertEquals(1, Adapter.JMH.scores(scratch, found).size(), said);
        String benchmark = ForkedBenchmarks.class.getName() + ".";
        assertEquals(
                Map.of(
                        benchmark + "exits:avgt",
                        "VM prematurely exited before JMH had finished with it, explicit System.exit was" + " called?",
                        benchmark + "halts:avgt",
                        "forked VM failed with exit code 3",
                        benchmark + "throwsAfterPrinting:avgt",
                        "java.lang.IllegalStateException: thrown is null"),
                found.jmh.failed(),
                said);
    }

    @Test
    void withoutForksTheProgramsOwnJvmRunsThemWithTheContendersOptions() throws Exception {
        Adapter.Found found = new Adapter.Found();
        run("(appended|told|throwsAfterPrinting)", found, "-f", "0");
        said.lines().forEach(line -> Adapter.JMH.look(line, found));
        assertEquals(1, Adapter.JMH.scores(scratch, found).size(), said);
        assertEquals(3, said.split("# Fork: N/A", -1).length - 1, said);
        assertTrue(said.contains("# Blackhole mode: full + dont-inline hint"), said);
        String benchmark = ForkedBenchmarks.class.getName() + ".";
        assertEquals(
                Map.of(
                        benchmark + "appended:avgt",
                        "java.lang.IllegalStateException: told is null",
                        benchmark + "throwsAfterPrinting:avgt",
                        "java.lang.IllegalStateException: thrown is null"),
                found.jmh.failed(),
                said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-f 3", "-f3", "-f=3", "-wf 1", "-rf csv", "-rff x.csv", "-jvm /x/java", "-f 0 -f 3"})
    void optionsThatTheAdapterSetsAreRefused(String option) {
        List<String> words = Arrays.asList(("java -jar benchmarks.jar " + option + " -i 3").split(" "));
        String reason =
                assertThrows(WrongUsage.class, () -> Adapter.JMH.check(words)).getMessage();
        assertTrue(reason.startsWith("the program has " + option.split(" ")[0] + ", which --adapter jmh sets"), reason);
    }

    @Test
    void otherOptionsAreThePersons() {
        for (String none : List.of("-f 0", "-f0", "-f=0")) {
            assertDoesNotThrow(
                    () -> Adapter.JMH.check(Arrays.asList(("java -jar b.jar " + none + " -i 3").split(" "))));
        }
        assertDoesNotThrow(() ->
                Adapter.JMH.check(List.of("java", "-jar", "b.jar", "-foe", "true", "-i", "3", "-jvmArgs", "-Xmx1g")));
        assertDoesNotThrow(() -> Adapter.DACAPO.check(List.of("java", "-jar", "dacapo.jar", "-f", "x")));
    }

    private void run(String name, Adapter.Found found, String... more) throws IOException, InterruptedException {
        String jmh = System.getProperty("java.class.path");
        List<String> words = new ArrayList<>();
        words.add(System.getProperty("java.home") + "/bin/java");
        Collections.addAll(words, "-cp", jmh, "org.openjdk.jmh.Main");
        Collections.addAll(words, "-wi", "0", "-i", "1", "-r", "50ms", "-bm", "avgt");
        words.add(ForkedBenchmarks.class.getName() + "." + name + "$");
        Collections.addAll(words, more);
        ProgramLine line = new ProgramLine(words, null, FLAGS);
        ProcessBuilder builder = Adapter.JMH.builder(line, scratch, found);
        File output = scratch.resolve("said").toFile();
        builder.environment().merge("PATH", "", (path, none) -> javaFirst() + path);
        builder.redirectErrorStream(true).redirectOutput(output).start().waitFor();
        said = Files.readString(output.toPath());
    }

    private static String javaFirst() {
        return System.getProperty("java.home") + "/bin" + File.pathSeparator;
    }
}
