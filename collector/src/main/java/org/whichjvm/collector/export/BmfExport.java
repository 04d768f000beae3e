package org.whichjvm.collector.export;

import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.whichjvm.collector.export.ContenderMetric.Estimate;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.common.BenchmarkName;

/**
 * Bencher's metric format: contenders are benchmarks, and metrics and their ratios measures; a JMH benchmark of a
 * contender is one too, and its mode the measure. What is infinite or unknown is absent.
 *
 * @see <a href="https://bencher.dev/docs/reference/bencher-metric-format">Bencher Metric Format</a>
 */
final class BmfExport {
    private record BencherMetric(
            double value,
            @SerializedName("lower_value") Double low,
            @SerializedName("upper_value") Double high) {}

    static void write(Conclusion conclusion, Writer out) throws IOException {
        Map<String, Map<String, BencherMetric>> benchmarks = new LinkedHashMap<>();
        for (ContenderMetric metric : ContenderMetric.of(conclusion)) {
            // A measure's name has 64 characters at most, which one of JMH's does not keep to.
            Optional<String> jmh = BenchmarkName.of(metric.metric().name()).map(BenchmarkName::mode);
            Map<String, BencherMetric> measures = benchmarks.computeIfAbsent(
                    metric.workload()
                            + "/"
                            + metric.contender()
                            + jmh.map(mode -> "/" + metric.name()).orElse(""),
                    name -> new LinkedHashMap<>());
            String measure = jmh.orElse(metric.name());
            add(measures, measure, metric.estimate());
            metric.ratio().ifPresent(of -> add(measures, measure + "-ratio", of.estimate()));
        }
        out.write(Json.write(Json.tree(benchmarks)));
    }

    private static void add(Map<String, BencherMetric> measures, String name, Estimate of) {
        if (Double.isFinite(of.value())) {
            measures.put(name, new BencherMetric(of.value(), Json.orNull(of.low()), Json.orNull(of.high())));
        }
    }
}
