package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.Interleave;

/** Campaigns of somebody's own server under open load. */
class ServicePlanTest extends PlanFixture {
    private static final long GIB = 1L << 30;
    private static final String SERVICE = "service: {port: 8080}";
    private static final String LARGE = SERVICE + ", program: {memoryBytes: 4294967296}";

    @BeforeEach
    void host() {
        asking.runner = "docker";
        asking.mounted.put("", "/home/me/app");
    }

    /** Records a check of a server that answers {@code rate} requests a second. */
    private void busy(String contender, int rate) throws IOException {
        asking.checked(
                contender,
                0,
                ("{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\",\"busyRate\":%s,"
                                + "\"generatorRate\":40000}\n")
                        .formatted(rate));
    }

    @Test
    void itsForksAreToldOfTheServerItsRequestsAndItsTurns() throws IOException {
        asking.memoryBytes = 16 * GIB;
        plan(
                "one two+zgc",
                "seed: 7, service: {port: 8080, ready: '/health', requests: ['GET /a', '3:POST /b'], protocol: h2c},"
                        + " cpus: '0,1', program: {network: true}",
                "java {flags} -jar app.jar --port {port}");
        assertEquals("""
        block=0
        number=2
        deadlineSeconds=408
        JAVA_OPTS=
        WHICHJVM_FLAG_SET=zgc
        WHICHJVM_FLAGS=-XX:+UnlockExperimentalVMOptions -XX:+UseZGC 21-22:-XX:+ZGenerational
        contender=two+zgc
        jvm=two
        memoryBytes=6442450944
        shmBytes=1073741824
        mount=/home/me/app
        network=bridge

        service
        --fork
        20261122T120000-quick/000-two+zgc
        --check
        --app
        /app
        --timeout
        1m
        --cpus
        0,1
        --port
        8080
        --ready
        /health
        --request
        GET /a
        --request
        3:POST /b
        --protocol
        h2c
        --warmup
        10s
        --turn
        1500ms
        --points
        8
        --passes
        1
        --turn-seed
        7
        --
        java
        {flags}
        -jar
        app.jar
        --port
        {port}
        """, asking.command("two+zgc"));
    }

    @Test
    void allContendersAreAliveTogetherAndNoneIsFrozen() throws IOException {
        plan("one two", SERVICE, "java -jar app.jar");
        CampaignRequest asked = asking.asked();
        assertEquals("service", asked.execution().workload());
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(1.5, asked.execution().turnSeconds());
        assertFalse(asking.command("one").contains("slice"));
    }

