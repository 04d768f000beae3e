package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.program.ProgramLine;
import org.whichjvm.workload.score.Score;

/** Scores of harnesses, from what they print or write. */
class AdaptersTest {
    @TempDir
    Path scratch;

    private final Adapter.Found found = new Adapter.Found();

    @Test
    void jmhHasAScoreForEachBenchmarkWithItsParameters() throws IOException {
        // What JMH 1.37 writes with -rf json, without the fields that nobody reads.
        jmh("[{'benchmark':'org.sample.MapBench.get','mode':'avgt','threads':2,'params':{'size':'1000'},"
                + "'primaryMetric':{'score':12.5,'scoreUnit':'ns/op','rawData':[[12.0,13.0]]}},"
                + "{'benchmark':'org.sample.MapBench.get','mode':'thrpt','threads':1,"
                + "'primaryMetric':{'score':3.5,'scoreUnit':'ops/us','rawData':[[3.5]]}},"
                + "{'benchmark':'org.sample.MapBench.get','mode':'ss','threads':1,"
                + "'primaryMetric':{'score':3.5,'scoreUnit':'ms/op','rawData':[[3.5]]}}]");
        List<Score> scores = Adapter.JMH.scores(scratch, new Adapter.Found());
        expect(scores.get(0), "org.sample.MapBench.get:avgt:size=1000", 12.5, "ns/op", "less");
        assertEquals(2, scores.get(0).json().get("threads").getAsInt());
        expect(scores.get(1), "org.sample.MapBench.get:thrpt", 3_500_000, "ops/s", "more");
        expect(scores.get(2), "org.sample.MapBench.get:ss", 3.5, "ms/op", "less");
    }

    @Test
    void aBenchmarkOfJmhThatThrowsIsNamedWithItsException() throws IOException {
        // What JMH 1.37 prints, without lines that nobody reads.
        look(
                Adapter.JMH,
                found,
                "# Threads: 1 thread, will synchronize iterations",
                "# Benchmark mode: Average time, time/op",
                "# Benchmark: org.sample.ParamBench.sleeps",
                "# Parameters: (p = a=1, text = x, y)",
                "",
                "# Warmup Iteration   1: <failure>",
                "",
                "java.lang.IllegalStateException: not on 25",
                "\tat org.sample.ParamBench.setup(ParamBench.java:12)",
                "",
                "# Benchmark mode: Throughput, ops/time",
                "# Benchmark: org.sample.Three.alpha",
                "Iteration   1: 2127.370 us/op",
                "Iteration   2: <failure>",
                "",
                "java.lang.Error");
        assertEquals(
                Map.of(
                        "org.sample.ParamBench.sleeps:avgt:p=a=1:text=x%2C%20y",
                        "java.lang.IllegalStateException: not on 25",
                        "org.sample.Three.alpha:thrpt",
                        "java.lang.Error"),
                found.jmh.failed());
        jmh("[]");
        String reason = refusal(Adapter.JMH, found);
        assertTrue(reason.startsWith("every benchmark of JMH failed: {org.sample.P"), reason);
    }

