package org.whichjvm.collector.analysis;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.JvmFlags;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.TwoSamples;

/**
 * Two campaigns of one host, an earlier one (the stored baseline) and a later one: which of the
 * contenders that both have has changed. Their forks did not run side by side, so whatever else
 * changed on the host in between changed them too. Where both campaigns have the earlier one's
 * baseline, and it is the same JVM with the same flags in both, each other contender is first
 * divided by it within its block: then only what changed against it counts.
 */
public final class Across {
  private static final List<String> JVM =
      List.of("vendor", "version", "compiler", "garbageCollector");

  private final Campaign earlier;
  private final Campaign later;
  private final ContenderForks referenceBefore;
  private final ContenderForks referenceAfter;
  private final List<Change> changes = new ArrayList<>();

  private Across(final Campaign earlier, final Campaign later) {
    this.earlier = earlier;
    this.later = later;
    this.referenceBefore = find(earlier, earlier.baseline());
    this.referenceAfter = find(later, earlier.baseline());
  }

  /** One figure of a contender in both campaigns, before it is corrected for all of them. */
  private record Change(
      String contender,
      Metric metric,
      int forks,
      double ratio,
      double low,
      double high,
      double p,
      double equivalenceP,
      Reason undecidable,
      Reason remark) {
    boolean headline() {
      return metric.headline();
    }
  }

  /** Whether two campaigns ran on the same machine, as far as their forks tell. */
  public static boolean sameHost(final Result one, final Result other) {
    return List.of("cpuModel", "arch", "onlineCpus").stream()
        .allMatch(key -> Json.shown(one.host(), key).equals(Json.shown(other.host(), key)));
  }

  /** Every contender of both campaigns, the later against the earlier one; no control, no delay. */
  public static List<Comparison> of(final Campaign earlier, final Campaign later) {
    final Across across = new Across(earlier, later);
    across.common().forEach(each -> across.add(find(earlier, each.name()), each));
    return across.decide();
  }

  private List<ContenderForks> common() {
    return later.contenders().stream()
        .filter(each -> Contender.of(each.name()).plain() && !each.ok().isEmpty())
        .filter(each -> find(earlier, each.name()) != null)
        .filter(each -> !find(earlier, each.name()).ok().isEmpty())
        .toList();
  }

  private static ContenderForks find(final Campaign campaign, final String name) {
    return campaign.contenders().stream()
        .filter(each -> each.name().equals(name))
        .findAny()
        .orElse(null);
  }

  private void add(final ContenderForks before, final ContenderForks after) {
    final Pairs first = pairs(before, referenceBefore);
    final Pairs second = pairs(after, referenceAfter);
    final boolean isReference = after.name().equals(earlier.baseline());
    final boolean referred =
        !isReference && sameReference() && !first.forks().isEmpty() && !second.forks().isEmpty();
    for (final Metric metric : Metric.of(List.of(before, after))) {
      final double[] earlierLogs = logs(referred, first, before, metric);
      final double[] laterLogs = logs(referred, second, after, metric);
      if (earlierLogs.length > 0 && laterLogs.length > 0) {
        final TwoSamples samples = new TwoSamples(earlierLogs, laterLogs);
        final double[] interval = samples.interval(Decision.ALPHA);
        changes.add(
            new Change(
                after.name(),
                metric,
                laterLogs.length,
                Math.exp(samples.shift()),
                Math.exp(interval[0]),
                Math.exp(interval[1]),
                samples.p(),
                equivalenceP(samples),
                undecidable(before, after, metric),
                remark(isReference, referred)));
      }
    }
  }

  /** Of "the change is at least the margin", the larger one of both directions. */
  private double equivalenceP(final TwoSamples samples) {
    final double margin = Math.log1p(later.progress().design().margin());
    return Math.abs(samples.shift()) >= margin
        ? 1
        : Math.max(samples.p(margin), samples.p(-margin));
  }

  private static Pairs pairs(final ContenderForks contender, final ContenderForks reference) {
    return Pairs.of(
        contender,
        reference == null ? new ContenderForks(contender.name()) : reference,
        Integer.MAX_VALUE);
  }

  /** Whether the reference is the same JVM in both campaigns. */
  private boolean sameReference() {
    if (referenceAfter == null || referenceAfter.ok().isEmpty() || referenceBefore.ok().isEmpty()) {
      return false;
    }
    final JsonObject before = referenceBefore.jvm();
    final JsonObject after = referenceAfter.jvm();
    try {
      return JVM.stream().allMatch(key -> Objects.equals(before.get(key), after.get(key)))
          && JvmFlags.difference(before, after) == null;
    } catch (final UnusableFile exception) {
      return false; // flags that are none: not known to be the same
    }
  }

  private Reason remark(final boolean isReference, final boolean referred) {
    if (referred) {
      return new Reason.Referred(earlier.baseline());
    }
    return !isReference && referenceAfter != null && !sameReference()
        ? new Reason.ReferenceChanged(earlier.baseline())
        : Reason.Plain.NO_REFERENCE;
  }

  private static double[] logs(
      final boolean referred,
      final Pairs pairs,
      final ContenderForks contender,
      final Metric metric) {
    return referred
        ? pairs.having(metric).logRatios(metric)
        : contender.ok().stream()
            .mapToDouble(metric::cost)
            .filter(cost -> cost > 0)
            .map(Math::log)
            .toArray();
  }

  private Reason undecidable(
      final ContenderForks before, final ContenderForks after, final Metric metric) {
    if (after.name().equals(earlier.baseline()) && sameReference() && common().size() > 1) {
      return Reason.Plain.IS_REFERENCE;
    }
    final Reason undeclared = metric.undeclared(later.progress().design());
    if (undeclared instanceof Reason.Undeclared) {
      return new Reason.Undeclared(metric, true);
    }
    return undeclared == null ? metric.tooLittle(after.ok(), before.ok()) : undeclared;
  }

  private List<Comparison> decide() {
    final Family family = new Family();
    final Map<Change, Integer> places = new IdentityHashMap<>();
    changes.stream()
        .filter(change -> change.undecidable() == null)
        .forEach(
            change ->
                places.put(
                    change,
                    family.add(
                        change.headline() ? Family.Kind.HEADLINE : Family.Kind.OTHER,
                        change.p(),
                        change.equivalenceP())));
    family.adjust();
    return changes.stream()
        .map(
            change ->
                places.containsKey(change)
                    ? comparison(
                        change,
                        family.adjusted(places.get(change), 0),
                        family.adjusted(places.get(change), 1))
                    : comparison(change, Double.NaN, Double.NaN))
        .toList();
  }

  private Comparison comparison(
      final Change change, final double adjustedP, final double equivalenceP) {
    final boolean decidable = change.undecidable() == null;
    final double margin = later.progress().design().margin();
    return new Comparison(
        change.contender(),
        earlier.settings().campaign(),
        change.metric(),
        change.ratio(),
        change.low(),
        change.high(),
        decidable ? change.p() : Double.NaN,
        adjustedP,
        change.forks(),
        decidable
            ? Decision.verdict(change.low(), change.high(), adjustedP, equivalenceP, margin)
            : Verdict.INCONCLUSIVE,
        Double.NaN,
        decidable,
        decidable ? change.remark() : change.undecidable());
  }
}
