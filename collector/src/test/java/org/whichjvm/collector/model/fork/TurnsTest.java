package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Stage;

/** What is read of a fork's turns. */
class TurnsTest {
    @TempDir
    Path out;

    @Test
    void everyTurnIsRead() throws Exception {
        Turns turns =
                read(json -> TurnsFixture.floor(TurnsFixture.at(json, 3), 150)).turns();
        assertEquals("17", turns.step());
        assertEquals(25, turns.count());
        assertEquals(4, turns.members());
        assertEquals(4 * 112.0, turns.roundMillis());
        assertEquals(503, turns.get(Metric.HEADLINE, 3));
        assertEquals(Math.round(3 * 503), turns.get(Metric.of(Latency.SERVICE, Percentile.P99), 3));
        assertEquals(603, turns.get(Metric.of(Latency.RESPONSE, Percentile.P50), 3));
        assertEquals(150, turns.floor(3));
        assertEquals(120, turns.get(Turns.Column.WAIT_MICROS, 3));
        assertEquals(30, turns.get(Turns.Column.HELPERS_MICROS, 3));
        assertEquals(210, turns.get(Turns.Column.ASLEEP_MICROS, 3));
        assertEquals(Double.NaN, turns.get(Turns.Column.ASLEEP_MICROS, 0));
        assertEquals(7, turns.at(7));
        assertTrue(turns.at(25) < 0);
        assertEquals(25, turns.counting().count());
    }

    @Test
    void aForkWithOneWindowHasNone() throws Exception {
        assertNull(read(json -> json.remove("turns")).turns());
    }

    @Test
    void aLateTurnHasNoLatenciesAndDoesNotCount() throws Exception {
        Fork fork = read(json -> TurnsFixture.late(TurnsFixture.at(json, 3)));
        assertTrue(fork.turns().late(3));
        assertFalse(fork.turns().counts(3));
        assertEquals(Double.NaN, fork.turns().get(Metric.HEADLINE, 3));
        // What is counted is 80 ms of each of the other 24.
        assertEquals(24 * 0.08, fork.measured().disturbances().windowSeconds(), 1e-9);
    }

    @Test
    void excludedTurnsAreMissingInTheCopyAlone() throws Exception {
        Turns turns = read(json -> {}).turns();
        BitSet some = new BitSet();
        some.set(0, 3);
        assertEquals(22, turns.excluding(some).counting().count());
        assertEquals(25, turns.counting().count());
    }

    @Test
    void aPercentileNeedsFiftyMessagesBeyondIt() throws Exception {
        Turns usual = read(json -> {}).turns();
        assertTrue(usual.tell(Metric.of(Latency.SERVICE, Percentile.P99)));
        assertFalse(usual.tell(Metric.of(Latency.SERVICE, Percentile.P99_9)));
        Turns small = read(json -> {
                    for (int round = 0; round < 25; round++) {
                        TurnsFixture.at(json, round).addProperty("messages", 4_999);
                    }
                })
                .turns();
        assertTrue(small.tell(Metric.of(Latency.SERVICE, Percentile.P90)));
        assertFalse(small.tell(Metric.of(Latency.SERVICE, Percentile.P99)));
    }

    @Test
    void turnsThatCannotBeAreRefusedInASentence() {
        refused("no service time", json -> TurnsFixture.at(json, 3).remove("service"));
        refused("behind one of round 2", json -> TurnsFixture.at(json, 3).addProperty("round", 2));
        refused("round is not", json -> TurnsFixture.at(json, 3).addProperty("round", -1));
        refused("turns.list[3].service.p50 is not", json -> p50(json, -1));
        refused("turns without their length", json -> parameters(json).remove("turnSeconds"));
        refused(
                "turns without their length",
                json -> json.getAsJsonObject("turns").add("list", new com.google.gson.JsonArray()));
        refused("members is not", json -> parameters(json).addProperty("members", 0));
        refused(
                "turns.list[0] is not an object",
                json -> json.getAsJsonObject("turns").add("list", ForkFixture.numbers(1, 2)));
    }

    @Test
    void theFormatBeforeTurnsIsRefusedByItsVersion() throws Exception {
        ForkFixture fork = ForkFixture.typical(campaign(), 1, "a", 500).write();
        fork.with(json -> json.addProperty("schema", "whichjvm.fork/2")).writeJson();
        UnusableFile refused = assertThrows(UnusableFile.class, () -> Json.read(fork.jsonFile(), ForkReader.SCHEMA));
        assertEquals("its schema is whichjvm.fork/2, not whichjvm.fork/3", refused.getMessage());
    }

    /** The first turn of a load may be late, or nothing was answered in it. */
    @Test
    void turnsOfScoresMayHaveNone() throws Exception {
        Metric p99 = Metric.score("p99", 0, "ms", false, true, false);
        Turns turns = Turns.of(
                Records.EXACT.read(Json.parse("""
                                {"slotMillis": 100, "list": [
                                  {"round": 0, "slot": 0, "messages": 0, "late": false, "scores": {}},
                                  {"round": 1, "slot": 0, "messages": 5, "scores": {"p99": 3}}]}"""), ForkFile.TurnList.class),
                Records.EXACT.read(Json.parse("{\"turnSeconds\": 1.5}"), ForkFile.Parameters.class),
                Set.of(p99),
                true,
                true);
        assertFalse(turns.ofMessages());
        assertEquals(Double.NaN, turns.get(p99, 0));
        assertEquals(3, turns.get(p99, 1));
    }

    @Test
    void aStageThatIsNotKeptIsUnknown() throws Exception {
        JsonObject stages = new JsonObject();
        stages.add("acquire", JsonNull.INSTANCE);
        Turns turns =
                read(json -> TurnsFixture.at(json, 3).add("stages", stages)).turns();
        assertEquals(Double.NaN, turns.get(Stage.ACQUIRE, 3));
    }

    @Test
    void aForkThatFailedIsReadWhateverItsTurnsAre() throws Exception {
        Fork failed = read(json -> {
            json.addProperty("status", "failed");
            json.addProperty("reason", "it ended half-way");
            json.getAsJsonObject("turns").add("list", new com.google.gson.JsonArray());
            json.add("disturbances", new com.google.gson.JsonArray());
        });
        assertNull(failed.turns());
        assertEquals("it ended half-way", failed.end().reason());
    }

    private void refused(String why, Consumer<JsonObject> change) {
        UnusableFile refused = assertThrows(UnusableFile.class, () -> read(change));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    private static JsonObject parameters(JsonObject json) {
        return json.getAsJsonObject("parameters");
    }

    private static void p50(JsonObject json, int ns) {
        TurnsFixture.at(json, 3).getAsJsonObject("service").addProperty("p50", ns);
    }

    private Path campaign() throws Exception {
        return Files.createDirectories(out.resolve("c"));
    }

    /** A fork of 25 turns among four contenders; round r takes 500 + r ns. */
    private Fork read(Consumer<JsonObject> change) throws Exception {
        ForkFixture fork = ForkFixture.typical(campaign(), 1, "a", 500).write();
        TurnsFixture.add(fork.json, "17", 4, 25, round -> 500 + round);
        change.accept(fork.json);
        return ForkReader.read(fork.json, new ForkName(1, "a"), "c");
    }
}
