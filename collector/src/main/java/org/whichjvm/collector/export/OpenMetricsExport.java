package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.whichjvm.collector.export.ContenderMetric.Estimate;
import org.whichjvm.collector.report.Conclusion;

/**
 * OpenMetrics 1.0, which parsers of Prometheus' older text format read too. A sample has no time, which collectors of
 * text files refuse, and no campaign, so that the next one goes on with the series of this one.
 *
 * @see <a href="https://prometheus.io/docs/specs/om/open_metrics_spec/">OpenMetrics</a>
 */
final class OpenMetricsExport {
    static void write(Conclusion conclusion, Writer out) throws IOException {
        Map<String, Estimate> values = new LinkedHashMap<>();
        Map<String, Estimate> ratios = new LinkedHashMap<>();
        for (ContenderMetric each : ContenderMetric.of(conclusion)) {
            values.put(labels(each, "unit", each.unit()), each.estimate());
            each.ratio().ifPresent(of -> ratios.put(labels(each, "baseline", of.baseline()), of.estimate()));
        }
        family(out, "whichjvm_metric", "metric of a contender, in the unit that a label names", values);
        family(out, "whichjvm_ratio", "ratio of costs to the baseline, above 1 being slower", ratios);
        out.write("# EOF\n");
    }

    /** Names and units have no character that is to be escaped. */
    private static String labels(ContenderMetric metric, String last, String value) {
        return String.format(
                "{workload=\"%s\",contender=\"%s\",metric=\"%s\",%s=\"%s\"}",
                metric.workload(), metric.contender(), metric.name(), last, value);
    }

    private static void family(Writer out, String name, String what, Map<String, Estimate> samples) throws IOException {
        gauge(out, name, "The " + what, samples, Estimate::value);
        gauge(out, name + "_low", "Lower end of the interval of the " + what, samples, Estimate::low);
        gauge(out, name + "_high", "Upper end of the interval of the " + what, samples, Estimate::high);
    }

    private static void gauge(
            Writer out, String name, String help, Map<String, Estimate> samples, ToDoubleFunction<Estimate> part)
            throws IOException {
        out.write("# TYPE " + name + " gauge\n# HELP " + name + " " + help + ".\n");
        for (Map.Entry<String, Estimate> each : samples.entrySet()) {
            double number = part.applyAsDouble(each.getValue());
            if (!Double.isNaN(number)) {
                String text = Double.isInfinite(number) ? "+Inf" : Double.toString(number);
                out.write(name + each.getKey() + " " + text + "\n");
            }
        }
    }
}
