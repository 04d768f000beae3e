package org.whichjvm.workload.fork;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.jvmlog.JvmLog;

/**
 * The frame around a workload: host lock, signals, the fork's file and its table. What a workload does in between is
 * its own.
 */
public final class Fork {
    private static final long CLEAN_UP_SECONDS = 10;

    private final long startedNanos = System.nanoTime();
    private final Instant started = Instant.now();
    private final String workload;
    private Check checked = check -> {};
    private final Map<String, byte[]> beside = new LinkedHashMap<>();
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private JvmLog jvmLog;

    /** Ends what measures, which then cleans up; null if a signal need not wait for that. */
    private Runnable stop;

    private boolean interrupted;

    /** A fork of the workload of that name, which starts now. */
    public Fork(String workload) {
        this.workload = workload;
    }

    /** Says what a check does, and tells beside what is known of the JVM. */
    public Fork check(Check does) {
        checked = does;
        return this;
    }

    /**
     * Runs a checked workload and writes what came of it.
     *
     * @param parameters every effective setting
     * @param plan a line for a person that says which measurement comes
     * @return the exit code: 0, or 3 if the fork failed, its file says why
     * @throws CannotRun if this host cannot run it
     * @throws WrongUsage if the results folder cannot be used
     */
    @SuppressWarnings("try") // the host's lock is held, not used
    public int run(ForkOptions options, JsonObject parameters, String plan, Measurement measurement) throws Exception {
        ForkId id = options.fork(started);
        ForkFiles files = options.files(id);
        // A file is written whole or not begun: a signal waits for the one or prevents the other.
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "on-signal"));
        try (HostLock lock = HostLock.ofHost();
                JvmLog log = JvmLog.open()) {
            jvmLog = log;
            say("%s: %s", id.contender, plan);
            return options.checkOnly ? check(id) : measure(id, files, parameters, measurement);
        } finally {
            cleaned.countDown();
        }
    }

    private int check(ForkId id) throws IOException, InterruptedException {
        JsonObject check = ForkHeader.check();
        try {
            checked.tell(check);
        } catch (ForkFailure e) {
            String verdict = e.doesNotFit() ? "does not fit" : "cannot be measured";
            say("%s %s: %s", id.contender, verdict, e.getMessage() + heap(e, check.get("jvm")));
            return ExitCode.FORK_FAILED;
        }
        check.remove("jvm");
        System.out.println(check);
        return 0;
    }

    private int measure(ForkId id, ForkFiles files, JsonObject parameters, Measurement measurement)
            throws IOException, InterruptedException {
        JsonObject json = ForkHeader.json(workload, started, id, parameters);
        Found found = null;
        ForkFailure failure = null;
        try {
            found = measurement.measure(json);
        } catch (ForkFailure e) {
            failure = e;
        } catch (OutOfMemoryError e) {
            failure = new ForkFailure(
                    "the heap of %s ran out; give a larger one (JAVA_OPTS=-Xmx…)",
                    Units.bytes(Runtime.getRuntime().maxMemory()));
        }
        if (Emulation.witness().isPresent()) {
            // Without what was measured; a program's own words may say why it failed.
            JsonElement messages = json.get("messages");
            json = ForkHeader.json(workload, started, id, parameters);
            if (messages != null) {
                json.add("messages", messages);
            }
            beside.keySet().retainAll(Collections.singleton(ForkNames.OUT));
            failure = failure == null || failure.isResult() ? ForkFailure.emulated() : failure;
        } else if (!json.has("cpuSeconds")) {
            json.add("cpuSeconds", JvmActivity.cpuSeconds());
        }
        String reason = failure == null ? null : failure.getMessage() + heap(failure, json.get("jvm"));
        if (failure != null) {
            json.addProperty("status", failure.status());
            json.addProperty("reason", reason);
        }
        if (!write(files, json)) {
            say("interrupted: nothing was kept");
            return ExitCode.FORK_FAILED;
        }
        if (failure != null) {
            say("%s %s: %s", id.contender, failure.status(), reason);
            return failure.exitCode();
        }
        System.out.print(found.table);
        say("wrote %s", files.json());
        // The last line is what whichjvm compare shows while the next fork runs.
        say("%s: %s", id.contender, found.line);
        return 0;
    }

    /** Which heap the JVM of a program chose that does not fit; empty of others. */
    private static String heap(ForkFailure failure, JsonElement jvm) {
        boolean known = failure.doesNotFit() && jvm instanceof JsonObject && ((JsonObject) jvm).has("maxHeapBytes");
        return known
                ? ", with a heap of at most "
                        + Units.bytes(((JsonObject) jvm).get("maxHeapBytes").getAsLong())
                : "";
    }

    /** The log of this JVM, while the workload runs. */
    public JvmLog jvmLog() {
        return jvmLog;
    }

    /** Says what ends the measurement upon SIGINT or SIGTERM, which waits until it is cleaned up. */
    public synchronized void onSignal(Runnable stops) {
        stop = stops;
    }

    /**
     * Keeps a file beside the fork's.
     *
     * @param ending of its name; see {@link org.whichjvm.common.ForkNames}
     * @param bytes which stay as they are: a copy may be half of this JVM's heap
     */
    public void keep(String ending, byte[] bytes) {
        beside.put(ending, bytes);
    }

    /**
     * Keeps what was recorded, and its stacks.
     *
     * @throws ForkFailure if it cannot be read, or is too large
     */
    public void keep(Recording recording, Profiling profiling) {
        keep(ForkNames.COLLAPSED, recording.stacks(profiling));
        keep(ForkNames.JFR, recording.bytes());
    }

    /** Whether it was written: not once a signal has come. */
    private synchronized boolean write(ForkFiles files, JsonObject json) throws IOException {
        if (interrupted) {
            return false;
        }
        json.addProperty("wallSeconds", Units.seconds(System.nanoTime() - startedNanos));
        for (Map.Entry<String, byte[]> each : beside.entrySet()) {
            files.write(each.getKey(), each.getValue());
        }
        files.write(json);
        return true;
    }

    private void interrupt() {
        Runnable stops;
        synchronized (this) {
            interrupted = true;
            stops = stop;
        }
        if (stops == null) {
            return;
        }
        stops.run();
        try {
            if (!cleaned.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
                say("gave up cleaning after %d s", CLEAN_UP_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says something to a person, on stderr. */
    public static void say(String format, Object... args) {
        System.err.println("whichjvm: " + Units.text(format, args));
    }

    /** What a person is told of a fork that is done: a table, and what follows its name in a line. */
    public static final class Found {
        private final String table;
        private final String line;

        public Found(String table, String line) {
            this.table = table;
            this.line = line;
        }
    }

    /** What is found out before a campaign begins. */
    @FunctionalInterface
    public interface Check {
        /** Adds what it finds; {@link ForkFailure} if the contender cannot be measured. */
        void tell(JsonObject check) throws IOException, InterruptedException;
    }

    /** The part of a workload between the header and the end. */
    @FunctionalInterface
    public interface Measurement {
        /** Adds all of its own; {@link ForkFailure} if the numbers are not to be believed. */
        Found measure(JsonObject json) throws IOException, InterruptedException;
    }
}
