package org.whichjvm.workload.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.RateStep;

/** The real load generator, by WHICHJVM_VEGETA or on the PATH, and a server in this JVM. */
class VegetaTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
    private HttpServer server;
    private Vegeta vegeta;
    private int port;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1_024);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        port = server.getAddress().getPort();
        vegeta = new Vegeta(folder, folder);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        count(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
        respond(exchange);
    }

    private void count(String what) {
        seen.computeIfAbsent(what, key -> new AtomicInteger()).incrementAndGet();
    }

    private static void respond(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Test
    void requestsComeByTheirWeights() throws Exception {
        RateStep step = open(200, SECOND / 2, "3:GET /a", "HEAD /b").step;
        assertEquals(100, step.answered);
        // A request or two more may be sent, which do not count.
        assertEquals(75, seen.get("GET /a ").get(), 4);
        assertEquals(25, seen.get("HEAD /b ").get(), 4);
    }

    @Test
    void aBodyIsThatOfAFileInTheProgramsFolder() throws Exception {
        Path targets = folder.resolve("mine");
        Files.write(folder.resolve("body.txt"), "hello".getBytes(StandardCharsets.UTF_8));
        Files.write(targets, List.of("POST /a", "X-Mine: 1", "@body.txt"));
        RequestResult answer = ask(Requests.of(Protocol.HTTP, port, List.of(), targets));
        assertTrue(answer.isGood(), answer.reason());
        assertTrue(seen.containsKey("POST /a hello"), seen.toString());
    }

    @Test
    void whatHasNoAnswerAtTheCutIsCutOffAndCounts() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/slow", exchange -> awaitAndRespond(over, exchange));
        AttackResult record = open(100, SECOND / 2, "GET /a", "GET /slow");
        over.countDown();
        assertEquals(25, record.step.answered);
        assertEquals(25, record.step.errors);
        assertFalse(record.step.kept);
        // The first one that counts is the twelfth, the first slow one of these the one after it.
        assertEquals((500 - 120) * MILLI + LoadTurns.GRACE_NANOS, record.step.responses.getMaxValue(), MILLI);
    }

    @Test
    void anAttackThatIsEndedBeforeItBeganHasNoResult() throws Exception {
        Requests requests = requests(port, "GET /a");
        Optional<List<RequestResult>> answers;
        int attacks = 0;
        do {
            long now = System.nanoTime();
            answers = vegeta.decode(vegeta.open(requests, MILLI, now, SECOND, now));
            // One that heard the signals has begun, and was ended before it was answered.
            assertEquals(Collections.emptyList(), answers.orElse(Collections.emptyList()));
        } while (answers.isPresent() && ++attacks < 100);
        assertEquals(Optional.empty(), answers);
    }

    @Test
    void anAttackThatEndsBeforeItSentARequestHasNoResult() throws Exception {
        Requests requests = requests(port, "GET /a");
        Path ends = folder.resolve("ends");
        Files.writeString(ends, "#!/bin/sh\nfor a; do case $a in -output=*) : >${a#-output=} ;; esac; done\n");
        assertTrue(ends.toFile().setExecutable(true));
        for (Vegeta each : List.of(vegeta, new Vegeta(ends.toString(), folder, folder))) {
            // Its first request would be due after 9 s.
            long now = System.nanoTime();
            Path results = each.open(requests, 9 * SECOND, now, 99 * SECOND, now + 2 * SECOND);
            assertEquals(Optional.empty(), each.decode(results));
        }
    }

    @Test
    void aServerThatSaysNothingHasAResultWithoutAnAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            Requests requests = requests(silent.getLocalPort(), "GET /a");
            long now = System.nanoTime();
            assertEquals(
                    Optional.of(List.of()), vegeta.decode(vegeta.open(requests, MILLI, now, SECOND, now + 2 * SECOND)));
        }
    }

    private static void awaitAndRespond(CountDownLatch over, HttpExchange exchange) throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        respond(exchange);
    }

    @Test
    void aClosedLoopHasRequestsUnderWayAllTheTime() throws Exception {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        server.createContext("/wait", exchange -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            pause(20);
            underWay.decrementAndGet();
            respond(exchange);
        });
        long at = System.nanoTime();
        Path results = vegeta.closed(requests(port, "GET /wait"), Vegeta.CLOSED, at, SECOND);
        AttackResult record = AttackResult.closed(SECOND, vegeta.decode(results).orElseThrow());
        assertTrue(record.step.answered > 0, record.errors.shown());
        assertEquals(Vegeta.CLOSED, most.get());
    }

    @Test
    void aCertificateOfNobodyIsGoodEnough() throws Exception {
        HttpsServer secure = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 1_024);
        secure.setHttpsConfigurator(new HttpsConfigurator(certificate()));
        secure.setExecutor(threads);
        secure.createContext("/", VegetaTest::respond);
        secure.start();
        for (Protocol protocol : new Protocol[] {Protocol.HTTPS, Protocol.H2}) {
            Requests requests = Requests.of(protocol, secure.getAddress().getPort(), List.of(), null);
            RequestResult answer = ask(requests);
            assertTrue(answer.isGood(), answer.reason());
        }
        secure.stop(0);
    }

    /** Only the JDK's own tool makes one without a library. */
    private SSLContext certificate() throws Exception {
        Path file = folder.resolve("keys");
        char[] password = "changeit".toCharArray();
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String words = " -genkeypair -keyalg EC -alias a -dname CN=nobody -storepass changeit -keystore " + file;
        assertEquals(0, new ProcessBuilder((keytool + words).split(" ")).start().waitFor());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(file.toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void whyThereIsNoAnswerIsSaid() throws Exception {
        server.createContext("/closes", HttpExchange::close);
        assertEquals("EOF", ask("/closes").reason());
        server.createContext("/fails", exchange -> fail(exchange));
        assertEquals("503 Service Unavailable", ask("/fails").reason());
        server.stop(0);
        assertEquals("connection refused", ask("/").reason());
    }

    @Test
    void aServerMayAnswerWithAnyBytes() throws Exception {
        try (ServerSocket odd = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            threads.execute(() -> answer(odd, "HTTP/1.1 500 not\rwell, \"at\" all\r\n\r\n"));
            Requests requests = requests(odd.getLocalPort(), "GET /");
            String reason = ask(requests).reason();
            assertTrue(reason.startsWith("500 not"), reason);
        }
    }

    private static void answer(ServerSocket server, String answer) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read(new byte[1_000]);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private static void fail(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(503, -1);
        exchange.close();
    }

    private static Requests requests(int port, String... requests) {
        return Requests.of(Protocol.HTTP, port, List.of(requests), null);
    }

    private RequestResult ask(String path) throws InterruptedException {
        return ask(requests(port, "GET " + path));
    }

    /** On a busy host an attack of 2 ms may be over before it sends its request. */
    private RequestResult ask(Requests requests) throws InterruptedException {
        while (true) {
            Optional<RequestResult> answer = vegeta.ask(requests);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    /**
     * A server that answers nothing for half a second in each five: of 4 s that count, an eighth of the requests come
     * meanwhile, and the longest hundredth of all waits at least 0.46 s.
     */
    @Test
    @Tag("slow")
    void aStallIsPaidByAllThatWereDueMeanwhile() throws Exception {
        long stall = 500 * MILLI;
        long at = System.nanoTime() + 50 * MILLI;
        long from = at + 3 * SECOND;
        server.createContext("/stalls", exchange -> {
            long now = System.nanoTime();
            if (now > from && now < from + stall) {
                pause(TimeUnit.NANOSECONDS.toMillis(from + stall - now));
            }
            respond(exchange);
        });
        // More of them are due in the stall than there are connections.
        double rate = 400;
        RateStep step = open(rate, 5 * SECOND, at, "GET /stalls").step;
        assertEquals(0, step.errors);
        assertEquals(460 * MILLI, step.responses.getValueAtPercentile(99), 0.05 * 460 * MILLI);
        assertEquals(260 * MILLI, step.responses.getValueAtPercentile(94), 0.05 * 500 * MILLI);
    }

    private AttackResult open(double rate, long nanos, String... requests) throws InterruptedException {
        return open(rate, nanos, System.nanoTime() + 20 * MILLI, requests);
    }

    private AttackResult open(double rate, long nanos, long at, String... requests) throws InterruptedException {
        long cutAt = at + nanos + LoadTurns.GRACE_NANOS;
        Path results = vegeta.open(requests(port, requests), AttackResult.interval(rate), at, nanos, cutAt);
        return AttackResult.open(rate, nanos, vegeta.decode(results).orElseThrow());
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
