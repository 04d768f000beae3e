package org.whichjvm.workload.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.fork.PathingJar;
import org.whichjvm.workload.fork.Schemas;
import org.whichjvm.workload.host.QuietHost;

/** What a real fork writes, as {@code launch} starts it, fits its schema. */
class ForkSchemaTest {
    private static final int TRIES = 5;

    @TempDir
    Path out;

    // No metric counts here, and the first compiler warms up in half the time.
    private String javaOptions = "-XX:TieredStopAtLevel=1 -XX:-AlwaysPreTouch";
    private String heap = "";
    private Stream<String> times;

    @BeforeEach
    void twoCpus() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a fork needs two CPUs");
    }

    @Test
    void aForkThatIsOk() throws Exception {
        onAQuietHost(() -> fork("--rate", "10000"));
        jsonHas("\"ok\"", "\"histogram\": \"HISTFAAA");
        assertTrue(Files.exists(out.resolve("c/forks/002-a.hlog")));
    }

    @Test
    void aForkByTurns() throws Exception {
        onAQuietHost(() -> fork("--rate", "20000", "--turn", "100ms", "--duration", "500ms"));
        jsonHas("\"rounds\": 5", "\"asleepMicros\"");
        assertTrue(Files.exists(out.resolve("c/forks/002-a.hlog")));
    }

    @Test
    void aForkOfMessagesThatTellsOfItsMemory() throws Exception {
        onAQuietHost(() -> fork("--rate", "20000", "--turn", "100ms", "--duration", "500ms", "--profile", "memory"));
        jsonHas("\"profile\": \"memory\"");
        String rows = read(out.resolve("c/forks/002-a.collapsed"));
        assertTrue(rows.contains("];the queue ") && rows.contains(";memory without a file;heap "), rows);
    }

    @Test
    @Tag("slow")
    void aForkThatIsOverloaded() throws Exception {
        // More than any CPU exchanges.
        assertEquals(3, fork("--rate", "10000000"));
        jsonHas("\"overloaded\"");
    }

    @Test
    void aForkOfGcSteal() throws Exception {
        javaOptions += " -Xms32m -Xmx32m";
        // However slow the host is, this is enough time to fill so small a heap.
        assertEquals(0, fork("gc-steal", "--duration", "2s"));
        jsonHas("\"pause-p50\"");
    }

    @Test
    void aForkOfGcStealThatFailed() throws Exception {
        // Less is allocated than a young generation holds.
        javaOptions = "-XX:-AlwaysPreTouch -Xms2g -Xmx2g -Xmn1900m";
        assertEquals(3, fork("gc-steal", "--live", "1m"));
        jsonHas("no garbage was collected");
    }

    @Test
    @Tag("slow")
    void aForkOfAnApplicationUnderLoad() throws Exception {
        heap = String.valueOf(256 << 20);
        times = Stream.of("--warmup", "300ms", "--turn", "200ms");
        assertEquals(
                0,
                fork("retail", "--points", "5", "--live", "32m", "--profile", "cpu"),
                () -> read(out.resolve("said")));
        jsonHas("\"max-throughput\"", "\"cpu-per-transaction\"");
        String stacks = read(out.resolve("c/forks/002-a.collapsed"));
        assertTrue(stacks.contains("Transactions.run"), stacks);
    }

    @Test
    @Tag("slow")
    void aForkThatLooksForTheGreatestRate() throws Exception {
        times = Stream.of("--warmup", "300ms", "--turn", "100ms");
        // Nothing that a busy host does takes so long.
        assertEquals(0, fork("queue-rate", "--points", "5", "--service-level", "10s"), () -> read(out.resolve("said")));
        jsonHas("\"max-rate\"", "\"serviceLevelNanos\": 10000000000");
    }

    @Test
    void aForkOfAProgram() throws Exception {
        javaOptions = "";
        times = Stream.of("--timeout", "20s");
        assertEquals(0, fork("command", "--metric", "n=N ([0-9]+)", "--", "echo", "N 7 ms"));
        jsonHas("\"page-faults\"");
        assertEquals("N 7 ms\n", read(out.resolve("c/forks/002-a.out")));
    }

    @Test
    void aForkOfAProgramThatFailed() throws Exception {
        javaOptions = "";
        times = Stream.of("--timeout", "20s");
        assertEquals(3, fork("command", "--", "false"));
        jsonHas("the program failed with exit code 1; it printed nothing");
    }

    @Test
    void aForkOfAService() throws Exception {
        javaOptions = "";
        times = Stream.of("--warmup", "300ms", "--turn", "300ms", "--rates", "20,40,60,80,100", "--profile", "memory");
        assertEquals(0, service("works"), () -> read(out.resolve("said")));
        jsonHas("\"start-to-ready\"", "\"cpu-per-request\"", "\"generatorRate\"", "\"committed-heap\"");
        String rows = read(out.resolve("c/forks/002-a.collapsed"));
        assertTrue(rows.contains(";memory without a file;heap "), rows);
        String printed = read(out.resolve("c/forks/002-a.out"));
        assertTrue(printed.startsWith("listening on port "), printed);
    }

    @Test
    void aForkOfAServiceThatFailed() throws Exception {
        javaOptions = "";
        times = Stream.of("--warmup", "300ms", "--turn", "300ms");
        assertEquals(3, service("exits"));
        jsonHas("failed with exit code 5, before it was ready", "There is no configuration.");
    }

    private int service(String way) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String folder = Paths.get("..", "test", "services", "faulty").toString();
        return fork(
                "service",
                "--port=" + port,
                "--ready=/health",
                "--app=" + folder,
                "--",
                "java",
                "Faulty.java",
                "{port}",
                way);
    }

    /**
     * Where others take the CPUs, no exchange keeps its pace, and the fork rightly says so. It is tried again then, and
     * given up as untested, not as wrong, if the host does not become quiet.
     */
    private void onAQuietHost(Fork fork) throws IOException, InterruptedException {
        double lost = 0;
        for (int i = 0; i < TRIES; i++) {
            if (fork.run() == 0) {
                return;
            }
            String said = read(out.resolve("said"));
            assertTrue(said.contains("overloaded: ") || said.contains("start on time"), said);
            lost = Math.max(lost, QuietHost.lost());
        }
        assumeTrue(lost < QuietHost.MOST_LOST, "others took " + lost + " of a CPU from this test");
        throw new AssertionError(TRIES + " forks on a quiet host were overloaded");
    }

    private int fork(String... options) throws IOException, InterruptedException {
        int code = launch(options).start().waitFor();
        assertTrue(code == 0 || code == 3, () -> code + ": " + read(out.resolve("said")));
        return code;
    }

    /** The fork's file fits the schema and has these parts. */
    private void jsonHas(String... parts) throws IOException {
        String json = Files.readString(out.resolve("c/forks/002-a.json"));
        assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
        for (String part : parts) {
            assertTrue(json.contains(part), json);
        }
    }

    private ProcessBuilder launch(String... options) throws IOException {
        ProcessBuilder launch =
                new ProcessBuilder(Paths.get("launch").toAbsolutePath().toString());
        Stream<String> common = Stream.concat(
                times == null ? Stream.of("--duration", "200ms", "--warmup", "100ms") : times,
                Stream.of("--fork", "c/2-a"));
        // The last of an option given twice counts, and the workload's name comes first.
        int named = options[0].startsWith("-") ? 0 : 1;
        launch.command().addAll(Arrays.asList(options).subList(0, named));
        common.forEach(launch.command()::add);
        launch.command().addAll(Arrays.asList(options).subList(named, options.length));
        launch.environment()
                .put("WHICHJVM_JAR", PathingJar.write(out, Main.class).toString());
        launch.environment().put("WHICHJVM_OUT", out.toString());
        // Nothing is measured here, so another fork on this host does no harm.
        launch.environment().put("WHICHJVM_LOCK_HELD", "1");
        launch.environment().put("JAVA_OPTS", javaOptions);
        launch.environment().put("WHICHJVM_HEAP", heap);
        launch.environment()
                .merge(
                        "PATH",
                        System.getProperty("java.home") + "/bin",
                        (path, java) -> java + File.pathSeparator + path);
        launch.redirectErrorStream(true).redirectOutput(out.resolve("said").toFile());
        return launch;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException exception) {
            return exception.toString();
        }
    }

    /** Runs a fork and returns its exit code. */
    @FunctionalInterface
    private interface Fork {
        int run() throws IOException, InterruptedException;
    }
}
