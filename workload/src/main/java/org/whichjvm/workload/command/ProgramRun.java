package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.program.Descendants;
import org.whichjvm.workload.program.OutOfMemory;
import org.whichjvm.workload.program.Output;
import org.whichjvm.workload.program.ProgramEnd;
import org.whichjvm.workload.score.Score;

/**
 * One run of a program, from its start to the end of everything that it started: whether it failed, and the scores that
 * every program has.
 */
final class ProgramRun {
    private static final long LOOK_MILLIS = 1_000;
    private static final long READ_OUT_MILLIS = 10_000;

    /** This many bytes must stay free where a program can write; with fewer it ends, before the host suffers. */
    private static final long LEAST_FREE = 64L << 20;

    private static final double MILLION = 1e6;

    /** The CPU time of all its processes, which is what a cloud bills. */
    private static final String CPU = "cpu";

    private final ProcessBuilder builder;
    private final Pattern until;
    private final long timeoutNanos;
    private final List<File> disks;
    final Output output;
    private Process process;
    private long startedNanos;
    long startedMicros;

    /** From the start to the first line that was waited for, in ns; 0 if it did not come. */
    private volatile long untilNanos;

    /** From the start to the end of the process that was started, in ns. */
    long wallNanos;

    /** Its exit code; 128 + N if signal N ended it. */
    int exit;

    /** Processes that it had left behind, which were ended. */
    int left;

    /** Why it was ended, in words that follow "the program"; null if it ended by itself. */
    String ended;

    /** Its processes used the difference of these: {@link Kernel#childUsage}. */
    private long[] before;

    private long[] after;

    final PeakMemory memory = new PeakMemory();
    private final OutOfMemory outOfMemory = new OutOfMemory(new Cgroups(HostFiles.HOST));

    /** Takes a program, who watches its lines, and which line ends it; null for none. */
    ProgramRun(ProcessBuilder builder, List<Consumer<String>> watchers, Pattern until, long timeoutNanos) {
        this.builder = builder;
        this.until = until;
        this.timeoutNanos = timeoutNanos;
        List<Consumer<String>> all = new ArrayList<>(watchers);
        if (until != null) {
            all.add(this::look);
        }
        output = new Output(all);
        disks = Arrays.asList(builder.directory(), new File("/dev/shm"));
    }

    /**
     * Runs it, with what is to be done just before its start and just after its end; {@link CannotRun} if it cannot.
     */
    @SuppressWarnings("try") // what is closed was used elsewhere
    void run(Runnable atStart, Runnable atEnd) throws InterruptedException {
        Optional<File> full = fullDisk();
        if (full.isPresent()) {
            throw new CannotRun("%s has less than %s free", full.get(), Units.bytes(LEAST_FREE))
                    .orTry("make room first");
        }
        Descendants.adopt();
        // The first process that a JVM starts takes longer, for the classes that do it.
        HostFiles.HOST.firstLine("true");
        before = Kernel.childUsage();
        try (PeakMemory closed = memory) {
            runMeasured(atStart, atEnd);
        }
        exit = process.exitValue();
    }

    private void runMeasured(Runnable atStart, Runnable atEnd) throws InterruptedException {
        builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
        try {
            process = OutOfMemory.start(() -> memory.start(builder, () -> {
                atStart.run();
                begin();
            }));
        } catch (IOException e) {
            throw new CannotRun("the program cannot be started: %s", e.getMessage())
                    .orTry("a program on the PATH, or of the mounted folder (--mount DIR)");
        }
        Thread reader = new Thread(() -> output.read(process.getInputStream()), "output");
        reader.start();
        waitForEnd();
        wallNanos = System.nanoTime() - startedNanos;
        atEnd.run();
        endAll();
        reader.join(READ_OUT_MILLIS);
        memory.end();
        after = Kernel.childUsage();
    }

    private void begin() {
        startedMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        startedNanos = System.nanoTime();
    }

    private void look(String line) {
        if (untilNanos == 0 && until.matcher(line).find()) {
            untilNanos = System.nanoTime() - startedNanos;
            // Process.destroy() would close the output, which has more to say.
            Descendants.askChildren();
        }
    }

