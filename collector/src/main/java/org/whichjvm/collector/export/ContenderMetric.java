package org.whichjvm.collector.export;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.collector.stats.Medians;

/**
 * A metric of a contender, as exports tell it. Its value is that of the report, so that no other program shows an order
 * that the verdicts contradict: a latency's in the campaign's typical block, a score's median over the forks. The
 * value's interval is that of the ratio to the baseline; the baseline itself has none.
 *
 * @param workload that the forks ran, in letters, digits, hyphens and underscores
 * @param forks the value of each fork that counts, in the order in which they ran
 * @param ratio to the baseline; empty without a common block, and where the baseline could not keep the rate
 */
record ContenderMetric(
        String workload,
        String contender,
        Metric metric,
        List<Double> forks,
        Estimate estimate,
        Optional<Ratio> ratio) {
    /** A value, which may be infinite, and its interval, whose ends are NaN if there is none. */
    record Estimate(double value, double low, double high) {}

    /**
     * The ratio is of what the metric costs over what it costs the baseline: above 1 is slower.
     *
     * @param estimate with the interval that holds together with all others of the campaign
     * @param blocks the ratio of each block; empty of what is neither decided nor the headline
     */
    record Ratio(String baseline, Estimate estimate, List<Double> blocks) {}

    String name() {
        return RawValue.name(metric);
    }

    String unit() {
        return RawValue.unit(metric);
    }

    /** Each contender, in the campaign's order, has each metric that any fork has. */
    static List<ContenderMetric> of(Conclusion conclusion) {
        Result result = conclusion.result();
        String workload = String.valueOf(result.workload()).replaceAll("[^A-Za-z0-9_-]", "_");
        Collection<List<RawValue>> metrics = result.forks().stream()
                .filter(result::counts)
                .flatMap(RawValue::of)
                .collect(Collectors.groupingBy(RawValue::name, LinkedHashMap::new, Collectors.toList()))
                .values();
        Map<String, List<Comparison>> comparisons =
                result.comparisons().stream().collect(Collectors.groupingBy(each -> RawValue.name(each.metric())));
        return result.contenders().stream()
                .flatMap(one -> metrics.stream()
                        .map(all -> of(
                                workload,
                                one.name(),
                                all,
                                comparisons.getOrDefault(all.get(0).name(), List.of()))))
                .filter(each -> !Double.isNaN(each.estimate.value))
                .toList();
    }

    private static ContenderMetric of(
            String workload, String contender, List<RawValue> all, List<Comparison> comparisons) {
        Metric metric = all.get(0).metric();
        List<Double> own = all.stream()
                .filter(each -> each.contender().equals(contender))
                .map(RawValue::value)
                .toList();
        double ns = comparisons.stream()
                .filter(each -> List.of(each.contender(), each.baseline()).contains(contender))
                .findFirst()
                .map(each -> each.contender().equals(contender) ? each.typicalNs() : each.baselineNs())
                .orElse(Double.NaN);
        double value = ns > 0 ? ns : Medians.of(own.stream().mapToDouble(each -> each));
        Optional<Ratio> ratio = comparisons.stream()
                .filter(each -> each.contender().equals(contender) && each.ratio() > 0)
                .findFirst()
                .map(ContenderMetric::ratio);
        return new ContenderMetric(workload, contender, metric, own, estimate(value, metric.more(), ratio), ratio);
    }

    private static Ratio ratio(Comparison comparison) {
        return new Ratio(
                comparison.baseline(),
                new Estimate(comparison.ratio(), comparison.low(), comparison.high()),
                comparison.logRatios().stream().map(Math::exp).toList());
    }

    private static Estimate estimate(double value, boolean more, Optional<Ratio> ratio) {
        Estimate cost = ratio.map(Ratio::estimate)
                .filter(each -> Double.isFinite(each.value))
                .orElse(new Estimate(Double.NaN, Double.NaN, Double.NaN));
        return more
                ? new Estimate(value, value * cost.value / cost.high, value * cost.value / cost.low)
                : new Estimate(value, value * cost.low / cost.value, value * cost.high / cost.value);
    }
}
