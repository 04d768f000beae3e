package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;

/** What each exclusion rule excludes, and how exclusion rules are changed. */
class ExclusionRulesTest extends ExclusionFixture {
    private static final ExclusionRules STANDARD = ExclusionRules.of(Map.of(), null, 8, false);

    @Test
    void aQuietForkIsNotExcluded() throws Exception {
        assertEquals(List.of(), trips(STANDARD, json -> {}));
    }

    @Test
    void whatIsNotRecordedExcludesNothing() throws Exception {
        assertEquals(List.of(), trips(STANDARD, json -> {
            json.remove("disturbances");
            json.remove("floorNs");
            json.getAsJsonObject("parameters").remove("cpus");
        }));
    }

    @Test
    void eachGateHasItsLimit() throws Exception {
        assertEquals(List.of(), trips(STANDARD, json -> floor(json, 100, 125)));
        assertEquals(List.of("floor-in-fork"), trips(STANDARD, json -> floor(json, 100, 126)));
        assertEquals(List.of("floor-in-fork"), trips(STANDARD, json -> floor(json, 126, 100)));
        assertEquals(List.of(), trips(STANDARD, json -> host(json, "throttledMillis", 1)));
        assertEquals(List.of("throttled-share"), trips(STANDARD, json -> host(json, "throttledMillis", 1.1)));
        // Two CPUs for a second: 40 ms are 2 %.
        assertEquals(List.of(), trips(STANDARD, json -> host(json, "stealMillis", 40)));
        assertEquals(List.of("steal-share"), trips(STANDARD, json -> host(json, "stealMillis", 41)));
        assertEquals(List.of(), trips(STANDARD, json -> waiting(json, 250, 253.5)));
        assertEquals(List.of("waiting-share"), trips(STANDARD, json -> waiting(json, 3, 253.6)));
    }

    @Test
    void whatAJvmDoesToItselfExcludesNothing() throws Exception {
        Consumer<JsonObject> compiles = json -> helpers(json, 700, 200);
        assertEquals(List.of(), trips(STANDARD, compiles));
        assertEquals(List.of(), trips(STANDARD, compiles.andThen(json -> waiting(json, 900, 100))));
        assertEquals(List.of("waiting-share"), trips(STANDARD, compiles.andThen(json -> waiting(json, 1_151, 100))));
        assertEquals(List.of("waiting-share"), trips(STANDARD, json -> {
            json.getAsJsonObject("disturbances").remove("helpers");
            waiting(json, 251, 0);
        }));
    }

    @Test
    void sharesAreOfTheWindowThatAForkSays() throws Exception {
        Consumer<JsonObject> four = json -> json.getAsJsonObject("disturbances").addProperty("windowSeconds", 4);
        assertEquals(List.of(), trips(STANDARD, four.andThen(json -> host(json, "throttledMillis", 4))));
        assertEquals(
                List.of("throttled-share"), trips(STANDARD, four.andThen(json -> host(json, "throttledMillis", 4.1))));
        assertEquals(List.of(), trips(STANDARD, four.andThen(json -> waiting(json, 1_003, 0))));
        assertEquals(List.of("waiting-share"), trips(STANDARD, four.andThen(json -> waiting(json, 1_004, 0))));
    }

    @Test
    void theHelpDescribesEachGate() {
        String help = ExclusionRule.describeAll();
        assertTrue(help.startsWith("floor-in-fork (a ratio, 1.25), floor-in-turn (a ratio, 1.25), "));
        assertTrue(help.contains(", throttled-share (a share, 0.001), "), help);
        assertTrue(help.endsWith(", sleepers-share (a share, 0.02)"), help);
        assertEquals(ExclusionRule.values().length, help.split("\\), ").length);
    }

    @Test
    void aThreadThatGivesItsCpuAwayMayWaitForIt() throws Exception {
        for (String wait : List.of("yield", "park:1000")) {
            assertEquals(
                    List.of(),
                    trips(STANDARD, json -> {
                        waiting(json, 500, 500);
                        json.getAsJsonObject("parameters").addProperty("wait", wait);
                    }),
                    wait);
        }
    }

    @Test
    void noGateLooksAtALatency() throws Exception {
        for (long p50 : new long[] {1, 500, 900_000_000}) {
            Fork fork = fork(p50, json -> {});
            assertEquals(List.of(), JudgedFork.of(STANDARD, fork, List.of(fork)).trips(), "p50 " + p50);
        }
    }

    @Test
    void gatesCanBeChangedAndLeftOut() throws Exception {
        ExclusionRules gates =
                ExclusionRules.of(Map.of("throttled-share", "0.3", "steal-share", "off", "late", "off"), 2, 8, false);
        assertEquals(List.of(), trips(gates, json -> host(json, "throttledMillis", 299)));
        assertEquals(List.of("throttled-share"), trips(gates, json -> host(json, "throttledMillis", 301)));
        assertEquals(List.of(), trips(gates, json -> host(json, "stealMillis", 900)));
        assertEquals(gates, ExclusionRules.read(gates.json(), 2, 8));
        assertEquals(ExclusionRules.NONE, ExclusionRules.read(new JsonObject(), 0, 8));
        assertThrows(UnusableFile.class, () -> ExclusionRules.read(gates.json(), 9_993, 8));
    }

    @Test
    void aCampaignWithAnUnknownGateIsNotReadAsIfItHadNone() {
        JsonObject gates = new JsonObject();
        gates.addProperty("moonPhase", 1);
        assertThrows(UnusableFile.class, () -> ExclusionRules.read(gates, 0, 8));
    }

    private List<String> trips(ExclusionRules gates, Consumer<JsonObject> change) throws Exception {
        Fork fork = fork(500, change);
        Fork other = fork(500, json -> floor(json, 110, 110));
        return JudgedFork.of(gates, fork, List.of(fork, other, other)).trips().stream()
                .map(trip -> trip.rule().option())
                .toList();
    }

    private Fork fork(long p50, Consumer<JsonObject> change) throws Exception {
        Files.createDirectories(campaign);
        ForkFixture fixture = ForkFixture.typical(campaign, 1, "a", p50).write();
        return ForkReader.read(fixture.with(change).json, new ForkName(1, "a"), "c");
    }

    @Test
    void aValueThatLooksLikeItsLimitIsSaidToBeJustBeyondIt() {
        ExclusionRules.Trip far = new ExclusionRules.Trip(ExclusionRule.THROTTLED_SHARE, 0.002, 0.001, 0, 0);
        assertEquals("throttled by a CPU quota: 0.2 %, over 0.1 %", far.sentence());
        ExclusionRules.Trip near = new ExclusionRules.Trip(ExclusionRule.THROTTLED_SHARE, 0.00101, 0.001, 0, 0);
        assertEquals("throttled by a CPU quota: just over 0.1 %", near.sentence());
    }
}
