package org.whichjvm.collector.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;

/** Exports as the programs that they are for read them. */
class ExportTest {
    private static final int BLOCKS = 12;
    private static final String OTHER = "jdk21-temurin";

    @TempDir
    Path out;

    /** As JMH Visualizer does: class and method by the last dot, parameters as words with a =. */
    @Test
    void aViewerOfJmhDrawsAChartForEachMetricAndABarForEachContender() throws IOException {
        latencies(500, 600);
        Map<String, List<String>> bars = new TreeMap<>();
        for (JsonObject run : runs()) {
            String name = run.get("benchmark").getAsString();
            JsonObject params = run.getAsJsonObject("params");
            List<String> words = new ArrayList<>(List.of(name.substring(name.lastIndexOf('.') + 1)));
            params.entrySet()
                    .forEach(each ->
                            words.add(each.getKey() + "=" + each.getValue().getAsString()));
            assertEquals(2, String.join(" ", words).split(" ").length, words.toString());
            assertEquals(2, words.get(1).split("=").length, words.toString());
            bars.computeIfAbsent(name.substring(0, name.lastIndexOf('.')), key -> new ArrayList<>())
                    .add(String.join(" ", words));
        }
        assertEquals(10, bars.size(), bars.toString());
        assertEquals(
                List.of("queue-latency contender=base", "queue-latency contender=" + OTHER),
                bars.get("whichjvm.service-p99_99"));
    }

    @Test
    void aRunOfJmhHasTheFieldsOfJmh() throws IOException {
        latencies(500, 600);
        JsonObject run = run("service-p50", OTHER);
        assertEquals("avgt", run.get("mode").getAsString());
        assertEquals(1, run.get("threads").getAsInt());
        assertEquals(BLOCKS, run.get("forks").getAsInt());
        assertEquals("/opt/java/bin/java", run.get("jvm").getAsString());
        assertTrue(run.get("jvmArgs").isJsonArray());
        assertEquals("17.0.9+9", run.get("jdkVersion").getAsString());
        assertEquals("OpenJDK 64-Bit Server VM", run.get("vmName").getAsString());
        assertEquals("17.0.9+9", run.get("vmVersion").getAsString());
        JsonObject metric = run.getAsJsonObject("primaryMetric");
        assertEquals(
                "[0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0]",
                metric.getAsJsonObject("scorePercentiles").keySet().toString());
        assertEquals("ns/op", metric.get("scoreUnit").getAsString());
        assertEquals(BLOCKS, metric.getAsJsonArray("rawData").size());
        metric.getAsJsonArray("rawData")
                .forEach(fork -> assertEquals(600, fork.getAsJsonArray().get(0).getAsDouble(), 40));
    }

    @Test
    void valuesAndIntervalsAreThoseOfTheReport() throws IOException {
        latencies(500, 600);
        JsonObject run = run("service-p50", OTHER);
        JsonObject told = comparison();
        JsonObject score = run.getAsJsonObject("primaryMetric");
        double typical = contender(OTHER).get("typicalNs").getAsDouble();
        assertEquals(typical, score.get("score").getAsDouble(), 1e-6);
        double low = score.getAsJsonArray("scoreConfidence").get(0).getAsDouble();
        double high = score.getAsJsonArray("scoreConfidence").get(1).getAsDouble();
        assertEquals(told.get("low").getAsDouble() * told.get("baselineNs").getAsDouble(), low, 1e-6);
        assertEquals(
                Math.max(high - typical, typical - low), score.get("scoreError").getAsDouble(), 1e-6);
        JsonObject ratio = run.getAsJsonObject("secondaryMetrics").getAsJsonObject("ratio to base");
        assertEquals(told.get("ratio").getAsDouble(), ratio.get("score").getAsDouble(), 1e-9);
        assertEquals(told.get("high"), ratio.getAsJsonArray("scoreConfidence").get(1));
        assertEquals(BLOCKS, ratio.getAsJsonArray("rawData").size());

        JsonObject baseline = run("service-p50", "base");
        assertEquals(told.get("baselineNs"), Cli.at(baseline, "primaryMetric", "score"));
        // JMH's word for what it does not know, which viewers take for no error bar.
        assertEquals("NaN", Cli.at(baseline, "primaryMetric", "scoreError").getAsString());
        assertTrue(baseline.getAsJsonObject("secondaryMetrics").entrySet().isEmpty());
    }

