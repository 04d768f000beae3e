package org.whichjvm.workload.load;

import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.score.Score;
import picocli.CommandLine;

/** A system of which all is known, under load. */
@Execution(ExecutionMode.CONCURRENT)
class LoadTurnsTest {
    private static final long MILLI = 1_000_000;

    /** Answers a second, at most. */
    private static final double CAPACITY = 1_000;

    private final Known system = new Known();
    private final List<String> optional = new ArrayList<>();

    /** Answers in 5 ms up to three quarters of its capacity, and then in ever more. */
    private static final class Known implements LoadedSystem {
        final List<Double> rates = new ArrayList<>();
        final List<Long> starts = new ArrayList<>();
        long cpu;
        long answered = 1_000;

        /** The number of closed loops that get no answer. */
        int stalls;

        /** The rates whose next step does not take place. */
        final List<Double> kept = new ArrayList<>();

        /** The rates of which no request is due in a turn. */
        final List<Double> silent = new ArrayList<>();

        @Override
        public Supplier<RateStep> saturate(long at, long nanos) {
            rates.add(0.0);
            starts.add(at);
            cpu += 1_000 * MILLI;
            if (kept.remove(0.0)) {
                return () -> new RateStep(0, 0);
            }
            RateStep step = new RateStep(0, nanos);
            step.answered = stalls-- > 0 ? 0 : (long) (CAPACITY * nanos / 1e9);
            return () -> step;
        }

        @Override
        public Supplier<RateStep> step(double rate, long at, long nanos) {
            rates.add(rate);
            starts.add(at);
            if (kept.remove(rate)) {
                return () -> new RateStep(rate, 0);
            }
            RateStep step = new RateStep(rate, nanos);
            if (silent.contains(rate)) {
                return () -> step;
            }
            cpu += 2 * MILLI * answered;
            double millis = rate <= 750 ? 5 : 5 * Math.pow(10, (rate - 750) / 125);
            step.sent = answered;
            step.answered = answered;
            step.errors = 3;
            step.kept = rate <= CAPACITY;
            keep(millis, step.responses);
            keep(2, step.lag);
            keep(millis - 2, step.services);
            return () -> step;
        }

        private void keep(double millis, Histogram histogram) {
            histogram.recordValueWithCount((long) (millis * MILLI), Math.max(1, answered));
        }

        @Override
        public long cpuNanos() {
            return cpu;
        }
    }

