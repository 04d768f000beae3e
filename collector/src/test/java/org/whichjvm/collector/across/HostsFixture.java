package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Hosts with campaigns whose results are made up: out/NAME/HOST/c/result.json. The first contender is the baseline. */
public final class HostsFixture {
    public static final String LONG = "a-host-with-a-name-of-sixty-three-characters-as-dns-lets-it-be1";
    public static final String HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>";

    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    public final Path folder;
    private final List<String> contenders;
    private final Random noise = new Random(11);

    /** What a test may change before it is written. */
    public int blocks = 12;

    /** What stands in for every contender's build. */
    public String substitute;

    public String cpu = "EPYC";
    public double floorNs = 130;

    public HostsFixture(Path out, String name, String... contenders) throws IOException {
        this.folder = Files.createDirectories(out.resolve(name));
        this.contenders = List.of(contenders);
    }

    /** The folders that test/test_page.py looks at: java HostsFixture OUT. */
    public static void main(String[] args) throws IOException {
        Path out = Path.of(args[0]);
        String[] five = {"jdk17-temurin", "jdk8-temurin", "jdk21-temurin", "jdk25-temurin+zgc", "graalvm-ce-21"};
        HostsFixture one = new HostsFixture(out, "hosts-1", five);
        one.host("alone", 1.06, 0.93, 1, 1.02);
        HostsFixture three = new HostsFixture(out, "hosts-3", five);
        three.host("node-a", 1.06, 0.93, 1, 1.02);
        three.cpu = "Neoverse-N1 <script>alert(1)</script>";
        three.host("node-b", 1.06, 1.08, 1, 1.04);
        three.host(LONG, 1.05, 1.0, 1, 0.97);
        three.without(HOSTILE);
        HostsFixture twelve = new HostsFixture(out, "hosts-12", five);
        for (int i = 1; i <= 12; i++) {
            twelve.host("node-" + i, 1.06, i % 4 == 0 ? 1.08 : 0.93, 1, 0.9 + 0.02 * i);
        }
        twelve.without("node-13");
        large(out, "hosts-200", 200, 12);
        scores(out, "hosts-scores");
    }

    /** A fixture with this many hosts and contenders. */
    public static HostsFixture large(Path out, String name, int hosts, int contenders) throws IOException {
        String[] names = new String[contenders];
        Arrays.setAll(names, i -> "jdk" + (8 + i) + "-temurin");
        HostsFixture fixture = new HostsFixture(out, name, names);
        for (int i = 0; i < hosts; i++) {
            double[] ratios = new double[contenders - 1];
            for (int k = 0; k < ratios.length; k++) {
                ratios[k] = 0.9 + 0.02 * k + (k % 3 == 0 ? 0.03 * fixture.noise.nextGaussian() : 0);
            }
            fixture.host("ip-10-0-%d-%d.eu-central-1.compute.internal".formatted(i / 256, i % 256), ratios);
        }
        return fixture;
    }

    private static void scores(Path out, String name) throws IOException {
        HostsFixture fixture = new HostsFixture(out, name, "a", "b", "c");
        for (String host : List.of("x", "y", "z")) {
            fixture.scores(host, List.of("cas@1", "padded@2", "hand-off@2"), 1.05, 0.9);
        }
    }

    /** A host that has no campaign. */
    public void without(String host) throws IOException {
        Files.createDirectories(folder.resolve(host));
    }

    /** A whole campaign of latencies on a host. */
    public JsonObject host(String host, double... ratios) throws IOException {
        return write(host, result(ratios, null));
    }

    /** One of several whole campaigns of latencies on a host. */
    public JsonObject session(String host, String campaign, double... ratios) throws IOException {
        return write(host, campaign, result(ratios, null));
    }

    /** A whole campaign of scores. */
    public JsonObject scores(String host, List<String> scores, double... ratios) throws IOException {
        return write(host, result(ratios, scores));
    }

    /** Writes a result again after a change. */
    public JsonObject write(String host, JsonObject result) throws IOException {
        return write(host, "c", result);
    }

    public JsonObject write(String host, String campaign, JsonObject result) throws IOException {
        Path folderOfIt = Files.createDirectories(folder.resolve(host).resolve(campaign));
        Files.writeString(folderOfIt.resolve("campaign.json"), "{}");
        Files.writeString(folderOfIt.resolve("result.json"), result.toString());
        return result;
    }