    @Test
    void moreThatIsBetterIsAThroughputWhoseIntervalIsTurnedRound() throws IOException {
        scores();
        JsonObject run = run("allocation@1", OTHER);
        assertEquals("thrpt", run.get("mode").getAsString());
        JsonObject score = run.getAsJsonObject("primaryMetric");
        assertEquals("objects/s", score.get("scoreUnit").getAsString());
        assertEquals(2e8, score.get("score").getAsDouble(), 1e7);
        double low = score.getAsJsonArray("scoreConfidence").get(0).getAsDouble();
        double high = score.getAsJsonArray("scoreConfidence").get(1).getAsDouble();
        JsonElement costs = Cli.at(run, "secondaryMetrics", "ratio to base");
        double lowCost = Cli.at(costs, "scoreConfidence", 0).getAsDouble();
        double highCost = Cli.at(costs, "scoreConfidence", 1).getAsDouble();
        assertTrue(low < score.get("score").getAsDouble(), score.toString());
        assertEquals(highCost / lowCost, high / low, 1e-9, "turned round");
        double cost = Cli.at(costs, "score").getAsDouble();
        assertEquals(score.get("score").getAsDouble() * cost / highCost, low, 1);
        assertEquals(2, run("pause-p50@2", OTHER).get("threads").getAsInt());
        assertEquals(
                "ms",
                Cli.at(run("pause-p50@2", "base"), "primaryMetric", "scoreUnit").getAsString());
    }

