package org.whichjvm.collector.export;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.Writer;
import org.whichjvm.collector.export.ContenderFigure.Estimate;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.report.Answer;

/**
 * Bencher's metric format: contenders are benchmarks, and figures and their ratios measures. What
 * is infinite or unknown is absent.
 *
 * @see <a href="https://bencher.dev/docs/reference/bencher-metric-format">Bencher Metric Format</a>
 */
final class BmfExport {
  static void write(final Answer answer, final Writer out) throws IOException {
    final JsonObject benchmarks = new JsonObject();
    for (final ContenderFigure figure : ContenderFigure.of(answer)) {
      final String name = figure.workload() + "/" + figure.contender();
      if (!benchmarks.has(name)) {
        benchmarks.add(name, new JsonObject());
      }
      final JsonObject measures = benchmarks.getAsJsonObject(name);
      add(measures, figure.figure(), figure.estimate());
      figure.ratio().ifPresent(of -> add(measures, figure.figure() + "-ratio", of.estimate()));
    }
    out.write(Json.write(benchmarks));
  }

  private static void add(final JsonObject measures, final String name, final Estimate of) {
    if (Double.isFinite(of.value())) {
      final JsonObject metric = new JsonObject();
      add(metric, "value", of.value());
      add(metric, "lower_value", of.low());
      add(metric, "upper_value", of.high());
      measures.add(name, metric);
    }
  }

  private static void add(final JsonObject metric, final String key, final double number) {
    if (Double.isFinite(number)) {
      metric.addProperty(key, number);
    }
  }
}
