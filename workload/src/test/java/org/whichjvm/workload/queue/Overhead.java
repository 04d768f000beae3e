package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.fork.PathingJar;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The harness measured: the same exchange on one JVM as a bare loop, under whichjvm and under JLBH, in interleaved
 * blocks of forks, all started by the same launcher with the same flags.
 */
@Command(name = "scripts/overhead", mixinStandardHelpOptions = true, sortOptions = false)
final class Overhead implements Callable<Integer> {
    @Option(names = "--forks", defaultValue = "12", description = "Blocks; 12 by default.")
    private int forks;

    @Option(
            names = "--duration",
            converter = OptionTypes.Duration.class,
            defaultValue = "1s",
            description = "What each fork measures; 1s by default.")
    private long durationNanos;

    @Option(
            names = "--warmup",
            converter = OptionTypes.Duration.class,
            defaultValue = "1s",
            description = "Paced warm-up of each fork; 1s by default.")
    private long warmupNanos;

    @Option(
            names = "--turns",
            description = "Measures something else: one JVM by turns among three others, and the same one alone.")
    private boolean turns;

    @Option(names = "--seed", description = "Of the order in each block; the time by default.")
    private Long seed;

    @Option(names = "--launcher", required = true, hidden = true)
    private Path launcher;

    @Option(names = "--jar", required = true, hidden = true)
    private Path jar;

    @Option(names = "--collector", required = true, hidden = true)
    private Path collector;

    private static final long RATE = 100_000;

    private final List<Integer> cpus = Cpus.choose(Cpus.effective(), null, 2).cpus;
    private final Map<Harness, List<HarnessFork>> results = new EnumMap<>(Harness.class);
    private Path scratch;
    private OverheadLauncher fork;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Overhead()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (forks < 1) {
            throw new CommandLine.ParameterException(
                    new CommandLine(this), "--forks is " + forks + "; it is 1 or more");
        }
        Random random = new Random(seed == null ? seed = System.currentTimeMillis() : seed);
        scratch = Files.createTempDirectory(Paths.get("/dev/shm"), "whichjvm-overhead");
        fork = new OverheadLauncher(launcher, scratch);
        Thread cleanUp = new Thread(() -> delete(scratch));
        Runtime.getRuntime().addShutdownHook(cleanUp);
        if (turns) {
            new OverheadOfTurns(fork, jar, collector, scratch, Cpus.join(cpus)).run(forks, seed);
            return 0;
        }
        for (int block = 1; block <= forks; block++) {
            List<Harness> order = Arrays.asList(Harness.values());
            Collections.shuffle(order, random);
            for (Harness harness : order) {
                HarnessFork result = run(harness);
                results.computeIfAbsent(harness, h -> new ArrayList<>()).add(result);
                System.err.printf(
                        Locale.ROOT,
                        "block %d/%d, %s: p50 %.0f ns, floor %.0f ns%n",
                        block,
                        forks,
                        harness,
                        result.p50(),
                        result.floor());
            }
        }
        String recording = fork.run(PathingJar.write(scratch, RecordingCost.class));
        new OverheadTable(results).print(header(), Double.parseDouble(recording.trim()));
        return 0;
    }

    private HarnessFork run(Harness harness) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(scratch, "queue");
        try {
            return harness == Harness.WHICHJVM ? whichjvm(folder) : loop(harness.main, folder);
        } finally {
            delete(folder);
        }
    }

    private HarnessFork loop(Class<?> main, Path folder) throws IOException, InterruptedException {
        String[] words = fork.run(
                        PathingJar.write(scratch, main),
                        folder.toString(),
                        cpus.get(0).toString(),
                        cpus.get(1).toString(),
                        String.valueOf(messages(warmupNanos)),
                        String.valueOf(messages(durationNanos)),
                        String.valueOf(1_000_000_000L / RATE))
                .trim()
                .split(" ");
        return new HarnessFork(
                Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[0]));
    }

    private HarnessFork whichjvm(Path folder) throws IOException, InterruptedException {
        fork.run(
                jar,
                "queue-latency",
                "--duration=" + durationNanos / 1_000_000 + "ms",
                "--warmup=" + warmupNanos / 1_000_000 + "ms",
                "--cpus=" + Cpus.join(cpus),
                "--queue-dir=" + folder,
                "--out=" + folder,
                "--fork=overhead/1-whichjvm");
        Path file;
        try (Stream<Path> files = Files.walk(folder)) {
            file = files.filter(each -> each.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
        try (Reader reader = Files.newBufferedReader(file)) {
            JsonObject json = JsonParser.parseReader(reader).getAsJsonObject();
            JsonObject floor = json.getAsJsonObject("floorNs");
            return new HarnessFork(
                    p50(json.getAsJsonObject("service")),
                    floor.get("after").getAsDouble(),
                    p50(json.getAsJsonObject("response")));
        }
    }

    private static double p50(JsonObject latency) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(latency.get("histogram").getAsString());
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0)
                    .getValueAtPercentile(50);
        } catch (DataFormatException exception) {
            throw new IOException("a fork's histogram cannot be decoded", exception);
        }
    }

    private static long messages(long nanos) {
        return (long) (Units.seconds(nanos) * RATE);
    }

    private String header() {
        return String.format(
                Locale.ROOT,
                "%s %s, %d forks each in random blocks, seed %d, %,d messages a second, %.1f s",
                JvmInfo.vendor(),
                System.getProperty("java.runtime.version"),
                forks,
                seed,
                RATE,
                Units.seconds(durationNanos));
    }

    private static void delete(Path folder) {
        HostFiles.delete(folder);
    }
}
