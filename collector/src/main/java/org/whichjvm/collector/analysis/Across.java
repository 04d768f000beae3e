package org.whichjvm.collector.analysis;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.JvmFlags;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Two campaigns of one host, an earlier one (the stored baseline) and a later one: which of the
 * contenders that both have has changed. Their forks did not run side by side, so each contender is
 * first divided by a reference within its block, and at a floor that both campaigns saw. The
 * reference is the earlier one's baseline. Where the later campaign lacks it, or has another JVM by
 * that name, or where their floors disagree, nothing is compared.
 */
public final class Across {
  private static final List<String> JVM =
      List.of("vendor", "version", "compiler", "garbageCollector");

  private final Side earlier;
  private final Side later;
  private final String reference;
  private final Design design;
  private final List<SharedFloor> floors;
  private final Reason missing;
  private final List<Comparison> changes;

  Across(final Side earlier, final Side later, final String reference, final Design design) {
    this.earlier = earlier;
    this.later = later;
    this.reference = reference;
    this.design = design;
    final Reason noReference = noReference();
    final List<AtFloor.Group> before = floorsOf(noReference, earlier);
    final List<AtFloor.Group> after = floorsOf(noReference, later);
    this.floors = SharedFloor.of(before, after);
    this.missing = noReference == null ? missing(before, after) : noReference;
    this.changes = missing == null ? decide() : List.of();
  }

  /**
   * One of the two campaigns.
   *
   * @param campaign its name
   * @param contenders its forks
   */
  record Side(String campaign, List<ContenderForks> contenders) {
    static Side of(final Campaign campaign) {
      return new Side(campaign.settings().campaign(), campaign.contenders());
    }

    ContenderForks find(final String name) {
      return contenders.stream().filter(each -> each.name().equals(name)).findAny().orElse(null);
    }
  }

  /**
   * A floor at which the two are compared.
   *
   * @param earlierNs its median in the earlier campaign, in ns
   * @param laterNs its median in the later one, in ns
   */
  public record Floor(double earlierNs, double laterNs) {}

  /** Every contender of both campaigns, the later against the earlier one; no control, no delay. */
  public static Across of(final Campaign earlier, final Campaign later) {
    return new Across(
        Side.of(earlier), Side.of(later), earlier.baseline(), later.progress().design());
  }

  /** Whether two campaigns may have run on the same machine, as far as their forks tell. */
  public static boolean sameHost(final Result one, final Result other) {
    return List.of("cpuModel", "arch", "onlineCpus").stream()
        .allMatch(key -> Json.shown(one.host(), key).equals(Json.shown(other.host(), key)));
  }

  /** The name of the earlier campaign. */
  public String earlier() {
    return earlier.campaign();
  }

  /** The name of the later campaign. */
  public String later() {
    return later.campaign();
  }

  /** What each contender is divided by. */
  public String reference() {
    return reference;
  }

  /** The floors that both saw, the one first that verdicts are on. */
  public List<Floor> floors() {
    return floors.stream()
        .map(each -> new Floor(each.earlier().median(), each.later().median()))
        .toList();
  }

  /** Why nothing is compared; null if something is. */
  public Reason missing() {
    return missing;
  }

  /**
   * The figures of each contender but the reference that both campaigns have; empty if something is
   * missing.
   */
  public List<Comparison> changes() {
    return changes;
  }

  private Reason noReference() {
    for (final Side side : List.of(earlier, later)) {
      final ContenderForks forks = side.find(reference);
      if (forks == null || forks.ok().isEmpty()) {
        return new Reason.NoReference(reference, side.campaign());
      }
    }
    return sameReference() ? null : new Reason.ReferenceChanged(reference);
  }

  private boolean sameReference() {
    final JsonObject before = earlier.find(reference).jvm();
    final JsonObject after = later.find(reference).jvm();
    try {
      return JVM.stream().allMatch(key -> Objects.equals(before.get(key), after.get(key)))
          && JvmFlags.difference(before, after) == null;
    } catch (final UnusableFile exception) {
      return false; // flags that are none: not known to be the same
    }
  }

  private List<AtFloor.Group> floorsOf(final Reason noReference, final Side side) {
    return noReference == null ? SharedFloor.groups(side.find(reference)) : List.of();
  }

  private Reason missing(final List<AtFloor.Group> before, final List<AtFloor.Group> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return new Reason.FloorUnknown(
          reference, before.isEmpty() ? earlier.campaign() : later.campaign());
    }
    if (floors.isEmpty()) {
      return new Reason.FloorsApart(reference, medians(before), medians(after));
    }
    return common().isEmpty() ? Reason.Plain.ONLY_REFERENCE : null;
  }

  private static List<Double> medians(final List<AtFloor.Group> groups) {
    return groups.stream().map(AtFloor.Group::median).toList();
  }

  private List<ContenderForks> common() {
    return later.contenders().stream()
        .filter(each -> Contender.of(each.name()).plain() && !each.name().equals(reference))
        .filter(each -> earlier.find(each.name()) != null)
        .toList();
  }

  private List<Metric> metrics(final ContenderForks contender) {
    return Metric.of(List.of(earlier.find(contender.name()), contender));
  }

  private List<Comparison> decide() {
    final List<Change> single = changes(Decision.ALPHA);
    final int decided = (int) single.stream().filter(Change::decidable).count();
    final List<Change> all = decided < 2 ? single : changes(Decision.ALPHA / decided); // Bonferroni
    return IntStream.range(0, all.size())
        .mapToObj(
            i -> single.get(i).comparison(earlier.campaign(), all.get(i), decided, design.margin()))
        .toList();
  }

  private List<Change> changes(final double alpha) {
    final List<Change> all = new ArrayList<>();
    for (final ContenderForks each : common()) {
      final Pairs before = pairs(earlier, each.name());
      final Pairs after = pairs(later, each.name());
      for (final Metric metric : metrics(each)) {
        all.add(Change.of(before, after, metric, floors, design, alpha));
      }
    }
    return all;
  }

  private Pairs pairs(final Side side, final String contender) {
    return Pairs.of(side.find(contender), side.find(reference), Integer.MAX_VALUE);
  }
}
