package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;

/** Forks that are not like the others of their campaign. */
class OtherForksTest extends BadForkFixture {
    @Test
    void otherParametersThanTheFirstForks() throws IOException {
        refused(
                json -> json.getAsJsonObject("parameters").addProperty("rate", 50_000),
                "its parameters.rate is 50000, but 100000 in 001-a.json");
        refused(json -> json.getAsJsonObject("parameters").addProperty("new", 1), "new is 1, but absent in");
        refused(json -> json.addProperty("workload", "other"), "ran other, not queue-latency");
    }

    @Test
    void scoresWhereTheFirstForkHasLatencies() throws IOException {
        bad.write();
        List.of("service", "response").forEach(bad.json::remove);
        bad.json.add("scores", new JsonArray());
        bad.score("mine", 0, "ms", 3).writeJson();
        assertNamed(BAD_JSON, "has scores, and 001-a.json has none");
    }

    @Test
    void equalParametersWrittenOtherwiseAreEqual() throws IOException {
        bad.with(json -> json.getAsJsonObject("parameters").addProperty("rate", 100_000.0))
                .write();
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    }

    @Test
    void blocksMayHaveOtherNumbersOfContenders() throws IOException {
        for (int block = 1; block <= 3; block++) {
            int members = 1 + block;
            ForkFixture.typical(campaign, block, "a", 500)
                    .with(json -> TurnsFixture.add(json, "1", members, 10, round -> 500))
                    .write();
        }
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    }

    @Test
    void anotherJvmOrMachineUnderTheSameName() throws IOException {
        refused(
                json -> json.getAsJsonObject("jvm").addProperty("version", "21.0.1"),
                "its jvm.version is 21.0.1, but 17.0.9+9 in 001-a.json");
        refused(json -> json.getAsJsonObject("host").addProperty("cpuModel", "M1"), "cpuModel is M1");
    }

    @Test
    void otherFlagsUnderTheSameName() throws IOException {
        refused(
                json -> flags(json, "-Xmx1g", "-XX:+UseZGC"),
                "its jvm.flags have -Xmx1g where nothing more is in 001-a.json: JAVA_OPTS were others");
        refused(json -> json.getAsJsonObject("jvm").addProperty("flags", "-Xmx1g"), "its jvm.flags is not a list");
    }

    @Test
    void flagsMayNameAnotherFile() throws IOException {
        for (int block = 1; block <= 3; block++) {
            String file = "/tmp/" + block + ".log";
            ForkFixture.typical(campaign, block, "a", 500)
                    .with(json -> flags(
                            json,
                            "-Xlog:gc*=info:file=" + file + ":time",
                            "-XX:HeapDumpPath=" + file,
                            "-XX:StartFlightRecording=delay=1s,filename=" + file))
                    .write();
        }
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
        refused(
                json -> flags(
                        json,
                        "-Xlog:gc*=debug:file=x:time",
                        "-XX:HeapDumpPath=y",
                        "-XX:StartFlightRecording=delay=1s,filename=z"),
                "its jvm.flags have -Xlog:gc*=debug:file=FILE:time where -Xlog:gc*=info:file=FILE:time is");
    }

    @Test
    void anOddForkIsRefusedEvenIfItCameFirst() throws IOException {
        for (int block = 1; block <= 4; block++) {
            int rate = block == 1 ? 50_000 : 100_000;
            ForkFixture.typical(out.resolve("odd"), block, "a", 500)
                    .with(json -> json.getAsJsonObject("parameters").addProperty("rate", rate))
                    .write();
        }
        Cli cli = Cli.run("report", "--details", "--out", out, "odd");
        assertEquals(3, cli.code());
        assertTrue(cli.out().contains("Forks: 3 ok, 1 failed or not usable"), cli.out());
        assertTrue(cli.out().contains("forks/001-a.json"), cli.out());
    }

    @Test
    void aDelayThatTheNameDoesNotTell() throws IOException {
        refused(
                json -> json.getAsJsonObject("parameters").addProperty("delayNanos", 30),
                "its messages were delayed by 30 ns on purpose, but its contender's name does not say so");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a+delay30ns", "a+delay30ns-2"})
    void aDelayThatTheNameTells(String contender) throws IOException {
        ForkFixture delayed = ForkFixture.typical(campaign, 2, contender, 530).write();
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
        delayed.json.getAsJsonObject("parameters").addProperty("delayNanos", 31);
        delayed.writeJson();
        assertNamed(
                "forks/002-" + contender + ".json",
                "its messages were delayed by 31 ns on purpose, but its contender's name says 30 ns");
    }

    private static void flags(JsonObject json, String... flags) {
        JsonArray array = new JsonArray();
        Arrays.asList(flags).forEach(array::add);
        json.getAsJsonObject("jvm").add("flags", array);
    }
}
