package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A variant's figure over the baseline's: {@code exp(median over blocks of log(variant/baseline))},
 * over the blocks in which both have a fork that counts. The median over blocks, because forks fall
 * into discrete JIT modes that a mean would mix up.
 *
 * @param variant the variant compared
 * @param baseline the variant it is compared with
 * @param latency which of the two
 * @param percentile of the forks, not of the pool
 * @param ratio above 1 if the variant is slower; NaN without a common block
 * @param low lower end of the ratio's 95 % interval; NaN if there are too few blocks for one
 * @param high its upper end; NaN likewise
 * @param p of the sign test, corrected for repeated looks; NaN without a common block
 * @param adjustedP the same, corrected for all comparisons of the campaign; NaN if undecidable
 * @param blocks the number of common blocks
 * @param verdict on this comparison
 * @param mde the smallest difference that such a campaign finds four times in five, 0.04 being 4 %;
 *     NaN if there is none it could find
 * @param decidable whether it rests on enough events to be decided at all
 * @param reason why there is no better verdict, or what to know about this one; null if nothing
 */
record Comparison(
    String variant,
    String baseline,
    Latency latency,
    Percentile percentile,
    double ratio,
    double low,
    double high,
    double p,
    double adjustedP,
    int blocks,
    Verdict verdict,
    double mde,
    boolean decidable,
    String reason) {

  /** Every variant against the baseline, in the order of the variants. */
  static List<Comparison> all(final List<VariantForks> variants, final String baseline) {
    final List<Comparison> all = new ArrayList<>();
    final VariantForks base =
        variants.stream().filter(forks -> forks.name().equals(baseline)).findAny().orElseThrow();
    for (final VariantForks variant : variants) {
      if (variant == base) {
        continue;
      }
      for (final Latency latency : Latency.values()) {
        for (final Percentile percentile : Percentile.REPORTED) {
          all.add(of(variant, base, latency, percentile));
        }
      }
    }
    return all;
  }

  private static Comparison of(
      final VariantForks variant,
      final VariantForks base,
      final Latency latency,
      final Percentile percentile) {
    final Map<Integer, Fork> baseForks =
        base.ok().stream()
            .collect(Collectors.toMap(fork -> fork.name().block(), Function.identity()));
    final List<Fork> common =
        variant.ok().stream().filter(fork -> baseForks.containsKey(fork.name().block())).toList();
    final double median =
        Median.of(
            common.stream()
                .mapToDouble(
                    fork ->
                        Math.log(at(fork, latency, percentile))
                            - Math.log(
                                at(baseForks.get(fork.name().block()), latency, percentile))));
    return new Comparison(
        variant.name(),
        base.name(),
        latency,
        percentile,
        Math.exp(median),
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        common.size(),
        Verdict.INCONCLUSIVE,
        Double.NaN,
        true,
        null);
  }

  private static double at(final Fork fork, final Latency latency, final Percentile percentile) {
    return fork.summaries().get(latency).at(percentile);
  }
}
