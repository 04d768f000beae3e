package org.whichjvm.collector.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.common.Percentile;

/** Writes the two files of a fork, as the workload would, from the latencies it is to have. */
public final class ForkFixture {
    private static final Instant STARTED = Instant.parse("2026-11-21T12:00:00.590510Z");

    private final Path campaign;
    private final ForkName name;
    public final JsonObject json = new JsonObject();
    private final Map<Percentile, Long> eventsOverridden = new EnumMap<>(Percentile.class);
    private long[] serviceNs = {};

    public ForkFixture(Path campaign, int block, String contender) {
        this.campaign = campaign;
        this.name = new ForkName(block, contender);
        json.addProperty("schema", "whichjvm.fork/3");
        json.addProperty("status", "ok");
        json.add("reason", JsonNull.INSTANCE);
        json.addProperty("campaign", campaign.getFileName().toString());
        json.addProperty("block", block);
        json.addProperty("contender", contender);
        json.addProperty("workload", "queue-latency");
        json.addProperty("started", STARTED.plusSeconds(600L * block).toString());
        json.addProperty("wallSeconds", 4.5);
        json.add("parameters", object(Map.of("rate", 100_000, "size", 256)));
        json.getAsJsonObject("parameters").addProperty("durationSeconds", 1.0);
        json.getAsJsonObject("parameters").addProperty("warmupSeconds", 1.0);
        json.getAsJsonObject("parameters").addProperty("unpacedMessages", 200_000);
        json.getAsJsonObject("parameters").addProperty("producers", 1);
        json.getAsJsonObject("parameters").addProperty("blockSize", 64 << 20);
        json.getAsJsonObject("parameters").addProperty("rollCycle", "FAST_DAILY");
        json.getAsJsonObject("parameters").addProperty("queueDir", "/dev/shm");
        json.getAsJsonObject("parameters")
                .addProperty("delayNanos", Contender.of(contender).delayNanos());
        JsonArray cpus = numbers(0, 1);
        json.getAsJsonObject("parameters").add("cpus", cpus);
        json.add("jvm", object(Map.of("major", 17)));
        json.getAsJsonObject("jvm").addProperty("vendor", "Eclipse Adoptium");
        json.getAsJsonObject("jvm").addProperty("version", "17.0.9+9");
        json.getAsJsonObject("jvm").addProperty("name", "OpenJDK 64-Bit Server VM");
        json.getAsJsonObject("jvm").add("flags", new JsonArray());
        json.getAsJsonObject("jvm").addProperty("home", "/opt/java");
        for (String unknown : new String[] {"image", "imageId", "base", "substitute"}) {
            json.getAsJsonObject("jvm").add(unknown, JsonNull.INSTANCE);
        }
        json.getAsJsonObject("jvm")
                .addProperty("flagSet", Contender.of(contender).suffixes().get(SuffixKind.FLAGS));
        json.getAsJsonObject("jvm").addProperty("compiler", "C2");
        json.getAsJsonObject("jvm").addProperty("garbageCollector", "G1");
        json.add("host", new JsonObject());
        json.getAsJsonObject("host").addProperty("cpuModel", "AMD EPYC 7763");
        json.getAsJsonObject("host").addProperty("arch", "amd64");
        json.getAsJsonObject("host").addProperty("kernel", "6.1.0");
        json.getAsJsonObject("host").addProperty("container", true);
        json.add("floorNs", object(Map.of("before", 135.2, "after", 136.0)));
        json.add("pinning", new JsonObject());
        json.getAsJsonObject("pinning").add("asked", cpus.deepCopy());
        json.getAsJsonObject("pinning").addProperty("verified", true);
        json.add("disturbances", object(Map.of("gcCount", 0, "gcMillis", 0)));
        json.getAsJsonObject("disturbances")
                .add("helpers", object(Map.of("compiler", 2, "gc", 0, "vm", 0.5, "other", 1)));
        json.getAsJsonObject("disturbances").add("allocatedBytes", numbers(0, 0));
        json.add("warmUp", object(Map.of("seconds", 2.9)));
        json.getAsJsonObject("warmUp").addProperty("compilersIdle", true);
        json.add("turns", JsonNull.INSTANCE);
        json.add("cpuSeconds", object(Map.of("process", 6.06)));
        json.getAsJsonObject("cpuSeconds").add("threads", numbers(0.99, 1));
    }

    /** An ok fork with 10,000 messages of which all but 1 % take p50Ns, those ten times as long. */
    public static ForkFixture typical(Path campaign, int block, String contender, long p50Ns) {
        return new ForkFixture(campaign, block, contender)
                .service(LongStream.range(0, 10_000).map(i -> i % 99 == 98 ? p50Ns * 10 : p50Ns));
    }