    @Test
    void aBenchmarkOfJmhWhoseJvmDiesIsNamedWithWhatJmhSays() throws IOException {
        // What JMH 1.37 prints of JVMs that call System.exit(7) and halt(0), that the kernel kills,
        // that print and then throw, and of one that ends well.
        look(
                Adapter.JMH,
                found,
                "# Benchmark mode: Average time, time/op",
                "# Benchmark: a.B.exits",
                "# Fork: 1 of 1",
                "# Warmup Iteration   1: <failure: VM prematurely exited before JMH had finished with it,"
                        + " explicit System.exit was called?>",
                "",
                "<forked VM failed with exit code 7>",
                "<stdout last='20 lines'>",
                "# Benchmark: a.B.halts",
                "# Fork: 1 of 1",
                "# Warmup Iteration   1: ",
                "# Benchmark: a.B.killed",
                "# Parameters: (p = a,b)",
                "# Fork: 1 of 1",
                "Iteration   1: <forked VM failed with exit code 137>",
                "# Benchmark: a.B.prints",
                "# Fork: 1 of 1",
                "# Warmup Iteration   1: about to throw",
                "<failure>",
                "",
                "java.lang.Error: on purpose",
                "# Benchmark: a.B.good",
                "# Fork: 1 of 1",
                "Iteration   1: <failure: VM is what this benchmark prints>");
        jmh("[{'benchmark':'a.B.good','mode':'avgt','threads':1,"
                + "'primaryMetric':{'score':2,'scoreUnit':'us/op'}}]");
        assertEquals(1, Adapter.JMH.scores(scratch, found).size());
        assertEquals(
                Map.of(
                        "a.B.exits:avgt",
                        "VM prematurely exited before JMH had finished with it, explicit System.exit was" + " called?",
                        "a.B.halts:avgt",
                        "JMH started it and has no result of it",
                        "a.B.killed:avgt:p=a%2Cb",
                        "forked VM failed with exit code 137",
                        "a.B.prints:avgt",
                        "java.lang.Error: on purpose"),
                found.jmh.failed());
    }

    @Test
    void aBenchmarkOfJmhThatHasAResultDidNotFailHoweverItsParametersRead() throws IOException {
        look(
                Adapter.JMH,
                found,
                "# Benchmark mode: Average time, time/op",
                "# Benchmark: a.B.c",
                "# Parameters: (p = 1, q = 2)",
                "# Fork: 1 of 1");
        jmh("[{'benchmark':'a.B.c','mode':'avgt','threads':1,'params':{'p':'1, q = 2'},"
                + "'primaryMetric':{'score':2,'scoreUnit':'us/op'}}]");
        Adapter.JMH.scores(scratch, found);
        assertEquals(Map.of(), found.jmh.failed());
    }

    @Test
    void jmhStartsOneJvmForEachBenchmark() {
        ProgramLine line = new ProgramLine(List.of("./jmh.sh"), null, List.of("-Xmx1g"));
        String command = String.join(
                " ", Adapter.JMH.builder(line, scratch, new Adapter.Found()).command());
        assertEquals(
                "./jmh.sh -rf json -rff "
                        + scratch.resolve("jmh.json")
                        + " -f 1 -wf 0 -jvm java -jvmArgsPrepend -Xmx1g",
                command);
    }

    @Test
    void renaissanceHasTheMeanOfTheSecondHalf() throws IOException {
        // The layout of its format version 6.
        write(
                "renaissance.json",
                "{'format_version':6,'data':{'fj-kmeans':{'results':["
                        + "{'duration_ns':9000000},{'duration_ns':5000000},"
                        + "{'duration_ns':2000000},{'duration_ns':4000000}]}}}");
        expect(Adapter.RENAISSANCE.scores(scratch, new Adapter.Found()).get(0), "fj-kmeans", 3, "ms", "less");
    }

    @Test
    void daCapoHasTheTimedIteration() throws IOException {
        Adapter adapter = Adapter.DACAPO;
        adapter.look("===== DaCapo 23.11-chopin lusearch starting warmup 1 =====", found);
        adapter.look("===== DaCapo 23.11-chopin lusearch completed warmup 1 in 3311 msec =====", found);
        adapter.look("===== DaCapo 23.11-chopin lusearch starting =====", found);
        adapter.look("===== DaCapo 23.11-chopin lusearch PASSED in 2711 msec =====", found);
        assertEquals(1, adapter.scores(scratch, found).size());
        expect(adapter.scores(scratch, found).get(0), "lusearch", 2711, "ms", "less");
    }

    @Test
    void aBenchmarkThatFailsItsCheckFailsTheFork() throws IOException {
        Adapter adapter = Adapter.DACAPO;
        adapter.look("===== DaCapo 23.11-chopin h2 FAILED =====", found);
        String reason = refusal(adapter, found);
        assertEquals("DaCapo says that h2 FAILED its own check", reason);
    }