    private static LoadOptions options(String... words) {
        List<String> all = new ArrayList<>(List.of("--turn", "100ms"));
        all.addAll(Arrays.asList(words));
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), all.toArray(new String[0]));
        options.validate();
        return options;
    }

    /** Returns the scores; {@code optional} has the names of those that say so. */
    private Map<String, Double> scores(JsonObject json, String... words) throws InterruptedException {
        LoadTurns turns = new LoadTurns(system, options(words).plan(1_000, 1), LoadNames.REQUESTS, Cpus.effective());
        turns.run(System.nanoTime());
        Map<String, Double> scores = new HashMap<>();
        optional.clear();
        for (Score each : turns.describe(json)) {
            JsonObject score = each.json();
            scores.put(score.get("name").getAsString(), score.get("score").getAsDouble());
            // The schema has no other iterations, and the collector refuses them.
            score.getAsJsonArray("iterations")
                    .forEach(iteration -> assertTrue(iteration.getAsDouble() > 0, score.toString()));
            if (score.has("optional")) {
                optional.add(score.get("name").getAsString());
            }
        }
        return scores;
    }

    private static List<JsonObject> turns(JsonObject json) {
        return StreamSupport.stream(
                        json.getAsJsonObject("turns").getAsJsonArray("list").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .collect(toList());
    }

    @Test
    void aPassHasEachRateOnceAndClosedLoopsBetween() throws InterruptedException {
        JsonObject json = new JsonObject();
        Map<String, Double> scores = scores(json, "--rates", "250,500,750,875,1000", "--turn-seed", "7");
        assertEquals(
                Arrays.asList(0.0, 0.0, 0.0, 250.0, 500.0, 750.0, 875.0, 1000.0),
                system.rates.stream().sorted().collect(toList()));
        assertFalse(
                system.rates.equals(system.rates.stream().sorted().collect(toList())),
                "rates ascend in each pass, so that one that is too much is always followed by the same");
        assertEquals(CAPACITY, scores.get("max-throughput"), 1e-6);
        // 5 ms up to 750, 50 ms at 875, 500 ms at 1,000: 10, 25, 50, 75 and 100 ms lie between.
        double logs = 0;
        for (double millis : new double[] {10, 25, 50, 75, 100}) {
            logs += Math.log(750 + 125 * Math.log10(millis / 5));
        }
        assertEquals(Math.exp(logs / 5), scores.get("critical-throughput"), 1);
        assertEquals(Arrays.asList("critical-throughput"), optional);
        assertEquals(5, scores.get("p99-at-half"), 0.01);
        // 2 ms of CPU time a request, and no time of closed loops.
        assertEquals(2 * MILLI, scores.get("cpu-per-request"), 1);
        assertEquals(5 * 3, scores.get("errors"));
        assertEquals(1000, json.getAsJsonObject("load").get("maxRate").getAsDouble());
        assertEquals(5, json.getAsJsonObject("load").getAsJsonArray("curve").size());
        List<JsonObject> turns = turns(json);
        assertEquals(8, turns.size());
        assertEquals(
                1,
                turns.stream()
                        .filter(each -> each.getAsJsonObject("scores").has("critical-throughput"))
                        .count());
        assertEquals(
                3,
                turns.stream()
                        .filter(each -> each.getAsJsonObject("scores").has("max-throughput"))
                        .count());
    }

    @Test
    @Tag("slow")
    void allMembersDrawOneOrderOfRates() throws InterruptedException {
        scores(new JsonObject(), "--rates", "250,500,750,875,1000", "--turn-seed", "7");
        List<Double> first = new ArrayList<>(system.rates);
        system.rates.clear();
        scores(new JsonObject(), "--rates", "250,500,750,875,1000", "--turn-seed", "7");
        assertEquals(first, system.rates);
        system.rates.clear();
        scores(new JsonObject(), "--rates", "250,500,750,875,1000", "--turn-seed", "8");
        assertFalse(first.equals(system.rates));
    }

    @Test
    void aSlotHasItsTurnAndARest() throws InterruptedException {
        scores(new JsonObject(), "--rate", "100", "--passes", "3");
        for (int i = 1; i < system.starts.size(); i++) {
            assertEquals(500 * MILLI, system.starts.get(i) - system.starts.get(i - 1));
        }
    }

    @Test
    void askedForRatesHavePercentilesAndNoClosedLoops() throws InterruptedException {
        JsonObject json = new JsonObject();
        system.answered = 2_000;
        Map<String, Double> scores = scores(json, "--rate", "500", "--passes", "6");
        assertEquals(6, system.rates.size());
        // Sent 2 ms late, and answered in 5 ms from when it was due.
        assertEquals(3, scores.get("p50"), 0.01);
        assertEquals(5, scores.get("p99"), 0.01);
        assertEquals(Arrays.asList("p99", "p50"), optional);
        // Of all turns together 12 requests lie beyond it, and 20 are the least.
        assertFalse(scores.containsKey("p99.9"), scores.toString());
        assertFalse(scores.containsKey("max-throughput"), scores.toString());
        // Of a turn 20 lie beyond p99.
        assertTrue(turns(json).get(0).getAsJsonObject("scores").has("p99"));
        assertFalse(json.getAsJsonObject("load").has("maxRate"));
    }

    @Test
    void severalRatesSayWhichTheyAre() throws InterruptedException {
        Map<String, Double> scores = scores(new JsonObject(), "--rate", "500,875");
        assertEquals(3, scores.get("p50-at-500"), 0.01);
        assertEquals(48, scores.get("p50-at-875"), 0.1);
    }

    @Test
    void withoutAnAnswerThereIsNoResult() {
        system.answered = 0;
        ForkFailure failure = assertThrows(ForkFailure.class, () -> scores(new JsonObject(), "--rate", "500"));
        assertTrue(failure.getMessage().contains("none of its requests"), failure.getMessage());
    }

    @Test
    void withoutAnAnswerOfAClosedLoopThereIsNoGreatestThroughput() {
        system.stalls = 3;
        ForkFailure failure = assertThrows(ForkFailure.class, () -> scores(new JsonObject(), "--rates", "250,500"));
        assertTrue(failure.getMessage().contains("always busy"), failure.getMessage());
    }

    @Test
    void aClosedLoopInWhichTheSystemStalledHasNoScore() throws InterruptedException {
        system.stalls = 1;
        JsonObject json = new JsonObject();
        assertEquals(CAPACITY, scores(json, "--rates", "250,500").get("max-throughput"), 1);
        assertEquals(
                2,
                turns(json).stream()
                        .filter(each -> each.getAsJsonObject("scores").has("max-throughput"))
                        .count());
    }

    @Test
    void aTurnThatDidNotTakePlaceIsLateAndCountsNowhere() throws InterruptedException {
        system.answered = 2_000;
        system.kept.add(500.0);
        JsonObject json = new JsonObject();
        Map<String, Double> scores = scores(json, "--rate", "500", "--passes", "6");
        assertEquals(
                Arrays.asList(true, false, false, false, false, false),
                turns(json).stream()
                        .map(each -> each.get("late").getAsBoolean())
                        .collect(toList()));
        assertEquals(new JsonObject(), turns(json).get(0).getAsJsonObject("scores"));
        assertEquals(3, scores.get("p50"), 0.01);
        assertEquals(5, scores.get("p99"), 0.01);
    }

    @Test
    void aClosedLoopThatDidNotTakePlaceLowersNoThroughput() throws InterruptedException {
        system.kept.addAll(Arrays.asList(0.0, 0.0));
        assertEquals(CAPACITY, scores(new JsonObject(), "--rates", "250,500").get("max-throughput"), 1);
    }

    @Test
    @Tag("slow")
    void aPassInWhichARateIsMissingHasNoCriticalThroughput() throws InterruptedException {
        system.kept.add(250.0);
        JsonObject json = new JsonObject();
        scores(json, "--rates", "250,875,1000", "--passes", "2");
        assertEquals(
                1,
                turns(json).stream()
                        .filter(each -> each.getAsJsonObject("scores").has("critical-throughput"))
                        .count());
    }

    @Test
    void aRateOfWhichNoTurnTookPlaceFailsTheFork() {
        system.kept.add(500.0);
        ForkFailure failure = assertThrows(ForkFailure.class, () -> scores(new JsonObject(), "--rate", "500"));
        assertTrue(failure.getMessage().contains("did not begin"), failure.getMessage());
    }

    @Test
    void aRateAtWhichNothingWasSentMeetsNoServiceLevel() {
        system.silent.add(20.0);
        ForkFailure failure = assertThrows(ForkFailure.class, () -> scores(new JsonObject(), "--rates", "20,900,1000"));
        assertTrue(failure.getMessage().startsWith("20.0 a second"), failure.getMessage());
    }

    @Test
    void aRateWithoutARequestInATurnIsRefusedBeforeTheFirstOne() {
        LoadOptions options = options("--rates", "9.9,20");
        assertThrows(ForkFailure.class, () -> options.plan(1_000, 1));
    }

    @Test
    void ratesWhosePercentilesWouldHaveOneNameAreRefused() {
        assertThrows(WrongUsage.class, () -> options("--rate", "10.2,10.4"));
        options("--rates", "10.2,10.4");
    }

    @Test
    void ratesThatDoNotAscendAreRefused() {
        WrongUsage wrong = assertThrows(WrongUsage.class, () -> options("--rates", "500,400"));
        assertTrue(wrong.getMessage().contains("400.0 after 500.0"), wrong.getMessage());
        assertThrows(WrongUsage.class, () -> options("--rates", "500", "--rate", "500"));
        assertThrows(WrongUsage.class, () -> options("--rate", "-1"));
    }
}
