package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.RecordedFixture;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;

class RecordedTest extends RecordedCampaign {
    // --- reading

    @Test
    void figuresOfThreadsAreAddedUpAndTheLongestKept() throws Exception {
        Fork fork = read(json -> RecordedFixture.add(json, random));
        Disturbances all = fork.measured().disturbances();
        assertEquals(80, all.get(Disturbances.named("stalls")));
        assertEquals(42_000, all.get(Disturbances.named("stallMicros")));
        assertTrue(all.get(Disturbances.named("stallMaxMicros")) < 5_000, "not the sum");
        assertEquals(2 * 6_300 / 10.0, all.get(Disturbances.named("minorFaultsPer1000")));
        assertEquals(1.99, all.get(Disturbances.THREAD_CORES), 1e-9);
        assertEquals(6.06 / 4.5, all.get(Disturbances.named("processCores")), 1e-9);
    }

    @Test
    void theCoresOfThreadsAreOfTheTimeInWhichTheirCpuTimeWasCounted() throws Exception {
        // By turns that is also the time in which a turn settles, and a turn that was late.
        Fork fork = read(json -> {
            TurnsFixture.add(json, "1", 2, 10, round -> 500);
            json.getAsJsonObject("cpuSeconds").add("threads", ForkFixture.numbers(1.016, 1.01));
            json.getAsJsonObject("cpuSeconds").add("windows", ForkFixture.numbers(1.02, 1.02));
        });
        assertEquals(2.026 / 1.02, fork.get(Disturbances.THREAD_CORES), 1e-9);
        Fork old = read(json -> TurnsFixture.add(json, "1", 2, 10, round -> 500));
        assertEquals(Double.NaN, old.get(Disturbances.THREAD_CORES), "the time is not known");
    }

    @Test
    void threadsOfJmhMayBeAsManyAsAMachineHasCpus() throws Exception {
        Fork fork = read(json -> {
            threads(json, 80);
            json.getAsJsonObject("disturbances").addProperty("windowSeconds", 4);
        });
        assertEquals(80, fork.measured().disturbances().get(Disturbances.WAITING_MILLIS));
        assertEquals(4, fork.measured().disturbances().windowSeconds());
        UnusableFile refused = assertThrows(UnusableFile.class, () -> read(json -> threads(json, 66)));
        assertSays(refused.getMessage(), "threads are more than 65");
    }

    /** The last of them waited longest. */
    private static void threads(JsonObject json, int count) {
        JsonArray threads = new JsonArray();
        for (int i = 1; i <= count; i++) {
            threads.add(ForkFixture.object(Map.of("runQueueMillis", i)));
        }
        JsonObject disturbances = new JsonObject();
        disturbances.add("threads", threads);
        json.add("disturbances", disturbances);
    }

