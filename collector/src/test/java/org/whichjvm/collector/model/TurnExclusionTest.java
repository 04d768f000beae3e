package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;

/** What exclusion rules exclude of forks by turns, and what is left to compare. */
class TurnExclusionTest extends ExclusionFixture {
    private static final int ROUNDS = 25;
    private static final Consumer<JsonObject> NOTHING = json -> {};

    private final ExclusionRules gates = ExclusionRules.of(Map.of(), null, 8, false);

    @Test
    void whatTheContendersOfABlockShareExcludesNoFork() throws Exception {
        Consumer<JsonObject> shared = json -> {
            floor(json, 100, 500);
            host(json, "stealMillis", 900);
            waiting(json, 900, 900);
        };
        assertEquals(
                List.of(),
                JudgedFork.of(gates, fork("a", shared), List.of(fork("b", NOTHING)))
                        .trips());
    }

    @Test
    void aQuotaExcludesAForkByTurnsToo() throws Exception {
        Fork fork = fork("a", json -> host(json, "throttledMillis", 10));
        assertEquals(
                ExclusionRule.THROTTLED_SHARE,
                JudgedFork.of(gates, fork, List.of(fork)).trips().get(0).rule());
    }

    @Test
    void aTurnInsideWhichTheFloorMovedDoesNotCount() throws Exception {
        assertEquals(Map.of(), judged(json -> after(json, 3, 162)).turns());
        assertEquals(
                Map.of(ExclusionRule.FLOOR_IN_TURN, 1),
                judged(json -> after(json, 3, 163)).turns());
        assertEquals(
                Map.of(ExclusionRule.FLOOR_IN_TURN, 1),
                judged(json -> after(json, 3, 100)).turns());
        assertFalse(judged(json -> after(json, 3, 163)).fork().turns().counts(3));
    }

    @Test
    void anOverloadThatTheHostMadeIsExcludedByWhatTheGatesSaw() throws Exception {
        // Most turns stayed behind, and in all of these but two a thread waited for its CPU.
        Fork host = overloaded(14, 12);
        List<ExclusionRules.Trip> trips =
                JudgedFork.of(gates, host, List.of(host)).trips();
        assertEquals(1, trips.size());
        assertEquals(ExclusionRule.WAITING_SHARE, trips.get(0).rule());
        assertTrue(
                trips.get(0).sentence().contains("12 of 25 turns"), trips.get(0).sentence());
    }

    @Test
    void anOverloadThatNoGateExplainsIsTheForksOwn() throws Exception {
        Fork own = overloaded(14, 0);
        assertEquals(List.of(), JudgedFork.of(gates, own, List.of(own)).trips());
        // A third of the turns were disturbed; of the others most stayed behind all the same.
        Fork both = overloaded(22, 8);
        assertEquals(List.of(), JudgedFork.of(gates, both, List.of(both)).trips());
    }

    private Fork overloaded(int behind, int disturbed) throws Exception {
        return fork("a", json -> {
            json.addProperty("status", Fork.OVERLOADED);
            json.addProperty("reason", "most turns stayed behind");
            for (int round = 0; round < ROUNDS; round++) {
                JsonObject turn = TurnsFixture.at(json, round);
                turn.addProperty("overloaded", round < behind);
                turn.addProperty("waitMicros", round < disturbed ? 60_000 : 120);
                turn.add("service", JsonNull.INSTANCE);
                turn.add("response", JsonNull.INSTANCE);
            }
        });
    }

    @Test
    void aLateTurnIsCountedAsExcluded() throws Exception {
        JudgedFork judged = judged(json -> TurnsFixture.late(TurnsFixture.at(json, 7)));
        assertEquals(Map.of(ExclusionRule.LATE, 1), judged.turns());
        assertEquals(1, judged.excluded());
    }

    @Test
    void waitingIsOfTheTurnWithoutWhatItsOwnHelpersHeld() throws Exception {
        assertEquals(Map.of(), judged(json -> waits(json, 25_030, 30)).turns());
        assertEquals(
                Map.of(ExclusionRule.WAITING_SHARE, 1),
                judged(json -> waits(json, 25_031, 30)).turns());
        assertEquals(Map.of(), judged(json -> waits(json, 90_000, 70_000)).turns());
        assertEquals(Map.of(), judged(json -> waits(json, 1_000, 70_000)).turns());
    }

    @Test
    void whatOthersTookAsleepExcludesATurnButNotWhatItsOwnJvmTook() throws Exception {
        // A round of four slots on two CPUs has 896 ms: 2 % are 17,920 us.
        Fork noisy = fork("b", json -> asleep(json, 18_000));
        // The turn's threads waited for 2.1 % of it.
        Fork hit = fork("a", json -> waits(json, 2_100, 0));
        assertEquals(
                Map.of(ExclusionRule.SLEEPERS_SHARE, 1),
                JudgedFork.of(gates, hit, List.of(hit, noisy)).turns());
        assertEquals(Map.of(), JudgedFork.of(gates, noisy, List.of(noisy, hit)).turns());
        Fork less = fork("b", json -> asleep(json, 17_600));
        assertEquals(Map.of(), JudgedFork.of(gates, hit, List.of(less)).turns());
        // It was in another's turn, or what the threads waited for was their own JVM's.
        for (long helpers : new long[] {0, 3_000}) {
            Fork missed = fork("a", json -> waits(json, 1_900 + helpers, helpers));
            assertEquals(
                    Map.of(),
                    JudgedFork.of(gates, missed, List.of(missed, noisy)).turns());
        }
        // What is not known to have missed the turn is taken to have hit it.
        Fork unknown = fork("a", json -> TurnsFixture.at(json, 3).add("waitMicros", JsonNull.INSTANCE));
        assertEquals(
                Map.of(ExclusionRule.SLEEPERS_SHARE, 1),
                JudgedFork.of(gates, unknown, List.of(unknown, noisy)).turns());
        Fork elsewhere = fork("b", json -> {
            asleep(json, 18_000);
            json.getAsJsonObject("turns").addProperty("step", "another");
        });
        assertEquals(Map.of(), JudgedFork.of(gates, hit, List.of(elsewhere)).turns());
    }

