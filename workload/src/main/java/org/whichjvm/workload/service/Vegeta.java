package org.whichjvm.workload.service;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.program.ProgramLine;

/**
 * The load generator (github.com/tsenart/vegeta), a process for each attack. Request k of an open attack is due k + 1
 * intervals after its start, whatever became of those before it. Results stay as vegeta wrote them until somebody asks:
 * to decode them takes CPU time.
 */
final class Vegeta {
    /** Requests under way in a closed loop that is to keep any server busy. */
    static final int CLOSED = 128;

    /** Requests under way at most; of more than that none is sent, and they count as unanswered. */
    private static final int MOST_UNDER_WAY = 8_192;

    /** From the start of the process to that of the attack, about. */
    private static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(8);

    /** A request that is late at the end of an attack is sent nevertheless, within this time. */
    private static final long CATCH_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int TERMINATED = 128 + Kernel.SIGTERM;

    /** So long after it was told to end it is killed. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(1);

    final String program;
    private final File folder;
    private final Path scratch;
    private int attacks;

    /** Runs in a folder, from which bodies of requests are read, and writes in another one. */
    Vegeta(Path folder, Path scratch) {
        this(find(), folder, scratch);
    }

    Vegeta(String program, Path folder, Path scratch) {
        this.program = program;
        this.folder = folder.toFile();
        this.scratch = scratch;
    }

    private static String find() {
        String named = ThisJvm.environment("WHICHJVM_VEGETA");
        Stream<File> places = named == null
                ? Stream.concat(
                        Stream.of(new File(new File(ProgramLine.jar()).getParentFile(), "vegeta")),
                        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                                .map(each -> new File(each, "vegeta")))
                : Stream.of(new File(named));
        return places.filter(each -> each.isFile() && each.canExecute())
                .findFirst()
                .orElseThrow(
                        () -> new CannotRun(
                                        "there is no load generator vegeta %s",
                                        named == null ? "on the PATH" : "at " + named + " (WHICHJVM_VEGETA)")
                                .orTry(
                                        "get it by 'go install github.com/tsenart/vegeta/v12@v12.13.0' and put it on the PATH, or name it by WHICHJVM_VEGETA"))
                .getAbsolutePath();
    }

    /** An attack of a constant interval, in ns; what has no answer at a time is cut off then. */
    Path open(Requests requests, long interval, long at, long nanos, long cutAt) throws InterruptedException {
        return attack(
                requests,
                at,
                cutAt,
                "-rate=1/" + interval + "ns",
                "-max-workers=" + MOST_UNDER_WAY,
                "-duration=" + (nanos + CATCH_UP_NANOS) + "ns");
    }

    /** An attack with {@code underWay} requests under way all the time: the next is sent as soon as one is answered. */
    Path closed(Requests requests, int underWay, long at, long nanos) throws InterruptedException {
        return attack(
                requests,
                at,
                at + nanos + LoadTurns.GRACE_NANOS,
                "-rate=0",
                "-workers=" + underWay,
                "-max-workers=" + underWay,
                "-duration=" + nanos + "ns");
    }

    /** The one answer to a request, or why there is none within a second; empty if vegeta hung. */
    Optional<RequestResult> ask(Requests request) throws InterruptedException {
        long now = System.nanoTime();
        Path results = attack(
                request,
                now,
                now + TimeUnit.SECONDS.toNanos(2),
                "-rate=1/3ms",
                "-max-workers=1",
                "-duration=2ms",
                "-timeout=1s");
        return decode(results).flatMap(answers -> answers.stream().findFirst());
    }

    private Path attack(Requests requests, long at, long cutAt, String... options) throws InterruptedException {
        Path results = scratch.resolve("attack-" + attacks++);
        Path targets = scratch.resolve("targets");
        Path said = scratch.resolve("vegeta.out");
        List<String> words = new ArrayList<>(Arrays.asList(program, "attack"));
        words.addAll(requests.protocol.options);
        words.addAll(Arrays.asList(
                "-targets=" + targets,
                "-output=" + results,
                "-max-body=0",
                "-redirects=-1",
                "-connections=" + requests.protocol.connections,
                "-max-connections=" + requests.protocol.connections,
                "-timeout=1h"));
        Collections.addAll(words, options);
        try {
            requests.write(targets);
            LoadTurns.sleepUntil(at - START_NANOS);
            Process process = new ProcessBuilder(words)
                    .directory(folder)
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            boolean waits = end(process, cutAt, results.toFile(), requests.port);
            // On a host that is so busy it may be told to end before it hears signals, or be over before
            // it has sent anything: it never began. A server that is silent has its requests.
            if (process.exitValue() == TERMINATED
                    || process.exitValue() == 0 && results.toFile().length() == 0 && !waits) {
                Files.deleteIfExists(results);
            } else if (process.exitValue() != 0) {
                throw new ForkFailure(
                        "vegeta failed with exit code %s; it said: %s",
                        process.exitValue(), read(said).trim());
            }
            return results;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for its end, which comes once all is answered, or ends it: upon a second signal it leaves without what is
     * under way, and what it has written is whole. Returns whether it was ended without a result, and with a connection
     * to the server.
     */
    private static boolean end(Process process, long cutAt, File results, int port) throws InterruptedException {
        try {
            if (process.waitFor(cutAt - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            process.destroy();
            // It sends nothing any more, and waits for what is under way.
            boolean waits = results.length() == 0 && ServerProcesses.isConnectedTo(port);
            while (!process.waitFor(1, TimeUnit.MILLISECONDS) && System.nanoTime() - cutAt < END_NANOS) {
                process.destroy();
            }
            return waits;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** Decodes the results of an attack, and removes them; empty if it never began. */
    Optional<List<RequestResult>> decode(Path results) {
        try {
            if (!Files.exists(results)) {
                return Optional.empty();
            }
            if (Files.size(results) == 0) {
                return Optional.of(Collections.emptyList());
            }
            Path said = scratch.resolve("vegeta.out");
            Process process = new ProcessBuilder(program, "encode", "-to", "csv", results.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            int exit = process.waitFor();
            // An error has what the server wrote, such as an end of a line of another kind.
            List<String> lines = Arrays.asList(read(said).split("\n"));
            if (exit != 0) {
                List<String> last = lines.subList(Math.max(0, lines.size() - 2), lines.size());
                throw new ForkFailure("vegeta cannot read its own results: %s", String.join(" | ", last));
            }
            Files.delete(results);
            return Optional.of(lines.stream().map(RequestResult::new).collect(Collectors.toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ForkFailure("the fork was stopped before its results were read");
        }
    }
}