    @Test
    void aBenchmarkOfJmhIsTheSameInEveryExport() throws IOException {
        String name = "org.sample_x.MapBench.get:ss:p=a=1:contender=a%2Cb%25";
        plan("--blocks", BLOCKS, "--set", "workload=gc-steal", "--decide", name);
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", OTHER)) {
                new ForkFixture(out.resolve("c"), block, contender)
                        .ofScores("gc-steal")
                        .score(name, 2, "ms", (contender.equals(OTHER) ? 3 : 2.5) + block / 100.0)
                        .writeJson();
            }
        }
        JsonObject run = runs().get(1);
        assertEquals("org.sample_x.MapBench.get", run.get("benchmark").getAsString());
        assertEquals("ss", run.get("mode").getAsString());
        assertEquals(2, run.get("threads").getAsInt());
        assertEquals(
                "{\"p\":\"a=1\",\"contender\":\"a,b%\",\"contender_\":\"jdk21-temurin\"}",
                run.get("params").toString().replace("\\u003d", "="));
        JsonObject bmf = JsonParser.parseString(export("bmf")).getAsJsonObject();
        JsonObject measures = bmf.getAsJsonObject("gc-steal/" + OTHER + "/" + name + "@2");
        assertEquals("[ss, ss-ratio]", measures.keySet().toString());
        assertTrue(export("openmetrics").contains("metric=\"" + name + "@2\""));
        assertTrue(export("csv").contains("," + name + "@2,"));
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, Files.readString(out.resolve("c/result.json"))));
    }

    /** Its schema: objects of objects of numbers, of which value must be there. */
    @Test
    void bencherFindsContendersWithMeasures() throws IOException {
        latencies(500, 600);
        JsonObject benchmarks = JsonParser.parseString(export("bmf")).getAsJsonObject();
        assertEquals(
                "[queue-latency/base, queue-latency/" + OTHER + "]",
                benchmarks.keySet().toString());
        for (String name : benchmarks.keySet()) {
            JsonObject measures = benchmarks.getAsJsonObject(name);
            for (String measure : measures.keySet()) {
                assertTrue(measure.length() <= 64, measure);
                JsonObject metric = measures.getAsJsonObject(measure);
                assertTrue(metric.has("value"), measure);
                metric.entrySet().forEach(each -> assertTrue(each.getValue().getAsDouble() > 0));
            }
        }
        JsonObject other = benchmarks.getAsJsonObject("queue-latency/" + OTHER);
        assertEquals(20, other.size());
        JsonObject ratio = other.getAsJsonObject("service-p50-ratio");
        assertEquals(comparison().get("low"), ratio.get("lower_value"));
        JsonElement baseline = Cli.at(benchmarks, "queue-latency/base", "service-p50");
        assertEquals("[value]", baseline.getAsJsonObject().keySet().toString());
    }

    /** By the grammar of its specification: families in one piece, labels, numbers, and the end. */
    @Test
    void openMetricsHasFamiliesOfGaugesAndAnEnd() throws IOException {
        latencies(500, 600);
        Pattern sample =
                Pattern.compile("([a-z_]+)\\{([a-z]+=\"[^\"\\\\\n]*\",?)+} (\\+Inf|[0-9]+\\.[0-9]+(E-?[0-9]+)?)");
        String text = export("openmetrics");
        assertTrue(text.endsWith("\n# EOF\n"), text);
        assertFalse(text.contains("\r"));
        TreeSet<String> families = new TreeSet<>();
        TreeSet<String> series = new TreeSet<>();
        String family = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ")[2];
                assertEquals("# TYPE " + family + " gauge", line);
                assertTrue(families.add(family), line);
            } else if (!line.startsWith("# ")) {
                Matcher matcher = sample.matcher(line);
                assertTrue(matcher.matches(), line);
                assertEquals(family, matcher.group(1));
                assertTrue(series.add(line.substring(0, line.lastIndexOf(' '))), line);
            }
        }
        assertEquals(6, families.size());
        assertTrue(
                series.contains(
                        "whichjvm_metric{workload=\"queue-latency\",contender=\"base\",metric=\"service-p99.9\",unit=\"ns/op\"}"),
                text);
        assertTrue(
                series.contains("whichjvm_ratio_low{workload=\"queue-latency\",contender=\""
                        + OTHER
                        + "\",metric=\"service-p50\",baseline=\"base\"}"),
                text);
    }

    @Test
    void aWorkloadOfUnknownOriginLeavesNoLabel() throws IOException {
        Path campaign = Files.createDirectory(out.resolve("c"));
        ForkFixture.typical(campaign, 1, "base", 500)
                .with(json -> json.addProperty("workload", "a\"} 1\nb"))
                .write();
        assertTrue(export("openmetrics").contains("{workload=\"a___1_b\",contender=\"base\""));
    }

    @Test
    void theLongTableHasForksThatCountAndTheirTurnsThatCount() throws IOException {
        plan("--blocks", 1);
        Path campaign = out.resolve("c");
        for (String contender : List.of("base", OTHER)) {
            ForkFixture fork = ForkFixture.typical(campaign, 1, contender, 500);
            TurnsFixture.add(fork.json, "1", 2, 24, round -> 400 + round);
            TurnsFixture.late(TurnsFixture.at(fork.json, 3));
            fork.write();
        }
        String csv = export("csv");
        assertTrue(csv.startsWith("block,contender,turn,metric,value,unit\r\n"), csv);
        List<String[]> rows = csv.lines().skip(1).map(line -> line.split(",")).toList();
        assertTrue(rows.stream().allMatch(row -> row.length == 6 && row[5].equals("ns/op")));
        List<String[]> base = rows.stream().filter(row -> row[1].equals("base")).toList();
        assertEquals(10, base.stream().filter(row -> row[2].isEmpty()).count());
        assertEquals(
                IntStream.range(0, 24)
                        .filter(i -> i != 3)
                        .mapToObj(i -> i + " " + (400 + i))
                        .toList(),
                base.stream()
                        .filter(row -> row[3].equals("service-p50") && !row[2].isEmpty())
                        .map(row -> row[2] + " " + row[4])
                        .toList());
    }

    @Test
    void aForkThatExclusionRulesExcludeIsInNone() throws IOException {
        latencies(500, 600);
        ForkFixture.typical(out.resolve("c"), 4, OTHER, 9_000)
                .with(json -> json.getAsJsonObject("floorNs").addProperty("after", 300))
                .write();
        JsonObject run = run("service-p50", OTHER);
        assertEquals(BLOCKS - 1, run.get("forks").getAsInt());
        assertFalse(run.toString().contains("9000"), run.toString());
        String csv = export("csv");
        assertTrue(csv.contains("\n4,base,") && !csv.contains("\n4," + OTHER), csv);
    }

    @Test
    void whatNoForkCountsOfIsExportedEmpty() throws IOException {
        plan("--blocks", 1);
        assertEquals(0, Cli.record("it died", out, "c", 1, "base", 1).code());
        assertEquals("[]", export("jmh").strip());
        assertEquals("{}", export("bmf").strip());
        assertEquals("block,contender,turn,metric,value,unit", export("csv").strip());
    }

    @Test
    void whoCannotKeepTheRateIsInfinitelySlow() throws IOException {
        latencies(500, 600);
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture fork = ForkFixture.typical(out.resolve("c"), block, OTHER, 600);
            fork.json.addProperty("status", "overloaded");
            fork.json.addProperty("reason", "it kept 60 % of the rate");
            fork.writeJson();
        }
        JsonObject run = run("service-p50", OTHER);
        assertEquals("+INF", run.getAsJsonObject("primaryMetric").get("score").getAsString());
        assertEquals(
                0,
                JsonParser.parseString(export("bmf"))
                        .getAsJsonObject()
                        .getAsJsonObject("queue-latency/" + OTHER)
                        .size());
        assertTrue(export("openmetrics")
                .contains("contender=\"" + OTHER + "\",metric=\"service-p50\",unit=\"ns/op\"} +Inf\n"));
    }

    @Test
    void aFileIsWrittenWholeBesideTheReportAndStdoutTakesOne() throws IOException {
        latencies(500, 600);
        Path bmf = out.resolve("my.json");
        Cli cli = Cli.run("report", "--out", out, "--export", "bmf=" + bmf, "--export", "csv=" + out.resolve("x"), "c");
        assertEquals(0, cli.code(), cli.err());
        assertTrue(cli.out().contains("report.html"), cli.out());
        assertEquals(export("bmf"), Files.readString(bmf));
        try (Stream<Path> files = Files.list(out)) {
            assertTrue(files.noneMatch(each -> each.getFileName().toString().startsWith(".")), "a temporary file");
        }
    }

    @Test
    void whatCannotBeExportedIsASentence() throws IOException {
        latencies(500, 600);
        refused("'xml' and takes one of [jmh, bmf, openmetrics, csv]", "--export", "xml", "c");
        refused("stdout takes one --export", "--export", "jmh", "--export", "csv", "c");
        refused("was given with 2 campaigns", "--export", "jmh", "c", "c");
        refused("try: a file in a folder that is there", "--export", "jmh=" + out.resolve("nope/x"), "c");
        refused("try: a file in a folder that is there", "--export", "jmh=" + out, "c");
        refused("try: a file in a folder that is there", "--export", "jmh=", "c");
    }

    private void refused(String sentence, Object... args) {
        Cli cli = Cli.in(out, "report", args);
        assertEquals(2, cli.code(), cli.err());
        assertTrue(cli.err().contains(sentence), cli.err());
        assertEquals("", cli.out());
    }

    private void plan(Object... more) {
        Cli.plan(out, "c", List.of("base", OTHER), "--seed=7", List.of(more));
    }

    /** Of whole forks: the p50 service times are these, and a little more from block to block. */
    private void latencies(long base, long other) throws IOException {
        plan("--blocks", BLOCKS);
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(out.resolve("c"), block, "base", base + block).write();
            ForkFixture.typical(out.resolve("c"), block, OTHER, other + 2 * block)
                    .write();
        }
    }

    private void scores() throws IOException {
        plan("--blocks", BLOCKS, "--set", "workload=gc-steal");
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", OTHER)) {
                boolean other = contender.equals(OTHER);
                new ForkFixture(out.resolve("c"), block, contender)
                        .ofScores("gc-steal")
                        .score("pause-p50", 2, "ms", (other ? 3 : 2.5) + block / 100.0)
                        .score("allocation", 1, "objects/s", other ? 2e8 + 1e6 * (block % 5) : 1e8 + 2e6 * (block % 7))
                        .writeJson();
            }
        }
    }

    private String export(String format) {
        Cli cli = Cli.run("report", "--out", out, "--export", format, "c");
        assertTrue(cli.code() == 0 || cli.code() == 3, cli.err());
        assertEquals("", cli.err());
        return cli.out();
    }

    private List<JsonObject> runs() {
        JsonArray runs = JsonParser.parseString(export("jmh")).getAsJsonArray();
        return runs.asList().stream().map(JsonElement::getAsJsonObject).toList();
    }

    private JsonObject run(String metric, String contender) {
        return runs().stream()
                .filter(each ->
                        each.get("benchmark").getAsString().split("\\.")[1].equals(metric))
                .filter(each ->
                        Cli.at(each, "params", "contender").getAsString().equals(contender))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + metric + " of " + contender));
    }

    /** Of the p50 service time, from result.json. */
    private JsonObject comparison() throws IOException {
        return Cli.at(Cli.json(out.resolve("c/result.json")), "comparisons", 0).getAsJsonObject();
    }

    private JsonObject contender(String name) throws IOException {
        return Cli.json(out.resolve("c/result.json")).getAsJsonArray("contenders").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("name").getAsString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
