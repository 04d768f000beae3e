package org.whichjvm.collector.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.html.CampaignPage;
import org.whichjvm.collector.html.PageFixture;
import org.whichjvm.collector.html.chart.ServiceLevel;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.plan.PlannedFixture;
import org.whichjvm.collector.report.Conclusion;

/** Writes a campaign as a real one looks: modes, drift, a wandering floor, one failed fork. */
final class CampaignFixture {
    static final String HOSTILE =
            "<script>alert(1)</script>\"><img src=x onerror=alert(2)>&amp;]]>' onload='alert(3)\u0007\u202E";

    private static final Map<String, Integer> CONTENDERS = Map.of(
            "jdk8-temurin", 470,
            "jdk11-temurin", 560,
            "jdk17-temurin", 480,
            "jdk21-temurin", 475,
            "graalvm-ce-17", 500,
            "jdk17-temurin+huge", 460,
            "jdk21-temurin+huge", 450,
            "jdk17-temurin+park1000ns", 1_900,
            "jdk21-temurin+zgc", 520);
    private static final List<String> ORDER = List.of(
            "jdk8-temurin",
            "jdk11-temurin",
            "jdk17-temurin",
            "jdk21-temurin",
            "graalvm-ce-17",
            "jdk17-temurin+huge",
            "jdk21-temurin+huge",
            "jdk17-temurin+park1000ns",
            "jdk21-temurin+zgc");
    private static final int BLOCKS = 12;

    private final Path campaign;
    private final boolean hostile;
    private final Random random = new Random(7);

    private CampaignFixture(Path campaign, boolean hostile) {
        this.campaign = campaign;
        this.hostile = hostile;
    }

    /**
     * Into the folder of all campaigns: "demo"; "hostile", whose texts all are; "scores" and "steal"; and as pages
     * alone, because no campaign could have them, "names" of hostile contenders, "eight" contenders with every verdict
     * and "many" forks.
     */
    public static void main(String[] folder) throws IOException {
        Path out = Path.of(folder[0]);
        for (String name : List.of("demo", "hostile")) {
            List<Object> args = new ArrayList<>(List.of("--out", out, "--campaign", name));
            args.addAll(List.of("--blocks", BLOCKS, "--baseline", "jdk17-temurin"));
            ORDER.forEach(each -> args.addAll(List.of("--contender", each)));
            String says = name.equals("hostile") ? HOSTILE : "The Z garbage collector for G1.";
            args.addAll(List.of("--set", "flags.zgc=-XX:+UseZGC", "--set", "flagsSay.zgc=" + says));
            PlannedFixture.run(args.toArray());
            new CampaignFixture(out.resolve(name), name.equals("hostile")).write();
        }
        ScoresFixture.write(out);
        page(out.resolve("names"), PageFixture.result(List.of(HOSTILE, "<b>" + HOSTILE, "]]>" + HOSTILE), 3));
        page(out.resolve("eight"), PageFixture.ranked());
        page(
                out.resolve("many"),
                PageFixture.result(
                        IntStream.range(8, 24)
                                .mapToObj(i -> "jdk" + i + "-temurin+no-lse")
                                .toList(),
                        63),
                ServiceLevel.parse("99%=1us"));
    }

    private static void page(Path folder, Result result, ServiceLevel... levels) throws IOException {
        CampaignPage.write(Files.createDirectory(folder), Conclusion.of(result), List.of(levels));
    }

    private void write() throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            List<String> contenders = new ArrayList<>(ORDER);
            Collections.shuffle(contenders, random);
            for (String contender : contenders) {
                fork(block, contender);
            }
        }
    }

    private void fork(int block, String contender) throws IOException {
        double drift = 1 + 0.01 * block;
        double floor = (random.nextInt(9) == 0 ? 290 : 140) * drift;
        double mode = random.nextInt(6) == 0 ? 1.4 : 1.0;
        double p50 = CONTENDERS.get(contender) * drift * mode + floor * 0.5;
        ForkFixture fork = new ForkFixture(campaign, block, contender)
                .service(LongStream.range(0, 20_000).map(i -> latency(p50)));
        fork.with(json -> describe(json, contender, block, floor));
        if (block == 5 && contender.equals("graalvm-ce-17")) {
            fork.json.addProperty("status", Fork.OVERLOADED);
            fork.json.addProperty("reason", hostile ? HOSTILE : "61 % of the rate was kept");
            fork.writeJson();
            return;
        }
        fork.write();
    }

    /** Most near the median, one in a hundred at a page fault, one in two thousand at a stall. */
    private long latency(double p50) {
        double spread = Math.exp(Math.abs(random.nextGaussian()) * 0.12);
        if (random.nextInt(2_000) == 0) {
            return Math.round(2e6 * spread);
        }
        return Math.round(random.nextInt(80) == 0 ? 6_000 * spread : p50 * spread / 1.08);
    }

    private void describe(JsonObject json, String contender, int block, double floor) {
        json.add("floorNs", ForkFixture.object(Map.of("before", floor * 0.99, "after", floor * 1.01)));
        json.addProperty(
                "started", Instant.ofEpochSecond(1_790_000_000L + block * 15L).toString());
        json.addProperty("wallSeconds", 3.3);
        JsonObject disturbances = ForkFixture.object(Map.of("gcCount", 0, "gcMillis", 0));
        disturbances.add("helpers", ForkFixture.object(Map.of("compiler", 10 + random.nextInt(20), "other", 3)));
        JsonArray allocated = new JsonArray();
        allocated.add(288);
        allocated.add(0);
        disturbances.add("allocatedBytes", allocated);
        json.add("disturbances", disturbances);
        RecordedFixture.add(json, random);
        if (contender.endsWith("park1000ns")) {
            json.getAsJsonObject("cpuSeconds").add("threads", ForkFixture.numbers(0.11, 0.12));
        }
        JsonObject jvm = json.getAsJsonObject("jvm");
        if (contender.equals("jdk8-temurin")) {
            jvm.addProperty("substitute", "Debian OpenJDK 8u504 stands in for Temurin 8u502-b07");
        }
        if (hostile) {
            for (String key : List.of("vendor", "version", "compiler", "garbageCollector", "substitute")) {
                jvm.addProperty(key, HOSTILE);
            }
            json.getAsJsonObject("host").addProperty("cpuModel", HOSTILE);
            json.getAsJsonObject("host").addProperty(HOSTILE, HOSTILE);
            json.getAsJsonObject("parameters").addProperty(HOSTILE, HOSTILE);
            json.addProperty("workload", HOSTILE);
        }
    }
}