    @Test
    void aNumberThatIsWrittenInAnotherWayIsNeverCutOff() {
        Adapter.DACAPO.look("===== DaCapo 23.11-chopin h2 PASSED in 2,711 msec =====", found);
        assertEquals("DaCapo's time of h2 is no whole number: 2,711", refusal(Adapter.DACAPO, found));
        Adapter.Found jbb = new Adapter.Found();
        Adapter.SPECJBB2015.look("RUN RESULT: max-jOPS = 19131, critical-jOPS = 6,237", jbb);
        refusal(Adapter.SPECJBB2015, jbb);
    }

    @Test
    void specJbbHasItsTwoMetricsAndItsLevels() throws IOException {
        // Lines that its controller printed, as others have published them.
        Adapter adapter = Adapter.SPECJBB2015;
        adapter.look(
                "   856s: ( 1%)   IR =   8825 ....|......... (rIR:aIR:PR = 8825:8825:8825) (tPR = 130938) [OK] ",
                found);
        adapter.look(
                "RUN RESULT: hbIR (max attempted) = 20138, hbIR (settled) = 19989, max-jOPS = 19131, critical-jOPS = 6237",
                found);
        expect(adapter.scores(scratch, found).get(0), "max-jops", 19_131, "jOPS", "more");
        expect(adapter.scores(scratch, found).get(1), "critical-jops", 6_237, "jOPS", "more");
        assertTrue(adapter.scores(scratch, found).get(1).json().get("optional").getAsBoolean());
        assertEquals(
                8_825, found.levels.get(0).getAsJsonObject().get("processed").getAsInt());
        adapter.look(
                "RUN RESULT: hbIR (max attempted) = 307, hbIR (settled) = 273, max-jOPS = 359, critical-jOPS = 0",
                found);
        assertEquals(1, adapter.scores(scratch, found).size());
    }

    @Test
    void noResultFailsTheFork() throws IOException {
        refusal(Adapter.JMH, new Adapter.Found());
        refusal(Adapter.RENAISSANCE, new Adapter.Found());
        refusal(Adapter.DACAPO, new Adapter.Found());
        refusal(Adapter.SPECJBB2015, new Adapter.Found());
        jmh("[]");
        refusal(Adapter.JMH, new Adapter.Found());
        jmh("[{'benchmark':'x'}]");
        String reason = refusal(Adapter.JMH, new Adapter.Found());
        assertTrue(reason.startsWith("JMH's results cannot be read"), reason);
    }

    @Test
    void aNameIsOfTheBenchmarkAndNotOfItsPlaceAmongOthers() throws IOException {
        String both = "{'benchmark':'a.B.c','mode':'avgt','threads':1,'params':{'p':'a=1'},"
                + "'primaryMetric':{'score':2,'scoreUnit':'us/op'}},";
        String other = "{'benchmark':'a.B.c','mode':'avgt','threads':1,'params':{'p':'a-1'},"
                + "'primaryMetric':{'score':20,'scoreUnit':'us/op'}}";
        jmh("[" + both + other + "]");
        List<Score> two = Adapter.JMH.scores(scratch, new Adapter.Found());
        expect(two.get(0), "a.B.c:avgt:p=a=1", 2, "us/op", "less");
        expect(two.get(1), "a.B.c:avgt:p=a-1", 20, "us/op", "less");
        jmh("[" + other + "]");
        List<Score> one = Adapter.JMH.scores(scratch, new Adapter.Found());
        expect(one.get(0), "a.B.c:avgt:p=a-1", 20, "us/op", "less");
    }

