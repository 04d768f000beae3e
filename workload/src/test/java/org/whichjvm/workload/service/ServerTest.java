package org.whichjvm.workload.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.program.Descendants;

/** Servers that work, and servers that fail each in its way: test/services/faulty. */
class ServerTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    static Path classes;

    @TempDir
    Path folder;

    private Server server;
    private int port;

    @BeforeAll
    static void compile() {
        Path source = Paths.get("..", "test", "services", "faulty", "Faulty.java");
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source.toString());
        assertEquals(0, failed);
    }

    @BeforeEach
    void freePort() throws IOException {
        port = 0;
        while (port == 0) {
            // A server that listens on another port takes the next one.
            try (ServerSocket free = new ServerSocket(0);
                    ServerSocket next = new ServerSocket(free.getLocalPort() + 1)) {
                port = next.getLocalPort() - 1;
            } catch (BindException e) {
                // It is taken: another pair.
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.end(SECOND);
            assertEquals(List.of(), Descendants.alive());
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"/health", "regex:listening on port \\d+"})
    void aServerIsReadyByItsPortItsPathOrALine(String ready) throws Exception {
        start(ready, "works");
        assertTrue(awaitReady() > 0);
        // Its port accepts before it prints.
        String printed = new String(server.end(SECOND), StandardCharsets.UTF_8);
        assertTrue(ready == null || printed.equals("listening on port " + port + "\n"), printed);
    }

    /** PORT is that of the server, and NEXT the one after it. */
    @ParameterizedTest
    @CsvSource({
        "/health, never-ready, '(--timeout): GET /health was answered last by: 503 Service Unavailable; it said last:"
                + " listening on port PORT'",
        "regex:Started, works, no line of its output matched --ready regex:Started",
        "/health, other-port, 'port PORT accepts no connection, and its processes listen on port NEXT; give that one'",
        "/health, other-address, 'port PORT accepts no connection at 127.0.0.1, and its processes listen on it at'",
    })
    void ofAServerThatIsNeverReadyTheMissingSignIsSaid(String ready, String way, String said) throws Exception {
        start(ready, way);
        assertFails(
                said.replace("PORT", String.valueOf(port)).replace("NEXT", String.valueOf(port + 1)),
                this::awaitInVain);
    }

    @Test
    void aServerElsewhereIsNotWaitedForUntilTheTimeout() throws Exception {
        start("/health", "other-address");
        assertFails("the server was idle for 3 s and is not ready: port " + port, this::awaitLong);
        end();
        start("/health", "other-port");
        assertFails("the server was idle for 3 s and is not ready: port " + port, this::awaitLong);
    }

    private void awaitLong() throws InterruptedException {
        server.awaitReady(vegeta(), requests().get("/health"), 12 * SECOND);
    }

    @Test
    void aServerThatEndsBeforeItIsReadySaysWhy() throws Exception {
        start("/health", "exits");
        assertFails(
                "the server failed with exit code 5, before it was ready; it said last: There is no"
                        + " configuration.",
                this::awaitReady);
    }

    @Test
    void aPortThatIsTakenIsSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(port)) {
            CannotRun cannot = assertThrows(CannotRun.class, () -> start("/health", "works"), "it is taken");
            assertTrue(
                    cannot.getMessage().startsWith("port " + taken.getLocalPort() + " is taken"), cannot.getMessage());
        }
        server = null;
    }

    @Test
    void aServerThatCrashesUnderLoadEndsTheFork() throws Exception {
        ServerLoad load = load("crashes", "20");
        assertFails(
                "the server failed with exit code 7, under 100 requests a second; it said last: listening on"
                        + " port "
                        + port
                        + " | The disk is full.",
                () -> load.step(100, System.nanoTime(), SECOND));
    }

    @Test
    void aServerThatIsKilledUnderLoadEndsTheFork() throws Exception {
        ServerLoad load = load("works");
        for (int pid : Descendants.alive()) {
            Kernel.signal(pid, Kernel.SIGKILL);
        }
        assertFails(
                "the server was killed (signal 9), while it" + " was kept busy",
                () -> load.saturate(System.nanoTime(), SECOND / 10));
    }

    @Test
    void aServerThatAnswersNothingWellIsNotWarm() throws Exception {
        ServerLoad fails = load("fails");
        assertFails("500 Internal Server Error (", () -> warmUp().run(fails, SECOND / 4));
        end();
        ServerLoad closes = load("closes");
        assertFails("EOF (", () -> warmUp().run(closes, SECOND / 4));
    }

    @Test
    void aGeneratorThatNeverBeginsIsNoSilentServer() throws Exception {
        start("/health", "works");
        awaitReady();
        Vegeta none = new Vegeta("/bin/true", folder, folder);
        assertFails(
                "the load generator did not begin",
                () -> warmUp().run(new ServerLoad(server, none, requests()), SECOND / 4));
    }

    @Test
    void errorsAtTheLowestRateFailTheForkAndAreCounted() throws Exception {
        ServerLoad load = load("fails");
        assertTrue(load.saturate(System.nanoTime(), SECOND).get().errors > 0);
        load.step(200, System.nanoTime(), SECOND / 5).get();
        load.step(100, System.nanoTime(), SECOND).get();
        assertFails(
                "% of the requests at the lowest rate, 100 a second, failed, and 1 % may: 500 Internal"
                        + " Server Error (",
                load::checkErrors);
        assertTrue(load.statuses().get("500").getAsLong() > 100, load.statuses().toString());
    }

    @Test
    void cpuTimeIsTheServersAndNeverFalls() throws Exception {
        ServerLoad load = load("works");
        long before = load.cpuNanos();
        long generatorBefore = load.generatorNanos();
        assertTrue(load.saturate(System.nanoTime(), SECOND / 2).get().answered > 0);
        load.checkErrors();
        long after = load.cpuNanos();
        assertTrue(after > before, after + " ns after " + before);
        assertTrue(load.generatorNanos() > generatorBefore);
        assertTrue(ServerProcesses.peakBytes() > 10 << 20);
        end();
        assertEquals(after, load.cpuNanos(), 2e9);
        assertTrue(load.cpuNanos() >= after);
    }

    @Test
    void aWarmUpEndsWithARateAndACurve() throws Exception {
        ServerLoad load = load("works");
        WarmUp warmUp = warmUp();
        warmUp.run(load, SECOND / 2);
        assertTrue(warmUp.busyRate() > 0);
        assertTrue(warmUp.secondsUntilWarm() > 0);
        assertTrue(warmUp.json().getAsJsonArray("curve").size() > 0);
    }

    @Test
    void theGeneratorsCpuHelpsInTheWarmUpAloneAndTheServerIsOnItsOwnInTheEnd() throws Exception {
        List<Integer> all = Cpus.effective();
        List<Integer> own = all.subList(all.size() - 1, all.size());
        ServerLoad load = load("works");
        Set<List<Integer>> during = ConcurrentHashMap.newKeySet();
        Thread watcher = new Thread(() -> watch(during));
        watcher.start();
        new WarmUp(server.startedNanos, own, all).run(load, SECOND);
        watcher.interrupt();
        watcher.join();
        assertTrue(during.contains(all), during.toString());
        assertEquals(Set.of(own), cpusOfThreads());
    }

    private static void watch(Set<List<Integer>> seen) {
        while (!Thread.currentThread().isInterrupted()) {
            seen.addAll(cpusOfThreads());
            LockSupport.parkNanos(SECOND / 100);
        }
    }

    private static Set<List<Integer>> cpusOfThreads() {
        Set<List<Integer>> all = new HashSet<>();
        for (int pid : Descendants.alive()) {
            String task = "/proc/" + pid + "/task/";
            for (String tid : HostFiles.HOST.names(task)) {
                String cpus = HostFiles.HOST.field(task + tid + "/status", "Cpus_allowed_list");
                if (cpus != null) {
                    all.add(HostFiles.toCpuList(cpus));
                }
            }
        }
        return all;
    }

    private WarmUp warmUp() {
        List<Integer> cpus = Cpus.effective();
        return new WarmUp(server.startedNanos, cpus, cpus);
    }

    private ServerLoad load(String... way) throws InterruptedException {
        start("/health", way);
        awaitReady();
        return new ServerLoad(server, vegeta(), requests());
    }

    private void start(String ready, String... way) {
        server = new Server(port, new Readiness(ready));
        List<String> words = new ArrayList<>();
        words.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-cp", classes.toString(), "Faulty", String.valueOf(port)));
        words.addAll(List.of(way));
        server.start(new ProcessBuilder(words));
    }

    private long awaitReady() throws InterruptedException {
        return server.awaitReady(vegeta(), requests().get("/health"), 60 * SECOND);
    }

    /** Waits until it listens somewhere, and then shortly for its readiness, which never comes. */
    private void awaitInVain() throws InterruptedException {
        while (ServerProcesses.ports().isEmpty()) {
            server.check("before it listened");
            TimeUnit.MILLISECONDS.sleep(10);
        }
        long until = System.nanoTime() + SECOND;
        server.awaitReady(vegeta(), requests().get("/health"), until - server.startedNanos);
    }

    private Vegeta vegeta() {
        return new Vegeta(folder, folder);
    }

    private Requests requests() {
        return Requests.of(Protocol.HTTP, port, List.of(), null);
    }

    private static void assertFails(String said, Executable executable) {
        String message = assertThrows(ForkFailure.class, executable).getMessage();
        assertTrue(message.contains(said), message);
    }
}