    /** Scores instead of latencies, as a workload without messages writes them: no .hlog, and no messages. */
    public ForkFixture ofScores(String workload) {
        json.addProperty("workload", workload);
        JsonObject parameters = new JsonObject();
        parameters.addProperty("durationSeconds", 0.1);
        parameters.addProperty("warmupSeconds", 0.1);
        parameters.add("cpus", numbers(0, 1));
        json.add("parameters", parameters);
        json.remove("pinning");
        json.remove("floorNs");
        json.remove("disturbances");
        json.remove("warmUp");
        json.remove("turns");
        json.getAsJsonObject("cpuSeconds").add("threads", new JsonArray());
        json.add("service", JsonNull.INSTANCE);
        json.add("response", JsonNull.INSTANCE);
        json.add("scores", new JsonArray());
        return this;
    }

    /** Says that a CPU quota held it up, by which it is excluded. */
    public ForkFixture throttled() {
        JsonObject disturbances = object(Map.of("windowSeconds", 4));
        disturbances.add("host", object(Map.of("throttledMillis", 50)));
        json.add("disturbances", disturbances);
        return this;
    }

    /** A score whose iterations, if it has some, have another median than the score itself. */
    public ForkFixture score(String name, int threads, String unit, double score, double... iterations) {
        JsonObject one = new JsonObject();
        one.addProperty("name", name);
        one.addProperty("threads", threads);
        one.addProperty("unit", unit);
        one.addProperty("score", score);
        JsonArray all = new JsonArray();
        for (double each : iterations) {
            all.add(each);
        }
        one.add("iterations", all);
        json.getAsJsonArray("scores").add(one);
        return this;
    }

    /** Says of the last score that a fork may lack it. */
    public ForkFixture optional() {
        last().addProperty("optional", true);
        return this;
    }

    public JsonObject last() {
        JsonArray scores = json.getAsJsonArray("scores");
        return scores.get(scores.size() - 1).getAsJsonObject();
    }

    /** The service latencies, in ns; each response takes 100 ns more. */
    public ForkFixture service(LongStream ns) {
        serviceNs = ns.toArray();
        return this;
    }

    public ForkFixture with(Consumer<JsonObject> change) {
        change.accept(json);
        return this;
    }

    public Path jsonFile() {
        return campaign.resolve("forks").resolve(name.json());
    }

    public Path hlogFile() {
        return campaign.resolve("forks").resolve(name.hlog());
    }

    /** Writes .json, with all latencies, and .hlog, with those in two intervals. */
    public ForkFixture write() throws IOException {
        Files.createDirectories(campaign.resolve("forks"));
        long[] service = serviceNs;
        long[] response = LongStream.of(service).map(ns -> ns + 100).toArray();
        try (PrintStream out = new PrintStream(hlogFile().toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputStartTime(1_700_000_000_000L);
            log.outputLegend();
            int half = service.length / 2;
            interval(log, "service", 0, service, 0, half);
            interval(log, "response", 0, response, 0, half);
            interval(log, "service", 1, service, half, service.length);
            interval(log, "response", 1, response, half, service.length);
            log.close();
        }
        addDefault("messages", object(Map.of("sent", service.length, "received", service.length)));
        json.getAsJsonObject("messages").addProperty("verified", service.length);
        addDefault("service", summary(histogram(service, 0, service.length)));
        addDefault("response", summary(histogram(response, 0, response.length)));
        for (Latency latency : Latency.values()) {
            eventsOverridden.forEach((percentile, events) ->
                    json.getAsJsonObject(latency.key).getAsJsonObject("events").addProperty(percentile.key, events));
        }
        return writeJson();
    }

    /** Writes .json only. */
    public ForkFixture writeJson() throws IOException {
        Files.createDirectories(campaign.resolve("forks"));
        Files.writeString(jsonFile(), json.toString());
        return this;
    }

    private void addDefault(String key, JsonObject value) {
        if (!json.has(key)) {
            json.add(key, value);
        }
    }

    private static void interval(HistogramLogWriter log, String tag, int second, long[] ns, int from, int to) {
        Histogram histogram = histogram(ns, from, to);
        histogram.setTag(tag);
        log.outputIntervalHistogram(second, second + 1, histogram, 1.0);
    }

    static Histogram histogram(long[] ns, int from, int to) {
        Histogram histogram = new Histogram(3);
        for (int i = from; i < to; i++) {
            histogram.recordValue(ns[i]);
        }
        return histogram;
    }

    public static JsonObject summary(Histogram histogram) {
        JsonObject json = new JsonObject();
        json.add("events", events(histogram.getTotalCount()));
        json.addProperty("histogram", encoded(histogram));
        return json;
    }

    /** As the library writes it to a line of an .hlog. */
    public static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** As many events as messages above each percentile: nothing delayed two of them. */
    private static JsonObject events(long count) {
        JsonObject json = new JsonObject();
        Percentile.REPORTED.forEach(each -> json.addProperty(each.key, each.messagesAbove(count)));
        return json;
    }

    /** Overrides on how many events a percentile of both latencies rests. */
    public ForkFixture events(Percentile percentile, long events) {
        eventsOverridden.put(percentile, events);
        return this;
    }

    public static JsonArray numbers(Number... numbers) {
        JsonArray array = new JsonArray();
        for (Number number : numbers) {
            array.add(number);
        }
        return array;
    }

    public static JsonObject object(Map<String, Number> values) {
        JsonObject json = new JsonObject();
        values.forEach(json::addProperty);
        return json;
    }
}
