package org.whichjvm.workload.service;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.program.Descendants;
import org.whichjvm.workload.program.OutOfMemory;
import org.whichjvm.workload.program.Output;
import org.whichjvm.workload.program.ProgramEnd;

/** A person's server: started, waited for until it is ready, and ended with all its processes. */
final class Server {
    private static final long LOOK_MILLIS = 10;
    private static final int CONNECT_MILLIS = 200;
    private static final long READ_OUT_MILLIS = 10_000;

    private final int port;
    private final Readiness readiness;
    final Output output;
    private final OutOfMemory outOfMemory = new OutOfMemory(new Cgroups(HostFiles.HOST));
    private Process process;
    private Thread reader;
    long startedNanos;

    private static final long LOOK_ELSEWHERE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A server that waits takes at most this share of a CPU. */
    private static final double IDLE = 0.05;

    /**
     * A server that listens on another port, and is idle for the timeout divided by this, has started and will not
     * become ready. A server that waits for a database may be idle too, so it gets more time if the person gives more.
     */
    private static final int PATIENCE = 4;

    /** When the line that was waited for came; 0 until then. */
    private volatile long lineNanos;

    /** Why the path that was asked last had no good answer. */
    private String lastReason = "";

    Server(int port, Readiness readiness) {
        this.port = port;
        this.readiness = readiness;
        output = new Output(
                readiness.line == null
                        ? Collections.emptyList()
                        : Collections.<Consumer<String>>singletonList(this::look));
    }

    private void look(String line) {
        if (lineNanos == 0 && readiness.line.matcher(line).find()) {
            lineNanos = System.nanoTime();
        }
    }

    /** Starts it on the CPUs of the calling thread; {@link CannotRun} if that cannot be. */
    void start(ProcessBuilder builder) {
        if (accepts()) {
            throw new CannotRun("port %s is taken by another process of this host", port)
                    .orTry(
                            "end that one, or give a port that is free, with {port} in the program where its number goes");
        }
        Descendants.adopt();
        builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
        startedNanos = System.nanoTime();
        try {
            process = OutOfMemory.start(builder::start);
        } catch (IOException e) {
            throw new CannotRun("the server cannot be started: %s", e.getMessage())
                    .orTry("a program on the PATH, or of the mounted folder (--mount DIR)");
        }
        reader = new Thread(() -> output.read(process.getInputStream()), "output");
        reader.start();
    }

    /**
     * Waits until it is ready, by the answer to a request if a path says so; returns how long that took from its start,
     * in ns. {@link ForkFailure} if it ends before, or is not ready in time.
     */
    long awaitReady(Vegeta vegeta, Requests request, long timeoutNanos) throws InterruptedException {
        Elsewhere elsewhere = new Elsewhere();
        while (true) {
            Optional<Long> ready = ready(vegeta, request);
            if (ready.isPresent()) {
                return ready.get() - startedNanos;
            }
            check("before it was ready");
            if (elsewhere.idleNanos() > timeoutNanos / PATIENCE) {
                throw new ForkFailure(
                        "the server was idle for %.0f s and is not ready: %s, or a longer --timeout%s",
                        Units.seconds(timeoutNanos / PATIENCE), missing(), output.saidLast());
            }
            if (System.nanoTime() - startedNanos > timeoutNanos) {
                throw new ForkFailure(
                        "the server was not ready after %.0f s (--timeout): %s%s",
                        Units.seconds(timeoutNanos), missing(), output.saidLast());
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Since when it is ready. */
    private Optional<Long> ready(Vegeta vegeta, Requests request) throws InterruptedException {
        long line = lineNanos;
        if (!accepts() || readiness.line != null && line == 0) {
            return Optional.empty();
        }
        if (readiness.path == null) {
            return Optional.of(line == 0 ? System.nanoTime() : line);
        }
        long askedAt = System.nanoTime();
        Optional<RequestResult> answer = vegeta.ask(request);
        lastReason = answer.map(RequestResult::reason).orElse("nothing");
        return answer.filter(RequestResult::isGood).map(each -> askedAt + each.endedAt - each.sentAt);
    }

    /** How long it has listened elsewhere and done nothing: then nobody waits for the timeout. */
    private final class Elsewhere {
        private final ServerProcesses processes = new ServerProcesses();
        private long lookedAt;
        private long since = System.nanoTime();
        private long cpuSince;

        /** In ns; 0 if it is not known now. */
        long idleNanos() {
            long now = System.nanoTime();
            // To look takes CPU time, of which a start has a use.
            if (now - lookedAt < LOOK_ELSEWHERE_NANOS) {
                return 0;
            }
            lookedAt = now;
            SortedSet<Integer> ports = ServerProcesses.ports();
            long cpu = processes.cpuNanos();
            if (ports.isEmpty() || accepts() || cpu - cpuSince > IDLE * (now - since)) {
                since = now;
                cpuSince = cpu;
            }
            return now - since;
        }
    }

    private String missing() {
        if (accepts()) {
            return readiness.path == null
                    ? "no line of its output matched --ready regex:" + readiness.line
                    : "GET " + readiness.path + " was answered last by: " + lastReason;
        }
        SortedSet<Integer> ports = ServerProcesses.ports();
        if (ports.contains(port)) {
            return Units.text(
                    "port %d accepts no connection at 127.0.0.1, and its processes listen on it at another address or in"
                            + " another network namespace; have them listen at 127.0.0.1 or 0.0.0.0 of this one",
                    port);
        }
        String listen = ports.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return Units.text(
                "port %d accepts no connection, and its processes listen on %s",
                port, ports.isEmpty() ? "no port" : "port " + listen + "; give that one");
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Looks whether it lives: its first process, or one that it left behind when it ended well. If not, the
     * {@link ForkFailure} has when that was, in words that follow "the server failed".
     */
    void check(String when) throws InterruptedException {
        output.check();
        if (process.isAlive()
                || process.exitValue() == 0 && !Descendants.alive().isEmpty()) {
            return;
        }
        reader.join(READ_OUT_MILLIS);
        ProgramEnd.checkJava(process.exitValue(), output);
        outOfMemory.check("the server", output);
        throw new ForkFailure("the server %s, %s%s", ProgramEnd.how(process.exitValue()), when, output.saidLast());
    }

    /** Ends it, with all its processes, by force after a grace; returns what it printed. */
    byte[] end(long graceNanos) throws InterruptedException {
        if (process != null) {
            Descendants.end(graceNanos, false);
            process.waitFor();
            reader.join(READ_OUT_MILLIS);
            Descendants.end(Descendants.GRACE_OF_REST_NANOS, true);
        }
        return output.kept();
    }
}
