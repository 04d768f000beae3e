package org.whichjvm.collector.export;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Quantile;
import org.whichjvm.collector.export.ContenderMetric.Estimate;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.common.BenchmarkName;

/**
 * JMH's results as its {@code -rf json} writes them, for its viewers: a benchmark for each metric, whose last parameter
 * is the contender; one that JMH measured is that benchmark. A fork has one iteration. Fields that mean nothing here
 * are absent.
 *
 * @see <a
 *     href="https://github.com/openjdk/jmh/blob/master/jmh-core/src/main/java/org/openjdk/jmh/results/format/JSONResultFormat.java">JSONResultFormat</a>
 */
final class JmhExport {
    private static final double[] PERCENTILES = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

    /** JMH interpolates this way. */
    private static final Quantile QUANTILE = Quantile.withDefaults().with(Quantile.EstimationMethod.HF6);

    static void write(Conclusion conclusion, Writer out) throws IOException {
        ResultFile file = ResultFile.of(conclusion);
        JsonArray runs = new JsonArray();
        for (ContenderMetric metric : ContenderMetric.of(conclusion)) {
            runs.add(run(metric, file.contender(metric.contender()).jvm()));
        }
        out.write(Json.write(runs));
    }

    private static JsonObject run(ContenderMetric metric, JsonObject jvm) {
        JsonObject json = new JsonObject();
        BenchmarkName name = BenchmarkName.of(metric.metric().name()).orElseGet(() -> ownName(metric));
        Map<String, String> params = name.params();
        String contender = "contender";
        while (params.containsKey(contender)) {
            contender += "_";
        }
        params.put(contender, metric.contender());
        json.addProperty("benchmark", name.method());
        json.addProperty("mode", name.mode());
        json.addProperty("threads", Math.max(1, metric.metric().threads()));
        json.addProperty("forks", metric.forks().size());
        json.addProperty("jvm", Json.shown(jvm, "home") + "/bin/java");
        json.add("jvmArgs", jvm.get("flags"));
        json.addProperty("jdkVersion", Json.shown(jvm, "version"));
        json.addProperty("vmName", Json.shown(jvm, "name"));
        json.addProperty("vmVersion", Json.shown(jvm, "version"));
        json.addProperty("measurementIterations", 1);
        json.add("params", Json.tree(params));
        json.add("primaryMetric", metric(metric.estimate(), metric.unit(), metric.forks()));
        JsonObject secondary = new JsonObject();
        metric.ratio()
                .ifPresent(
                        of -> secondary.add("ratio to " + of.baseline(), metric(of.estimate(), "ratio", of.blocks())));
        json.add("secondaryMetrics", secondary);
        return json;
    }

    /** That of a metric that JMH did not measure. */
    private static BenchmarkName ownName(ContenderMetric metric) {
        // A viewer draws a chart for each class, which ends at the last dot: p50 and p99.99 need one
        // each.
        return new BenchmarkName(
                "whichjvm." + metric.name().replace('.', '_') + "." + metric.workload(),
                metric.metric().more() ? "thrpt" : "avgt",
                Map.of());
    }

    private static JsonObject metric(Estimate of, String unit, List<Double> raw) {
        JsonObject json = new JsonObject();
        json.add("score", number(of.value()));
        json.add("scoreError", number(Math.max(of.high() - of.value(), of.value() - of.low())));
        json.add("scoreConfidence", Json.tree(List.of(number(of.low()), number(of.high()))));
        double[] values = raw.stream().mapToDouble(value -> value).toArray();
        JsonObject percentiles = new JsonObject();
        for (double each : PERCENTILES) {
            percentiles.add(Double.toString(each), number(QUANTILE.evaluate(values, each / 100)));
        }
        json.add("scorePercentiles", percentiles);
        json.addProperty("scoreUnit", unit);
        json.add(
                "rawData",
                Json.tree(raw.stream().map(each -> List.of(number(each))).toList()));
        return json;
    }

    /** A number, or JMH's word for one that JSON does not have. */
    private static JsonElement number(double number) {
        if (Double.isFinite(number)) {
            return new JsonPrimitive(number);
        }
        return new JsonPrimitive(Double.isNaN(number) ? "NaN" : "+INF");
    }
}