    @Test
    void allForksGetTheRatesOfOneLadder() throws IOException {
        plan("one two", SERVICE + ", blocks: 12, load: {points: 5}", "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_234);
        JsonObject json = asking.begin();
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        assertTrue(json.get("options").toString().contains("\"--rates\",\"280,560,840,1120,1400\",\"--\""));
        for (String each : List.of("one", "two")) {
            String command = asking.command(each);
            assertTrue(command.contains("\n--rates\n280,560,840,1120,1400\n--\njava\n"), command);
        }
        assertTrue(asking.says.contains("load: 1400 a second in steps of 280"), asking.says.toString());
        // One step a block.
        assertEquals(12, asking.stepsPlanned());
    }

    @Test
    void percentilesOfRequestsAreScoresThatCanBeDecided() throws IOException {
        plan("one two", SERVICE + ", rates: [500], decide: ['p99.9', cpu-per-request]", "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_234);
        JsonObject json = asking.begin();
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        assertTrue(json.toString().contains("[\"p99.9\",\"cpu-per-request\"]"), json.toString());
    }

    @Test
    void eachRateHasThreePercentilesThatAVerdictIsAskedOn() throws IOException {
        plan("one two", SERVICE + ", rates: [500, 2000], blocks: 2", "java -jar app.jar");
        busy("one", 10_000);
        busy("two", 12_340);
        asking.begin();
        assertTrue(asking.says.toString().contains("a verdict on each of 6 comparisons"), asking.says.toString());
    }

    @Test
    void eachContenderIsCheckedAndOneThatDoesNotStartIsLeftOut() throws IOException {
        plan("one two", SERVICE, "java -jar app.jar");
        busy("one", 1_000);
        asking.checked("two", 3, "whichjvm: the server ended before it was ready\n");
        assertEquals("[\"one\"]", asking.begin().get("contenders").toString());
        assertTrue(asking.says.contains("skipped two: the server ended before it was ready"), asking.says.toString());
    }

    @Test
    void ratesThatAreGivenAreThoseOfAllForksAndOfNoContendersName() throws IOException {
        plan("one two", SERVICE + ", rates: [500, 2000]", "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_000);
        assertEquals("[\"one\",\"two\"]", asking.begin().get("contenders").toString());
        assertTrue(asking.command("two").contains("\n--rate\n500,2000\n"));
    }

    @Test
    void aRateBeyondTheGeneratorsIsRefused() throws IOException {
        plan("one", SERVICE + ", rates: [30000]", "java -jar app.jar");
        busy("one", 1_000);
        String said = assertThrows(CannotRunHere.class, () -> asking.begin()).getMessage();
        assertTrue(said.contains("the load generator can send 40000 here"), said);
    }

    @Test
    void aDryRunHasNoRatesAndSaysSo() throws IOException {
        plan("one two", SERVICE, "java -jar app.jar");
        asking.begin(true);
        assertFalse(asking.command("one").contains("--rates"));
        assertTrue(
                asking.says.contains(
                        "a dry run has no checks, which tell the rates: the commands of forks have no --rates"
                                + " yet"),
                asking.says.toString());
    }

    @Test
    void aBlockTakesTheStartOfEachServerAndTheTurnsOfAll() throws IOException {
        // 2 × (15 + 2 × 10) + 11 × 2 × 1.9 s a block.
        plan("one two", SERVICE + ", blocks: 1", "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_000);
        asking.begin();
        assertTrue(
                asking.says.contains("2 contenders × 1 block of 11 turns of 1500 ms: about 2 min"),
                asking.says.toString());
        // Three times 111.8 s, a minute for each server to get ready, and one more.
        String command = asking.command("one");
        assertTrue(command.contains("\ndeadlineSeconds=516\n"), command);
    }

    @Test
    void onAHostEachServerHasAPortOfItsOwn() throws IOException {
        asking.runner = "host";
        plan("one two", SERVICE + ", control: true, baseline: one", "java -jar app.jar {port}");
        busy("one", 1_000);
        busy("two", 1_000);
        asking.begin();
        assertTrue(asking.command("one").contains("\n--port\n8080\n--\njava\n"));
        assertTrue(asking.command("two").contains("\n--port\n8081\n--\njava\n"));
        assertTrue(asking.command("one+again").contains("\n--port\n8082\n--\njava\n"));
    }

    @Test
    void serversShareTheMemoryThatIsFree() throws IOException {
        asking.memoryBytes = 16 * GIB;
        plan("one two", SERVICE + ", control: true, baseline: one", "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_000);
        asking.begin();
        assertTrue(asking.command("one+again").contains("\nmemoryBytes=" + 4 * GIB + "\n"));
    }

    @Test
    void serversOfASizeTakeNoMoreThanThat() throws IOException {
        asking.memoryBytes = GIB;
        plan(
                "one one+memory256m two+memory256m",
                SERVICE + ", blocks: 2, program: {memoryBytes: 536870912}",
                "java -jar a.jar");
        for (String each : asking.asked().contenders()) {
            busy(each, 1_000);
        }
        assertEquals(2, asking.begin().get("blocks").getAsInt());
        assertTrue(asking.command("two+memory256m").contains("\nmemoryBytes=268435456\n"));
    }

    @Test
    void serversThatDoNotFitTogetherTakeGroups() throws IOException {
        asking.memoryBytes = 10 * GIB;
        plan("one two one+again", LARGE + ", blocks: 2", "java -jar app.jar");
        for (String each : asking.asked().contenders()) {
            busy(each, 1_000);
        }
        assertEquals(4, asking.begin().get("blocks").getAsInt());
        Asking other = other("other");
        asking = other;
        asking.runner = "docker";
        asking.memoryBytes = 7 * GIB;
        plan("one two", LARGE, "java -jar app.jar");
        busy("one", 1_000);
        busy("two", 1_000);
        String said = assertThrows(CannotRunHere.class, () -> asking.begin()).getMessage();
        assertTrue(said.endsWith("free some, or lower --memory, +heap2g, or -Xmx in JAVA_OPTS"), said);
    }

    @Test
    void aFileOfRequestsIsOneOfTheMountedFolder() throws IOException {
        asking.runner = "host";
        plan("one", "service: {port: 80, targets: targets}", "java -jar app.jar");
        String command = asking.command("one");
        assertTrue(command.contains("\n--targets\ntargets\n"), command);
        assertFalse(command.contains("--request"), command);
    }
}