    @Test
    void whatIsAbsentIsUnknownAndNotNone() throws Exception {
        Fork fork = read(json -> {});
        assertTrue(Double.isNaN(fork.measured().disturbances().get(Disturbances.STEAL_MILLIS)));
        assertTrue(Double.isNaN(fork.measured().disturbances().get(Disturbances.named("stalls"))));
        assertNull(fork.measured().memory());
        Fork none = read(json -> host(json, ForkFixture.object(Map.of("stealMillis", 0))));
        assertEquals(0, none.measured().disturbances().get(Disturbances.STEAL_MILLIS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "disturbances:{\"gcCount\":-1}",
                "disturbances:{\"threads\":[1]}",
                "disturbances:{\"threads\":{}}",
                "disturbances:{\"safepoints\":{\"count\":\"many\"}}",
                "disturbances:{\"host\":{\"stealMillis\":-0.1}}",
                "cpuSeconds:{\"threads\":[\"x\"]}",
                "memory:{\"queue\":5}",
                "attribution:{\"service\":{}}",
                "attribution:{\"service\":[1]}",
                "attribution:{\"service\":[{\"above\":\"p98\",\"messages\":0,\"causes\":{}}]}",
                "attribution:{\"service\":[{\"above\":\"p99\",\"messages\":2,\"causes\":{\"wakeUp\":1}}]}",
                "attribution:{\"service\":[{\"above\":\"p99\",\"messages\":0},{\"above\":\"p99\",\"messages\":0}]}"
            })
    void whatContradictsItselfIsRefused(String field) {
        int colon = field.indexOf(':');
        assertThrows(
                UnusableFile.class,
                () -> read(json ->
                        json.add(field.substring(0, colon), JsonParser.parseString(field.substring(colon + 1)))));
    }

    @Test
    void listsWithoutAnEndAreRefused() {
        JsonArray threads = new JsonArray();
        for (int i = 0; i < 66; i++) {
            threads.add(new JsonObject());
        }
        assertThrows(
                UnusableFile.class,
                () -> read(json -> json.getAsJsonObject("disturbances").add("threads", threads)));
    }

    // --- attribution

    @Test
    void theSharesAreThoseOfAllForksTogether() throws IOException {
        fork(1, "a", 500, json -> causes(json, 100, 92, 8));
        fork(2, "a", 500, json -> causes(json, 300, 0, 0));
        String said = report();
        // 92 and 8 of 400; what is left was preempted.
        assertSays(said, "a, service time: p99 is 5,003 ns: 75 % preemption, 23 % page faults.");
        JsonObject level = contender(0)
                .getAsJsonObject("attribution")
                .getAsJsonArray("service")
                .get(0)
                .getAsJsonObject();
        assertEquals(400, level.get("messages").getAsLong());
        assertEquals(92, level.getAsJsonObject("causes").get("pageFault").getAsLong());
        assertSays(page(), "id=\"causes-service\"");
    }

    @Test
    void handshakesAreSaidBesidePreemption() throws IOException {
        fork(1, "a", 500, json -> {
            causes(json, 100, 0, 0);
            JsonObject causes = json.getAsJsonObject("attribution")
                    .getAsJsonArray("service")
                    .get(0)
                    .getAsJsonObject()
                    .getAsJsonObject("causes");
            causes.addProperty("preemption", 40);
            causes.addProperty("handshake", 60);
        });
        String said = report();
        assertSays(said, ": 60 % handshakes, 40 % preemption.");
    }

    @Test
    void moreThanAQuarterUnexplainedIsNoted() throws IOException {
        fork(1, "a", 500, json -> causes(json, 100, 0, 25));
        assertDoesNotSay(report(), "Nothing recorded explains");
        fork(1, "a", 500, json -> causes(json, 100, 0, 26));
        String told = report();
        assertSays(told, "slow messages: a p99 service time (26 %).", "No thread is known to have waited for its CPU");
    }

    @Test
    void theWorstThousandOfAFewThousandAreNotTheWorst() throws IOException {
        for (int messages : new int[] {9_999, 10_000}) {
            new ForkFixture(campaign, 1, "a")
                    .service(LongStream.range(0, messages).map(i -> 500))
                    .with(json -> RecordedFixture.add(json, random))
                    .write();
            assertEquals(messages >= 10_000, report().contains("the worst 1,000"), messages + " messages");
        }
    }

    @Test
    void withoutAttributionThereIsNoSectionOfIt() throws IOException {
        fork(1, "a", 500, json -> {});
        assertDoesNotSay(report(), "Why messages were slow");
        String page = page();
        assertFalse(page.contains("#causes"), "nor a link to it");
        assertTrue(contender(0).get("attribution").isJsonNull());
    }

    @Test
    void aSmallShareIsNotNothingAndALargeOneNotAll() {
        assertEquals("0 %", CauseText.share(0));
        assertEquals("< 1 %", CauseText.share(0.004));
        assertEquals("> 99 %", CauseText.share(0.9951));
        assertEquals("100 %", CauseText.share(1));
    }

    // --- tables

    @Test
    void onlyWhatWasRecordedHasAColumn() throws IOException {
        fork(1, "a", 500, json -> host(json, ForkFixture.object(Map.of("stealMillis", 3))));
        String told = report();
        assertSays(told, "steal");
        assertDoesNotSay(told, "throttled", "Memory of the queue");
    }

    @Test
    void whereContendersWaitDifferentlyLatencyStandsBesideCpu() throws IOException {
        fork(1, "a", 500, json -> {});
        assertDoesNotSay(report(), "Latency against CPU");
        fork(1, "a+park1000ns", 1_900, json -> {
            json.getAsJsonObject("parameters").addProperty("wait", "park:1000");
            json.getAsJsonObject("cpuSeconds").add("threads", ForkFixture.numbers(0.11, 0.12));
        });
        String told = report();
        assertSays(told, "Latency against CPU");
        assertTrue(
                told.lines().anyMatch(line -> line.matches("a\\+park1000ns +park 1000 ns +1,900 ns.* 0.23 .*")), told);
    }

    @Test
    void pageFaultsOnSharedMemoryNameTheWayOut() throws IOException {
        Consumer<JsonObject> faults = json -> causes(json, 100, 94, 0);
        fork(1, "a", 500, faults.andThen(json -> memory(json, "shm", 0)));
        assertSays(report(), "On shm 94 % of the messages beyond the p99 service time wait for");
        fork(1, "a", 500, faults.andThen(json -> memory(json, "huge", 1_000)));
        assertDoesNotSay(report(), "On shm");
        fork(1, "a", 500, faults.andThen(json -> memory(json, "huge", 120)));
        assertSays(report(), "but only 12 % of it did");
    }

    @Test
    void aFlagSetSaysWhatItChanges() throws IOException {
        begin(
                "--contender=a",
                "--contender=a+zgc",
                "--baseline=a",
                "--blocks=1",
                "--set=flags.zgc=-XX:+UseZGC",
                "--set=flagsSay.zgc=Another collector.");
        fork(1, "a", 500, json -> {});
        String told = report();
        assertTrue(told.lines().anyMatch(line -> line.matches("zgc +-XX:\\+UseZGC +Another collector\\.")), told);
    }
}