    @Test
    void twoResultsUnderOneNameFailTheFork() throws IOException {
        String one =
                "{'benchmark':'a.B.c','mode':'avgt','threads':1," + "'primaryMetric':{'score':2,'scoreUnit':'us/op'}}";
        jmh("[" + one + "," + one.replace("us/op", "ns/op") + "]");
        String reason = refusal(Adapter.JMH, new Adapter.Found());
        assertEquals("JMH's a.B.c:avgt has two results: which one counts?", reason);
        Adapter.DACAPO.look("===== DaCapo 1 Big_One PASSED in 7 msec =====", found);
        expect(Adapter.DACAPO.scores(scratch, found).get(0), "Big_One", 7, "ms", "less");
        assertThrows(
                ForkFailure.class, () -> Adapter.DACAPO.look("===== DaCapo 1 Big_One PASSED in 8 msec =====", found));
        String endless = "===== DaCapo 1 " + "x".repeat(201) + " PASSED in 8 msec =====";
        assertThrows(ForkFailure.class, () -> Adapter.DACAPO.look(endless, found));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'benchmark':'.','mode':'avgt','threads':1,'primaryMetric':{'score':1,'scoreUnit':'ns/op'}}]",
                "[{'benchmark':'a.b','mode':'avgt','threads':1,'primaryMetric':7}]",
                "[{'benchmark':'a.b','mode':'avgt','threads':1,'primaryMetric':{'score':'x','scoreUnit':'s'}}]",
                "[{'benchmark':{},'mode':'avgt','threads':1,'primaryMetric':{'score':1,'scoreUnit':'s'}}]",
                "[{'benchmark':'a.b','mode':'avgt','threads':1,'primaryMetric':{'score':'NaN','scoreUnit':'s'}}]",
                "[{'benchmark':'a.b','mode':'avgt','threads':1,'primaryMetric':{'score':1e999,'scoreUnit':'s'}}]",
                "[{'benchmark':'a.b','mode':'avgt','threads':1,'primaryMetric':{'score':0,'scoreUnit':'s'}}]",
                "[{'benchmark':null,'mode':'avgt','threads':1,'primaryMetric':{'score':1,'scoreUnit':'s'}}]",
            })
    void resultsThatCannotBeReadFailTheFork(String results) throws IOException {
        jmh(results);
        refusal(Adapter.JMH, new Adapter.Found());
    }

    @Test
    void aTimeOfNothingFailsTheFork() throws IOException {
        write("renaissance.json", "{'data':{'a':{'results':[{'duration_ns':0}]}}}");
        refusal(Adapter.RENAISSANCE, new Adapter.Found());
    }

    @Test
    void whatIsNoFileOfResultsIsNotRead() throws Exception {
        String file = scratch.resolve("jmh.json").toString();
        assertEquals(0, new ProcessBuilder("mkfifo", file).start().waitFor());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> refusal(Adapter.JMH, new Adapter.Found()));
    }

    @Test
    void numbersOfAnyLengthMayBePrinted() {
        String many = "9".repeat(400);
        Adapter.SPECJBB2015.look("RUN RESULT: max-jOPS = " + many + ", critical-jOPS = " + many, found);
        Adapter.SPECJBB2015.look("1s: (" + many + "%) (rIR:aIR:PR = " + many + ":1:1) (tPR = 1) [OK]", found);
        Adapter.DACAPO.look("===== DaCapo 1 a PASSED in " + many + " msec =====", found);
        refusal(Adapter.SPECJBB2015, found);
        refusal(Adapter.DACAPO, found);
    }

    private static void look(Adapter adapter, Adapter.Found found, String... lines) {
        for (String line : lines) {
            adapter.look(line, found);
        }
    }

    /** Why there is no score. */
    private String refusal(Adapter adapter, Adapter.Found found) {
        return assertThrows(ForkFailure.class, () -> adapter.scores(scratch, found))
                .getMessage();
    }

    private void jmh(String results) throws IOException {
        write("jmh.json", results);
    }

    private void write(String file, String json) throws IOException {
        Files.write(scratch.resolve(file), json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static void expect(Score score, String name, double value, String unit, String better) {
        JsonObject json = score.json();
        assertEquals(name, json.get("name").getAsString());
        assertEquals(value, json.get("score").getAsDouble(), 1e-9);
        assertEquals(unit, json.get("unit").getAsString());
        assertEquals(better, json.get("better").getAsString());
    }
}
