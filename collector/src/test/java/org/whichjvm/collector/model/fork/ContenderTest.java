package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** What names of contenders say, what each is compared with, and that forks must be what they say. */
class ContenderTest {
    @TempDir
    Path out;

    @Test
    void theOrderOfItsWordsDoesNotMatter() {
        Contender contender = Contender.of("jdk17+huge+park1000ns+rate50k+zgc+thp+app-old+delay30ns-2+again3");
        assertEquals("jdk17 true 30", contender.variant() + " " + contender.again() + " " + contender.delayNanos());
        assertEquals(
                List.of("huge", "park:1000", "50000", List.of("thp", "zgc"), "old"),
                List.of(
                        contender.memory(),
                        contender.waitStrategy(),
                        contender.rate(),
                        contender.flagSets(),
                        contender.app()));
        assertEquals(contender, Contender.of("jdk17+again+zgc+delay30ns+rate50000+thp+app-old+park1000ns+huge"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk17+yield+onspinwait",
                "jdk17+huge+huge",
                "jdk17+again+again2",
                "jdk17+rate1k+rate2k",
                "jdk17+delay1ns+delay2ns",
                "jdk17+",
                "jdk17+9lives"
            })
    void whatIsNoContenderIsAVariantOfThatName(String name) {
        assertEquals(name, Contender.of(name).variant(), name);
        assertTrue(Contender.of(name).plain());
    }

    @ParameterizedTest
    @CsvSource({
        "b, a",
        "b+huge, a+huge",
        "a+huge, a",
        "b+yield, a",
        "b+rate20k, a",
        "b+huge+again, a+huge",
        "b+zgc, b",
        "a+zgc, a",
        "b+huge+zgc, b+huge",
        "c+zgc, a",
        "c+huge+zgc, a+huge",
        "a+again, a",
        "b+delay30ns, a",
        "a+zgc+again, a"
    })
    void eachIsComparedWithItsLike(String contender, String with) {
        List<String> contenders = List.of("a", "a+again", "b", "a+huge", "a+huge+again", "b+huge", "b+yield", "c+zgc");
        assertEquals(with, Contender.baselineOf(contender, contenders, "a"));
    }

    @Test
    void theBaselineMayBeSuchAContenderItself() {
        List<String> contenders = List.of("a", "a+huge", "b", "b+huge");
        assertEquals("a+huge", Contender.baselineOf("b+huge", contenders, "a+huge"));
        assertEquals("a+huge", Contender.baselineOf("b", contenders, "a+huge"));
    }

    @Test
    void flagsOfTheBaselinesJvmAreComparedWithTheBaseline() {
        List<String> contenders = List.of("a", "b", "b+thp", "b+zgc", "b+thp+zgc", "a+zgc");
        assertEquals("b+thp+zgc", Contender.baselineOf("b+thp", contenders, "b+thp+zgc"));
        assertEquals("b+thp+zgc", Contender.baselineOf("b", contenders, "b+thp+zgc"));
        assertEquals("a", Contender.baselineOf("a+zgc", contenders, "b+thp+zgc"));
    }

    @ParameterizedTest
    @CsvSource({
        "a+app-new, a+app-old",
        "b+app-old, a+app-old",
        "b+app-new, b+app-old",
        "b+app-new+again, b+app-old",
        "b+app-new+zgc, b+app-new",
        "c+app-new, a+app-old"
    })
    void aVersionOfAProgramIsComparedWithTheBaselinesOnTheSameJvm(String contender, String with) {
        List<String> contenders =
                List.of("a+app-old", "a+app-new", "b+app-old", "b+app-new", "b+app-new+zgc", "c+app-new");
        assertEquals(with, Contender.baselineOf(contender, contenders, "a+app-old"));
    }

    @ParameterizedTest
    @CsvSource({
        "a+memory1g, a",
        "b+memory1g, a+memory1g",
        "b+memory1g+cpus2, a",
        "b+cpus2+zgc, b+cpus2",
        "b+memory2g, a"
    })
    void aContainerIsComparedWithTheBaselinesOfTheSameSize(String contender, String with) {
        List<String> contenders = List.of("a", "a+memory1g", "a+cpus2", "b+memory1g", "b+cpus2");
        assertEquals(with, Contender.baselineOf(contender, contenders, "a"));
    }

    @Test
    void theSizeOfAContainerIsInBytesAndCpus() {
        Contender contender = Contender.of("a+memory512m+cpus1.5");
        assertEquals(512L << 20, contender.containerBytes());
        assertEquals(1.5, contender.containerCpus());
        assertTrue(contender.sizedAs(Contender.of("b+cpus1.5+memory512m+zgc")));
        assertFalse(contender.sizedAs(Contender.of("b+cpus1.5")));
        assertEquals(contender, Contender.of("a+cpus1.5+memory512m"));
        assertEquals(Contender.of("a+memory1g"), Contender.of("a+memory1024m"));
    }

    @Test
    void aControlIsTheSameContender() {
        assertTrue(Contender.of("a+huge+again").sameAs(Contender.of("a+huge")));
        assertFalse(Contender.of("a+again").sameAs(Contender.of("a+huge")));
        assertFalse(Contender.of("a+zgc").sameAs(Contender.of("a")));
        assertTrue(Contender.of("a+zgc").delayedIn(Contender.of("a+delay9ns+zgc")));
        assertFalse(Contender.of("a+zgc").delayedIn(Contender.of("a+delay9ns")));
    }

    @Test
    void aForkIsWhatItsNameSays() throws Exception {
        checked("a+huge", fork -> parameter(fork, "queueMemory", "huge"));
        refused("a+huge", fork -> parameter(fork, "queueMemory", "shm"), "says huge");
        refused("a+huge", fork -> {}, "parameters.queueMemory is absent");
        checked("a+park5ns", fork -> parameter(fork, "wait", "park:5"));
        refused("a+park5ns", fork -> parameter(fork, "wait", "park:50"), "is park:50");
        checked("a+zgc", fork -> fork.getAsJsonObject("jvm").addProperty("flagSet", "zgc"));
        refused("a+zgc", fork -> fork.getAsJsonObject("jvm").addProperty("flagSet", "thp"), "flagSet is thp");
        refused("a", fork -> fork.getAsJsonObject("jvm").addProperty("flagSet", "thp"), "name says none");
        refused("a+zgc", fork -> fork.getAsJsonObject("jvm").remove("flagSet"), "flagSet is none");
        checked("a", fork -> parameter(fork, "wait", "yield")); // as the whole campaign may
        checked("a+cpus2", fork -> fork.getAsJsonObject("host").addProperty("cpuLimit", 2.0));
        refused("a+cpus2", fork -> fork.getAsJsonObject("host").addProperty("cpuLimit", 1.5), "host.cpuLimit is 1.5");
        refused("a+memory1g", fork -> {}, "host.memoryLimitBytes is absent, but its contender's name says 1073741824");
    }

    @Test
    void contendersDifferByWhatTheirNamesSayAndByNothingElse() throws IOException {
        Path campaign = Files.createDirectory(out.resolve("c"));
        for (int block = 1; block <= 2; block++) {
            contender(campaign, block, "a", "spin", "shm", "/dev/shm");
            contender(campaign, block, "a+huge", "spin", "huge", "/queue");
            contender(campaign, block, "a+yield", "yield", "shm", "/dev/shm");
        }
        contender(campaign, 3, "a+yield", "yield", "huge", "/queue");
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertTrue(cli.out().contains("6 ok, 1 failed or not usable"), cli.out());
        assertTrue(cli.out().contains("its parameters.queueDir is /queue"), cli.out());
    }

    @Test
    void theReportSaysWhatEachIsAgainst() throws IOException {
        PlannedFixture.run(
                "--out",
                out,
                "--campaign",
                "c",
                "--contender=a",
                "--contender=b",
                "--contender=a+huge",
                "--contender=b+huge",
                "--baseline=a",
                "--blocks=12",
                "--seed=1");
        Path campaign = out.resolve("c");
        for (int block = 1; block <= 12; block++) {
            contender(campaign, block, "a", "spin", "shm", "/dev/shm");
            contender(campaign, block, "b", "spin", "shm", "/dev/shm");
            contender(campaign, block, "a+huge", "spin", "huge", "/queue");
            contender(campaign, block, "b+huge", "spin", "huge", "/queue");
        }
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err());
        assertTrue(cli.out().contains("b+huge is equivalent to a+huge at the p50 service time"), cli.out());
        assertTrue(cli.out().contains("a+huge is equivalent to a at the p50 service time"), cli.out());
        assertTrue(
                cli.out().lines().anyMatch(line -> line.matches("b\\+huge +a\\+huge +p50 service time.*")), cli.out());
        String chart = Files.readString(campaign.resolve("charts/ratios-service.svg"));
        assertTrue(chart.contains("against a+huge"), chart);
        assertFalse(cli.out().contains(", wait spin, queueMemory"), "contenders differ by it");
    }

    private static void contender(Path campaign, int block, String name, String wait, String memory, String folder)
            throws IOException {
        ForkFixture.typical(campaign, block, name, 500)
                .with(json -> parameter(json, "wait", wait))
                .with(json -> parameter(json, "queueMemory", memory))
                .with(json -> parameter(json, "queueDir", folder))
                .write();
    }

    private static void parameter(JsonObject fork, String key, String value) {
        fork.getAsJsonObject("parameters").addProperty(key, value);
    }

    private void refused(String contender, Consumer<JsonObject> change, String because) {
        UnusableFile refused = assertThrows(UnusableFile.class, () -> checked(contender, change), contender);
        assertTrue(refused.getMessage().contains(because), refused.getMessage());
    }

    private void checked(String contender, Consumer<JsonObject> change) throws Exception {
        Path campaign = Files.createDirectories(out.resolve("one"));
        ForkFixture fixture = ForkFixture.typical(campaign, 1, contender, 500).write();
        Contender.check(ForkReader.read(fixture.with(change).json, new ForkName(1, contender), "one"));
    }
}
