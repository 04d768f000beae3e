package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.common.Percentile;

class ForkReaderTest {
    @TempDir
    Path out;

    private Path campaign;

    @BeforeEach
    void anEmptyCampaign() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
    }

    @Test
    void everyFieldIsRead() throws Exception {
        Fork fork = read(ForkFixture.typical(campaign, 2, "a", 500)
                .events(Percentile.P99_9, 3)
                .write());

        assertEquals(Instant.parse("2026-11-21T12:20:00.590510Z"), fork.end().started());
        assertEquals(4.5, fork.end().wallSeconds());
        assertEquals(135.2, fork.floor().before());
        assertEquals(136.0, fork.floor().after());
        assertEquals(135.6, fork.floorNs(), 1e-9);
        assertEquals(2, fork.measured().disturbances().get(Disturbances.COMPILER_MILLIS));
        assertEquals(0.5, fork.measured().disturbances().get(Disturbances.VM_THREADS_MILLIS));
        assertEquals(1, fork.measured().disturbances().get(Disturbances.OTHER_THREADS_MILLIS));
        assertFalse(fork.byTurns());
        assertEquals(
                Map.of(
                        Percentile.P50, 5_000L,
                        Percentile.P90, 1_000L,
                        Percentile.P99, 100L,
                        Percentile.P99_9, 3L,
                        Percentile.P99_99, 1L),
                fork.summaries().get(Latency.RESPONSE).events());
    }

    @Test
    void whatAForkDoesNotSayIsUnknown() throws Exception {
        ForkFixture fixture = ForkFixture.typical(campaign, 2, "a", 500).write();
        for (String key : new String[] {"started", "wallSeconds", "floorNs", "disturbances", "warmUp"}) {
            fixture.json.remove(key);
        }
        Fork fork = read(fixture.writeJson());

        assertNull(fork.end().started());
        assertEquals(Double.NaN, fork.end().wallSeconds());
        assertEquals(Double.NaN, fork.floor().before());
        assertEquals(Double.NaN, fork.floor().after());
        assertFalse(fork.measured().disturbances().any(Disturbances.of(Disturbances.Of.JVM)));
        assertFalse(fork.measured().disturbances().any(Disturbances.of(Disturbances.Of.HOST)));
        assertTrue(fork.measured().attribution().isEmpty());
        assertNull(fork.measured().memory());
    }

    @Test
    void partsThatAreEqualAreKeptOnce() throws Exception {
        KeptJson kept = new KeptJson();
        Fork one = read(ForkFixture.typical(campaign, 2, "a", 500).write()).keptIn(kept);
        Fork other = read(ForkFixture.typical(campaign, 2, "a", 500).write()).keptIn(kept);
        assertTrue(one.setup().jvm() == other.setup().jvm()
                && one.setup().host() == other.setup().host());
    }

    private Fork read(ForkFixture fixture) throws UnusableFile, IOException {
        return ForkReader.read(Json.read(fixture.jsonFile(), ForkReader.SCHEMA), new ForkName(2, "a"), "c");
    }

    @Test
    void aDefectOfOursEndsATest() throws Exception {
        ForkFixture.typical(campaign, 2, "a", 500).write();
        ForkName name = new ForkName(2, "a");
        AssertionError error =
                assertThrows(AssertionError.class, () -> ForkReader.read(campaign.resolve("forks"), name, null));
        assertInstanceOf(NullPointerException.class, error.getCause());
    }

    @Test
    void aDefectOfOursCostsItsForkAloneWhereAssertionsAreOff() throws Exception {
        ForkFixture.typical(campaign, 2, "a", 500).write();
        List<URL> path = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(each).toURI().toURL());
        }
        try (URLClassLoader apart =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            apart.setDefaultAssertionStatus(false);
            Class<?> names = apart.loadClass(ForkName.class.getName());
            Object read = apart.loadClass(ForkReader.class.getName())
                    .getMethod("read", Path.class, names, String.class)
                    .invoke(
                            null,
                            campaign.resolve("forks"),
                            names.getConstructor(int.class, String.class).newInstance(2, "a"),
                            null);
            Exception problem = (Exception) read.getClass().getMethod("problem").invoke(read);
            assertTrue(
                    problem.getMessage()
                            .matches(
                                    "cannot be read, by a defect of whichjvm: .*NullPointerException.* at .*ForkReader.*;"
                                            + " report it, with this file"),
                    problem.getMessage());
            assertEquals(true, read.getClass().getMethod("isBroken").invoke(read));
        }
    }

    @Test
    void aScoreOfSeveralStartsHasAValueOfEach() throws Exception {
        ForkFixture two = starts(2);
        assertEquals(20, read(two.writeJson()).scores().values().iterator().next(), 1e-9);
        assertEquals(
                "has 2 values of wall, and 3 starts",
                assertThrows(UnusableFile.class, () -> read(starts(3).writeJson()))
                        .getMessage());
        assertThrows(UnusableFile.class, () -> read(starts(101).writeJson()));
    }

    private ForkFixture starts(int count) throws IOException {
        ForkFixture fork = new ForkFixture(campaign, 2, "a")
                .ofScores("command")
                .score("wall", 0, "ms", 21, 30, 10)
                .score("peak-memory", 0, "MB", 50);
        fork.json.getAsJsonObject("parameters").addProperty("starts", count);
        return fork;
    }
}