    @Test
    void aForkOfWhichTooFewTurnsAreLeftIsExcluded() throws Exception {
        Fork five = fork("a", json -> moved(json, ROUNDS - 5));
        assertEquals(List.of(), JudgedFork.of(gates, five, List.of(five)).trips());
        Fork four = fork("a", json -> moved(json, ROUNDS - 4));
        List<ExclusionRules.Trip> trips =
                JudgedFork.of(gates, four, List.of(four)).trips();
        assertEquals(1, trips.size());
        assertEquals(
                "the core-to-core latency changed inside the turn: 21 of 25 turns",
                trips.get(0).sentence());
        ExclusionRules off = ExclusionRules.of(Map.of("floor-in-turn", "off"), null, 8, false);
        assertEquals(List.of(), JudgedFork.of(off, four, List.of(four)).trips());
    }

    @Test
    void aRoundIsLeftOutForTwoWhoseFloorsDifferAndForNoOthers() throws Exception {
        Fork base = fork("a", NOTHING);
        Fork far = fork("b", json -> TurnsFixture.floor(TurnsFixture.at(json, 4), 163));
        Rounds rounds = Rounds.of(far, base, gates).orElseThrow();
        assertEquals(24, rounds.count());
        assertEquals(1, rounds.leftOut());
        ExclusionRules off = ExclusionRules.of(Map.of("floor-in-round", "off"), null, 8, false);
        assertEquals(25, Rounds.of(far, base, off).orElseThrow().count());
        Fork alike = fork("c", json -> TurnsFixture.floor(TurnsFixture.at(json, 4), 163));
        assertEquals(25, Rounds.of(far, alike, gates).orElseThrow().count());
    }

    @Test
    void aBlocksRatioIsTheMedianOverItsRounds() throws Exception {
        // The floor moves in a third of the rounds, and both with it: these hide the difference.
        Fork base = fork("a", json -> p50(json, round -> round % 3 == 0 ? 1_000 : 500));
        Fork slower = fork("b", json -> p50(json, round -> round % 3 == 0 ? 1_010 : 550));
        Rounds rounds = Rounds.of(slower, base, gates).orElseThrow();
        assertEquals(
                1.1,
                Math.exp(Medians.of(rounds.map(Metric.HEADLINE, (one, other) -> Math.log(one) - Math.log(other)))),
                1e-6);
        assertEquals(50, Medians.of(rounds.map(Metric.HEADLINE, (one, other) -> one - other)), 1e-6);
    }

    @Test
    void aLateTurnTakesItsRoundAndFewerThanFiveAreNoBlock() throws Exception {
        Fork base = fork("a", NOTHING);
        Fork late = fork("b", json -> {
            for (int round = 0; round < 20; round++) {
                TurnsFixture.late(TurnsFixture.at(json, round));
            }
        });
        assertEquals(5, Rounds.of(late, base, gates).orElseThrow().count());
        assertTrue(Rounds.of(late, base, gates).orElseThrow().enough());
        Fork other = fork("a", json -> TurnsFixture.late(TurnsFixture.at(json, 24)));
        assertFalse(Rounds.of(late, other, gates).orElseThrow().enough());
    }

    @Test
    void onlyForksOfOneStepTookTurnsTogether() throws Exception {
        Fork base = fork("a", NOTHING);
        Fork other = fork("b", json -> json.getAsJsonObject("turns").addProperty("step", "18"));
        Fork alone = fork("b", json -> json.getAsJsonObject("turns").add("step", com.google.gson.JsonNull.INSTANCE));
        assertEquals(Optional.empty(), Rounds.of(other, base, gates));
        assertEquals(Optional.empty(), Rounds.of(alone, alone, gates));
        assertEquals(Optional.empty(), Rounds.of(base, fork("b", json -> json.remove("turns")), gates));
    }

    private JudgedFork judged(Consumer<JsonObject> change) throws Exception {
        Fork fork = fork("a", change);
        return JudgedFork.of(gates, fork, List.of(fork, fork("b", NOTHING)));
    }

    private static void after(JsonObject json, int round, double floor) {
        TurnsFixture.at(json, round).addProperty("floorAfter", floor);
    }

    private static void moved(JsonObject json, int rounds) {
        for (int round = 0; round < rounds; round++) {
            after(json, round, 500);
        }
    }

    private static void waits(JsonObject json, long micros, long helpers) {
        TurnsFixture.at(json, 3).addProperty("waitMicros", micros);
        TurnsFixture.at(json, 3).addProperty("helpersMicros", helpers);
    }

    private static void asleep(JsonObject json, long micros) {
        TurnsFixture.at(json, 3).addProperty("asleepMicros", micros);
    }

    private static void p50(JsonObject json, java.util.function.IntToDoubleFunction p50) {
        TurnsFixture.add(json, "17", 4, ROUNDS, p50);
    }

    private Fork fork(String contender, Consumer<JsonObject> change) throws Exception {
        Files.createDirectories(campaign);
        ForkFixture fork = ForkFixture.typical(campaign, 1, contender, 500).write();
        TurnsFixture.add(fork.json, "17", 4, ROUNDS, round -> 500);
        change.accept(fork.json);
        return ForkReader.read(fork.json, new ForkName(1, contender), "c");
    }
}
