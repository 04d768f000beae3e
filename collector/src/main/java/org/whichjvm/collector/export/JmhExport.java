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
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.common.BenchmarkName;

/**
 * JMH's results as its {@code -rf json} writes them, for its viewers: a benchmark for each figure,
 * whose last parameter is the contender; one that JMH measured is that benchmark. A fork has one
 * iteration. Fields that mean nothing here are absent.
 *
 * @see <a
 *     href="https://github.com/openjdk/jmh/blob/master/jmh-core/src/main/java/org/openjdk/jmh/results/format/JSONResultFormat.java">JSONResultFormat</a>
 */
final class JmhExport {
  private static final double[] PERCENTILES = {
    0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100
  };

  /** JMH interpolates this way. */
  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF6);

  static void write(final Answer answer, final Writer out) throws IOException {
    final ResultFile file = ResultFile.of(answer);
    final JsonArray runs = new JsonArray();
    for (final ContenderMetric figure : ContenderMetric.of(answer)) {
      runs.add(run(figure, file.contender(figure.contender()).jvm()));
    }
    out.write(Json.write(runs));
  }

  private static JsonObject run(final ContenderMetric figure, final JsonObject jvm) {
    final JsonObject json = new JsonObject();
    final BenchmarkName name =
        BenchmarkName.of(figure.raw().figure().name()).orElseGet(() -> ownName(figure));
    final Map<String, String> params = name.params();
    String contender = "contender";
    while (params.containsKey(contender)) {
      contender += "_";
    }
    params.put(contender, figure.contender());
    json.addProperty("benchmark", name.method());
    json.addProperty("mode", name.mode());
    json.addProperty("threads", Math.max(1, figure.raw().figure().threads()));
    json.addProperty("forks", figure.forks().size());
    json.addProperty("jvm", Json.shown(jvm, "home") + "/bin/java");
    json.add("jvmArgs", jvm.get("flags"));
    json.addProperty("jdkVersion", Json.shown(jvm, "version"));
    json.addProperty("vmName", Json.shown(jvm, "name"));
    json.addProperty("vmVersion", Json.shown(jvm, "version"));
    json.addProperty("measurementIterations", 1);
    json.add("params", Json.tree(params));
    json.add("primaryMetric", metric(figure.estimate(), figure.raw().unit(), figure.forks()));
    final JsonObject secondary = new JsonObject();
    figure
        .ratio()
        .ifPresent(
            of ->
                secondary.add(
                    "ratio to " + of.baseline(), metric(of.estimate(), "ratio", of.blocks())));
    json.add("secondaryMetrics", secondary);
    return json;
  }

  /** That of a figure that JMH did not measure. */
  private static BenchmarkName ownName(final ContenderMetric figure) {
    // A viewer draws a chart for each class, which ends at the last dot: p50 and p99.99 need one
    // each.
    return new BenchmarkName(
        "whichjvm." + figure.figure().replace('.', '_') + "." + figure.workload(),
        figure.raw().figure().more() ? "thrpt" : "avgt",
        Map.of());
  }

  private static JsonObject metric(final Estimate of, final String unit, final List<Double> raw) {
    final JsonObject json = new JsonObject();
    json.add("score", number(of.value()));
    json.add("scoreError", number(Math.max(of.high() - of.value(), of.value() - of.low())));
    json.add("scoreConfidence", Json.tree(List.of(number(of.low()), number(of.high()))));
    final double[] values = raw.stream().mapToDouble(value -> value).toArray();
    final JsonObject percentiles = new JsonObject();
    for (final double each : PERCENTILES) {
      percentiles.add(Double.toString(each), number(QUANTILE.evaluate(values, each / 100)));
    }
    json.add("scorePercentiles", percentiles);
    json.addProperty("scoreUnit", unit);
    json.add("rawData", Json.tree(raw.stream().map(each -> List.of(number(each))).toList()));
    return json;
  }

  /** A number, or JMH's word for one that JSON does not have. */
  private static JsonElement number(final double number) {
    if (Double.isFinite(number)) {
      return new JsonPrimitive(number);
    }
    return new JsonPrimitive(Double.isNaN(number) ? "NaN" : "+INF");
  }
}