    private JsonObject result(double[] ratios, List<String> scores) {
        JsonObject json = object("""
            {"schema":"whichjvm.result/3","campaign":"c","created":"2026-11-22T11:05:16.938Z",
             "workload":"queue-latency","parameters":{"rate":100000,"size":256,"cpus":[0,1]},
             "decision":{"significanceLevel":0.05,"margin":0.03,"decide":["p50"],"stopping":null,
               "completeBlocks":12,"stopped":null},
             "gates":[],"turns":null,"excluded":[],"modes":[],"findings":[],"unusable":[],
             "missing":[],"pairs":[]}""");
        json.addProperty("baseline", contenders.get(0));
        json.getAsJsonObject("decision").addProperty("completeBlocks", blocks);
        JsonObject host = object("{\"arch\":\"amd64\",\"kernel\":\"6.1\",\"onlineCpus\":\"0-3\"}");
        host.addProperty("cpuModel", cpu);
        json.add("host", host);
        JsonArray all = new JsonArray();
        for (int i = 0; i < contenders.size(); i++) {
            all.add(contender(contenders.get(i), i == 0 ? 1 : ratios[i - 1], scores));
        }
        json.add("contenders", all);
        JsonArray comparisons = new JsonArray();
        for (int i = 1; i < contenders.size(); i++) {
            if (scores == null) {
                for (String latency : List.of("service", "response")) {
                    for (String percentile : PERCENTILES) {
                        JsonObject each = comparison(i, ratios[i - 1], percentile.equals("p50"));
                        each.addProperty("latency", latency);
                        each.addProperty("percentile", percentile);
                        comparisons.add(each);
                    }
                }
            } else {
                for (String score : scores) {
                    JsonObject each = comparison(i, ratios[i - 1], true);
                    each.addProperty("score", score);
                    each.addProperty("unit", "ns/op");
                    each.addProperty("better", "less");
                    comparisons.add(each);
                }
            }
        }
        json.add("comparisons", comparisons);
        return json;
    }

    private JsonObject contender(String name, double ratio, List<String> scores) {
        JsonObject json = object("""
            {"jvm":{"vendor":"Eclipse Adoptium","version":"17.0.9+9",
               "compiler":"C2","garbageCollector":"G1"},
             "forks":{"ok":12,"failed":0,"excluded":0},
             "leftAfter":null,"typicalNs":null,"mayBeFastest":true,"spread":null,"memory":null,
             "attribution":null,"response":null}""");
        json.addProperty("name", name);
        json.addProperty("substitute", substitute);
        json.addProperty("floorNs", floorNs);
        json.getAsJsonObject("forks").addProperty("ok", blocks);
        JsonObject service = object("{\"count\":1000,\"forkP50\":[1,2],\"p50PerFloor\":3}");
        PERCENTILES.forEach(each -> service.addProperty(each, Math.round(floorNs * 3 * ratio)));
        service.addProperty("max", 1000);
        json.add("service", scores == null ? service : JsonNull.INSTANCE);
        if (scores == null) {
            json.addProperty("typicalNs", Math.round(floorNs * 3 * ratio));
        }
        if (scores != null) {
            JsonArray all = new JsonArray();
            for (String each : scores) {
                JsonObject score = object("{\"unit\":\"ns/op\",\"forks\":12,\"min\":1,\"max\":99}");
                score.addProperty("score", each);
                score.addProperty("median", 20 * ratio);
                all.add(score);
            }
            json.add("scores", all);
        }
        // As much as a real one tells.
        JsonObject disturbances = new JsonObject();
        for (int i = 0; i < 28; i++) {
            disturbances.addProperty("someDisturbance" + i + "Millis", noise.nextInt(1_000));
        }
        json.add("disturbances", disturbances);
        return json;
    }

    private JsonObject comparison(int contender, double ratio, boolean decided) {
        double[] ratios = new double[blocks];
        Arrays.setAll(ratios, i -> ratio * Math.exp(0.01 * noise.nextGaussian()));
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        JsonObject json = object("""
            {"p":0.001,"adjustedP":0.004,"smallestDetectable":0.02,"reason":null,"control":false}""");
        json.addProperty("contender", contenders.get(contender));
        json.addProperty("baseline", contenders.get(0));
        json.addProperty("ratio", median);
        json.addProperty("low", median * 0.985);
        json.addProperty("high", median * 1.015);
        json.addProperty("singleLow", median * 0.99);
        json.addProperty("singleHigh", median * 1.01);
        json.addProperty("slowerIn", 0);
        json.addProperty("fasterIn", 0);
        json.addProperty("onTheWhole", false);
        json.addProperty("blocks", blocks);
        json.addProperty("decidable", decided);
        json.addProperty(
                "verdict",
                !decided || Math.abs(median - 1) > 0.012 && Math.abs(median - 1) < 0.018
                        ? "inconclusive"
                        : median > 1.015 ? "slower" : median < 0.985 ? "faster" : "equivalent");
        json.add("shift", json.get("verdict"));
        if (decided) {
            JsonArray blockRatios = new JsonArray();
            Arrays.stream(ratios).forEach(blockRatios::add);
            json.add("blockRatios", blockRatios);
        }
        return json;
    }

    public static JsonObject object(String json) {
        return JsonParser.parseString(json).getAsJsonObject();
    }
}
