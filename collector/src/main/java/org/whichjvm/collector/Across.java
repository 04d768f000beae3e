package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.collector.stats.Holm;
import org.whichjvm.collector.stats.TwoSamples;

/**
 * Two campaigns of one host, an earlier one (the stored baseline) and a later one: which of the
 * variants that both have has changed. Their forks did not run side by side, so whatever else
 * changed on the host in between changed them too. Where both campaigns have another variant that
 * is the same in both, the earlier one's baseline, each variant is first divided by it within its
 * block: then only what changed against it counts.
 */
final class Across {
  private final Campaign earlier;
  private final Campaign later;
  private final List<Change> changes = new ArrayList<>();

  private Across(final Campaign earlier, final Campaign later) {
    this.earlier = earlier;
    this.later = later;
  }

  /** One figure of a variant in both campaigns, before anything is decided. */
  private record Change(
      VariantForks variant,
      boolean referred,
      Latency latency,
      Percentile percentile,
      TwoSamples samples,
      int blocks,
      String undecidable) {
    boolean headline() {
      return latency == Latency.SERVICE && percentile == Percentile.P50;
    }
  }

  /** Whether two campaigns ran on the same machine, as far as their forks tell. */
  static boolean sameHost(final Result one, final Result other) {
    return List.of("cpuModel", "arch", "onlineCpus").stream()
        .allMatch(key -> Json.shown(one.host(), key).equals(Json.shown(other.host(), key)));
  }

  /** Every variant of both campaigns, the later against the earlier one. */
  static List<Comparison> of(final Campaign earlier, final Campaign later) {
    final Across across = new Across(earlier, later);
    for (final VariantForks variant : later.variants()) {
      final VariantForks before = find(earlier, variant.name());
      if (before != null && !before.ok().isEmpty() && !variant.ok().isEmpty()) {
        across.add(before, variant);
      }
    }
    return across.decide();
  }

  private static VariantForks find(final Campaign campaign, final String name) {
    return campaign.variants().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElse(null);
  }

  private void add(final VariantForks before, final VariantForks after) {
    final String reference = earlier.baseline();
    final VariantForks referenceBefore = find(earlier, reference);
    final VariantForks referenceAfter = find(later, reference);
    final boolean referred =
        !after.name().equals(reference)
            && referenceAfter != null
            && !Pairs.of(before, referenceBefore, Integer.MAX_VALUE).forks().isEmpty()
            && !Pairs.of(after, referenceAfter, Integer.MAX_VALUE).forks().isEmpty();
    for (final Latency latency : Latency.values()) {
      for (final Percentile percentile : Percentile.REPORTED) {
        final double[] first =
            referred
                ? Pairs.of(before, referenceBefore, Integer.MAX_VALUE)
                    .logRatios(latency, percentile)
                : logs(before, latency, percentile);
        final double[] second =
            referred
                ? Pairs.of(after, referenceAfter, Integer.MAX_VALUE).logRatios(latency, percentile)
                : logs(after, latency, percentile);
        changes.add(
            new Change(
                after,
                referred,
                latency,
                percentile,
                new TwoSamples(first, second),
                second.length,
                undecidable(before, after, latency, percentile)));
      }
    }
  }

  private static double[] logs(
      final VariantForks variant, final Latency latency, final Percentile percentile) {
    return variant.ok().stream()
        .mapToDouble(fork -> Math.log(fork.summaries().get(latency).at(percentile)))
        .toArray();
  }

  private String undecidable(
      final VariantForks before,
      final VariantForks after,
      final Latency latency,
      final Percentile percentile) {
    if (after.name().equals(earlier.baseline()) && hasOthers()) {
      return "the others are measured against it: whether it or the host changed cannot be told";
    }
    if (!later.settings().design().decide().contains(percentile)) {
      return "not among the percentiles that the later campaign decides";
    }
    final double events =
        Math.min(
            Events.typical(before.ok().stream(), latency, percentile),
            Events.typical(after.ok().stream(), latency, percentile));
    return Events.undecidable(events, percentile, after.ok().get(0).durationSeconds());
  }

  private boolean hasOthers() {
    return later.variants().stream()
        .filter(variant -> !variant.name().equals(earlier.baseline()))
        .anyMatch(variant -> find(earlier, variant.name()) != null);
  }

  private List<Comparison> decide() {
    final List<Change> family =
        changes.stream().filter(change -> change.undecidable() == null).toList();
    final double[] p = family.stream().mapToDouble(change -> change.samples().p()).toArray();
    final double[] shares = Decision.shares(family, Change::headline);
    final double[] adjusted = Holm.adjust(p, shares);
    final Map<Integer, Double> byChange = new TreeMap<>();
    for (int i = 0; i < family.size(); i++) {
      byChange.put(changes.indexOf(family.get(i)), adjusted[i]);
    }
    final List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      comparisons.add(comparison(changes.get(i), byChange.getOrDefault(i, Double.NaN)));
    }
    return comparisons;
  }

  private Comparison comparison(final Change change, final double adjustedP) {
    final boolean decidable = change.undecidable() == null;
    final double[] interval = change.samples().interval(Decision.ALPHA);
    final double low = Math.exp(interval[0]);
    final double high = Math.exp(interval[1]);
    final double ratio = Math.exp(change.samples().shift());
    final double margin = later.settings().design().margin();
    final Verdict verdict =
        decidable ? Decision.verdict(ratio, low, high, adjustedP, margin) : Verdict.INCONCLUSIVE;
    return new Comparison(
        change.variant().name(),
        earlier.settings().campaign(),
        change.latency(),
        change.percentile(),
        ratio,
        low,
        high,
        decidable ? change.samples().p() : Double.NaN,
        adjustedP,
        change.blocks(),
        verdict,
        Double.NaN,
        decidable,
        decidable ? reason(change) : change.undecidable());
  }

  private String reason(final Change change) {
    return change.referred()
        ? null
        : "not measured against another variant: a change of the host would look the same";
  }
}
