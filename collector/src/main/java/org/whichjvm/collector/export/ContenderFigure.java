package org.whichjvm.collector.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.stats.Medians;

/**
 * A figure of a contender, as exports tell it. Its value is that of the report, so that no other
 * program shows an order that the verdicts contradict: a latency's in the campaign's typical block,
 * a score's median over the forks. The value's interval is that of the ratio to the baseline; the
 * baseline itself has none.
 *
 * @param workload that the forks ran, in letters, digits, hyphens and underscores
 * @param contender its name
 * @param raw one of its forks' values, or of another contender's: name, unit and better direction
 * @param forks the value of each fork that counts, in the order in which they ran
 * @param estimate of the value, in its unit
 * @param ratio to the baseline; empty without a common block, and where the baseline could not keep
 *     the rate
 */
record ContenderFigure(
    String workload,
    String contender,
    RawValue raw,
    List<Double> forks,
    Estimate estimate,
    Optional<Ratio> ratio) {
  /** A value, which may be infinite, and its interval, whose ends are NaN if there is none. */
  record Estimate(double value, double low, double high) {}

  /**
   * The ratio is of what the figure costs over what it costs the baseline: above 1 is slower.
   *
   * @param baseline its name
   * @param estimate with the interval that holds together with all others of the campaign
   * @param blocks the ratio of each block; empty of what is neither decided nor the headline
   */
  record Ratio(String baseline, Estimate estimate, List<Double> blocks) {}

  private record Key(String contender, String figure) {}

  /** The name of the figure: service-p99.9, or a score's key. */
  String figure() {
    return raw.figure();
  }

  /** Each contender, in the campaign's order, has each figure that any fork has. */
  static List<ContenderFigure> of(final Answer answer) {
    final Map<String, RawValue> figures = new LinkedHashMap<>();
    final Map<Key, List<Double>> forks = new HashMap<>();
    answer.result().forks().stream()
        .filter(answer.result()::counts)
        .flatMap(RawValue::of)
        .forEach(
            raw -> {
              figures.putIfAbsent(raw.figure(), raw);
              forks
                  .computeIfAbsent(new Key(raw.contender(), raw.figure()), key -> new ArrayList<>())
                  .add(raw.value());
            });
    final Map<Key, Ratio> ratios = new HashMap<>();
    final Map<Key, Double> typicalNs = new HashMap<>();
    for (final Comparison comparison : answer.result().comparisons()) {
      final String figure = RawValue.name(comparison.figure());
      final Key key = new Key(comparison.contender(), figure);
      if (comparison.ratio() > 0) {
        ratios.putIfAbsent(key, ratio(comparison));
      }
      typicalNs.putIfAbsent(key, comparison.typicalNs());
      typicalNs.putIfAbsent(new Key(comparison.baseline(), figure), comparison.baselineNs());
    }
    final String workload =
        String.valueOf(answer.result().workload()).replaceAll("[^A-Za-z0-9_-]", "_");
    final List<ContenderFigure> all = new ArrayList<>();
    for (final ContenderResult contender : answer.result().contenders()) {
      for (final RawValue raw : figures.values()) {
        final Key key = new Key(contender.name(), raw.figure());
        final List<Double> own = forks.getOrDefault(key, List.of());
        final double ns = typicalNs.getOrDefault(key, Double.NaN);
        final double value = ns > 0 ? ns : Medians.of(own.stream().mapToDouble(each -> each));
        if (!Double.isNaN(value)) {
          final Optional<Ratio> ratio = Optional.ofNullable(ratios.get(key));
          final Estimate estimate = estimate(value, raw.more(), ratio);
          all.add(new ContenderFigure(workload, key.contender(), raw, own, estimate, ratio));
        }
      }
    }
    return all;
  }

  private static Ratio ratio(final Comparison comparison) {
    return new Ratio(
        comparison.baseline(),
        new Estimate(comparison.ratio(), comparison.low(), comparison.high()),
        comparison.logRatios().stream().map(Math::exp).toList());
  }

  private static Estimate estimate(
      final double value, final boolean more, final Optional<Ratio> ratio) {
    final Estimate cost =
        ratio
            .map(Ratio::estimate)
            .filter(each -> Double.isFinite(each.value))
            .orElse(new Estimate(Double.NaN, Double.NaN, Double.NaN));
    return more
        ? new Estimate(value, value * cost.value / cost.high, value * cost.value / cost.low)
        : new Estimate(value, value * cost.low / cost.value, value * cost.high / cost.value);
  }
}
