package org.whichjvm.collector.cli;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.RecordedFixture;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.collector.model.fork.Latency;

/**
 * Times the {@code report} of large campaigns, as {@code collector/collect} starts it: arguments are the launcher, the
 * jar and how many forks each campaign has. Forks have 25 turns each, and intervals are like the article's: 100,000
 * latencies a second around 600 ns, some thousand up to 10 ms, 4.4 KB a line.
 */
final class ReadBenchmark {
    private static final List<String> CONTENDERS = List.of("a", "b", "c", "d", "e");
    private static final int TURNS = 25; // as of the preset quick, an interval each
    private static final int RATE = 100_000;
    private static final int DIFFERENT = 32; // intervals that are made; forks have them in random order
    private static final int RUNS = 3;
    private static final long SEED = 20_261_121;

    private final Random random = new Random(SEED);
    private final Map<Latency, List<Second>> seconds = new EnumMap<>(Latency.class);

    private ReadBenchmark() {
        List<long[]> latencies =
                IntStream.range(0, DIFFERENT).mapToObj(i -> latencies()).collect(Collectors.toList());
        for (Latency latency : Latency.values()) {
            long more = latency == Latency.SERVICE ? 0 : 100;
            seconds.put(
                    latency,
                    latencies.stream().map(each -> second(latency, each, more)).toList());
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path launcher = Path.of(args[0]).toAbsolutePath();
        Path jar = Path.of(args[1]).toAbsolutePath();
        Path out = Files.createTempDirectory("whichjvm-benchmark");
        try {
            System.err.println("seed " + SEED + ", " + RUNS + " runs each, the median counts");
            ReadBenchmark benchmark = new ReadBenchmark();
            StringBuilder line = new StringBuilder();
            double first = 0;
            for (int i = 2; i < args.length; i++) {
                int forks = Integer.parseInt(args[i]);
                benchmark.write(out.resolve("c" + forks), forks);
                double median = median(launcher, jar, out, "c" + forks);
                first = i == 2 ? median : first;
                line.append(String.format(Locale.ROOT, "%,d forks: %.2f s; ", forks, median));
                AtomicFiles.deleteTree(out.resolve("c" + forks));
                if (i > 2) {
                    line.append(String.format(Locale.ROOT, "ratio %.2f; ", median / first));
                }
            }
            System.out.println(line.substring(0, line.length() - 2));
        } finally {
            AtomicFiles.deleteTree(out);
        }
    }

    private static double median(Path launcher, Path jar, Path out, String campaign)
            throws IOException, InterruptedException {
        double[] times = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            ProcessBuilder builder = new ProcessBuilder(launcher.toString(), campaign)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("WHICHJVM_OUT", out.toString());
            builder.environment().put("WHICHJVM_COLLECTOR_JAR", jar.toString());
            long before = System.nanoTime();
            int code = builder.start().waitFor();
            times[run] = (System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1);
            if (code != 0) {
                throw new IllegalStateException("the report ended with exit code " + code);
            }
        }
        System.err.println(campaign + ": " + Arrays.toString(times) + " s");
        Arrays.sort(times);
        return times[RUNS / 2];
    }

    private void write(Path campaign, int forks) throws IOException {
        Files.createDirectories(campaign.resolve("forks"));
        for (int i = 0; i < forks; i++) {
            int block = 1 + i / CONTENDERS.size();
            write(new ForkFixture(campaign, block, CONTENDERS.get(i % CONTENDERS.size())));
        }
    }

    private void write(ForkFixture fork) throws IOException {
        Map<Latency, Histogram> sums = new EnumMap<>(Latency.class);
        try (OutputStream hlog = Files.newOutputStream(fork.hlogFile())) {
            for (int second = 0; second < TURNS; second++) {
                int which = random.nextInt(DIFFERENT);
                for (Latency latency : Latency.values()) {
                    Second made = seconds.get(latency).get(which);
                    hlog.write(made.line);
                    sums.computeIfAbsent(latency, key -> new Histogram(3)).add(made.histogram);
                }
            }
        }
        sums.forEach((latency, sum) -> fork.with(json -> json.add(latency.key, ForkFixture.summary(sum))));
        JsonObject messages = new JsonObject();
        for (String key : List.of("sent", "received", "verified")) {
            messages.addProperty(key, TURNS * RATE);
        }
        fork.with(json -> json.add("messages", messages))
                .with(json -> {
                    RecordedFixture.add(json, random);
                    String step = json.get("block").getAsString();
                    TurnsFixture.add(json, step, CONTENDERS.size(), TURNS, this::turn);
                })
                .writeJson();
    }

    /** The p50 of a turn, in ns: the host moves its CPUs apart in some. */
    private double turn(int round) {
        return (random.nextInt(4) == 0 ? 900 : 600) * (1 + 0.02 * random.nextGaussian());
    }

    private long[] latencies() {
        long[] latencies = new long[RATE];
        for (int i = 0; i < RATE; i++) {
            double body = 600 * Math.exp(0.3 * random.nextGaussian());
            // A few stalls, each over many messages: evenly from none to its whole length.
            latencies[i] = random.nextInt(40) == 0
                    ? (long) (body * Math.exp(Math.log(10e6 / 600) * Math.pow(random.nextDouble(), 0.8)))
                    : (long) body;
        }
        return latencies;
    }

    private static Second second(Latency latency, long[] latencies, long more) {
        Histogram histogram = new Histogram(3);
        histogram.setTag(latency.key);
        Arrays.stream(latencies).forEach(ns -> histogram.recordValue(ns + more));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            new HistogramLogWriter(out).outputIntervalHistogram(1, 2, histogram, 1e6);
        }
        return new Second(histogram, bytes.toByteArray());
    }

    private record Second(Histogram histogram, byte[] line) {}
}