    private void waitForEnd() throws InterruptedException {
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            long nanos = System.nanoTime() - startedNanos;
            long seen = untilNanos;
            if (seen > 0) {
                if (nanos - seen > Descendants.GRACE_NANOS) {
                    return;
                }
            } else if (nanos > timeoutNanos) {
                ended = Units.text("had not ended after %.0f s (--timeout)", Units.seconds(timeoutNanos));
                return;
            }
            Optional<File> full = fullDisk();
            if (full.isPresent()) {
                ended = String.format(
                        "has filled the disk that %s is on, but for %s, and was ended",
                        full.get(), Units.bytes(LEAST_FREE));
                return;
            }
        }
    }

    private void endAll() throws InterruptedException {
        if (process.isAlive()) {
            Descendants.end(Descendants.GRACE_NANOS, false);
            process.waitFor();
        }
        left = Descendants.end(Descendants.GRACE_OF_REST_NANOS, true);
    }

    private Optional<File> fullDisk() {
        return disks.stream()
                .filter(disk -> disk.isDirectory() && disk.getUsableSpace() < LEAST_FREE)
                .findFirst();
    }

    /** In µs since 1970: when it ended, or wrote the line that was waited for. */
    long endedMicros() {
        return startedMicros + TimeUnit.NANOSECONDS.toMicros(untilNanos > 0 ? untilNanos : wallNanos);
    }

    long cpuNanos() {
        return nanos(Kernel.USER) + nanos(Kernel.SYSTEM);
    }

    /** What a first run tells: times in ms. */
    JsonObject first() {
        JsonObject told = new JsonObject();
        told.addProperty("wallMillis", (untilNanos > 0 ? untilNanos : wallNanos) / MILLION);
        told.addProperty("endMillis", wallNanos / MILLION);
        told.addProperty("cpuMillis", cpuNanos() / MILLION);
        return told;
    }

    /** Refuses a run that failed: a {@link ForkFailure} has the reason. */
    void check() {
        String words = output.saidLast();
        if (ended != null) {
            throw new ForkFailure("the program %s%s", ended, words);
        }
        ProgramEnd.checkJava(exit, output);
        if (until == null ? exit != 0 : untilNanos == 0) {
            outOfMemory.check("the program", output);
        }
        output.check();
        if (until != null) {
            if (untilNanos == 0) {
                throw new ForkFailure(
                        "the program ended (exit code %s) before a line of its output matched --until %s%s",
                        exit, until.pattern(), words);
            }
            return;
        }
        if (exit != 0) {
            throw new ForkFailure("the program %s%s", ProgramEnd.how(exit), words);
        }
    }

    /**
     * The scores that every program has. Its time and its CPU time count if it has no others, and its memory if all of
     * its JVMs have the contender's options.
     */
    List<Score> scores(boolean alone, boolean hasOptions) {
        List<Score> all = new ArrayList<>();
        if (until != null) {
            all.add(Score.of("until", "ms", untilNanos / MILLION));
        } else {
            Score wall = Score.of("wall", "ms", wallNanos / MILLION);
            all.add(alone ? wall : wall.beside());
        }
        double user = nanos(Kernel.USER) / MILLION;
        double system = nanos(Kernel.SYSTEM) / MILLION;
        if (alone && until == null && user + system > 0) {
            all.add(Score.of(CPU, "ms", user + system).optional());
        } else {
            add(all, CPU, "ms", user + system);
        }
        memory.score().map(score -> hasOptions ? score : score.beside()).ifPresent(all::add);
        add(all, "cpu-user", "ms", user);
        add(all, "cpu-system", "ms", system);
        add(all, "context-switches", "count", used(Kernel.SWITCHES) + used(Kernel.SWITCHES + 1));
        add(all, "page-faults", "count", used(Kernel.FAULTS) + used(Kernel.FAULTS + 1));
        return all;
    }

    /** A time of all processes of the program, in ns, from the number of its seconds and µs. */
    private long nanos(int field) {
        return TimeUnit.SECONDS.toNanos(used(field)) + TimeUnit.MICROSECONDS.toNanos(used(field + 1));
    }

    private long used(int field) {
        return after[field] - before[field];
    }

    /** The kernel may have counted nothing of a short program, and nothing has no ratio. */
    private static void add(List<Score> all, String name, String unit, double value) {
        if (value > 0) {
            all.add(Score.of(name, unit, value).beside());
        }
    }
}
