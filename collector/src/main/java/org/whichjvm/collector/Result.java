package org.whichjvm.collector;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a campaign's forks add up to; every output is written from this.
 *
 * @param settings of the campaign's plan
 * @param created when this was computed
 * @param baseline the variant that others are compared with
 * @param workload what was run; null if no fork counts
 * @param parameters that every fork that counts has in common; empty if none does
 * @param host of the first fork that counts; empty if none does
 * @param variants in the campaign's order
 * @param forks those that ended well, in the order in which they ran, also those set aside
 * @param gated those of them that gates set aside, and why; in the same order
 * @param gates what each gate that is on has set aside
 * @param progress of the campaign, and how it decides
 * @param comparisons of each variant with the baseline
 * @param contrasts of two scores of each fork
 * @param modes of each variant that has forks, in the campaign's order
 * @param findings in the order in which they matter
 * @param unusable every file that does not count
 */
record Result(
    CampaignSettings settings,
    Instant created,
    String baseline,
    String workload,
    JsonObject parameters,
    JsonObject host,
    List<VariantResult> variants,
    List<Fork> forks,
    Map<ForkName, List<Gates.Trip>> gated,
    List<GateCount> gates,
    Progress progress,
    List<Comparison> comparisons,
    List<Contrasted> contrasts,
    List<Modes> modes,
    List<Finding> findings,
    List<Unusable> unusable) {

  static Result of(final Campaign campaign, final Instant now) {
    final Fork any =
        campaign.variants().stream()
            .flatMap(forks -> forks.added().stream())
            .min(Comparator.comparing(Fork::emulated)) // the first that is not, if there is one
            .orElse(null);
    final boolean ofScores = campaign.ofScores();
    final Spread spread = Spread.of(campaign.variants());
    final List<VariantResult> variants =
        campaign.variants().stream().map(each -> VariantResult.of(each, spread)).toList();
    final Map<ForkName, List<Gates.Trip>> gated = new TreeMap<>();
    campaign.variants().stream()
        .flatMap(each -> each.gated().stream())
        .forEach(each -> gated.put(each.fork().name(), each.trips()));
    final List<Comparison> comparisons =
        any == null && ofScores
            ? List.of() // which scores there are, forks tell
            : Decision.of(campaign.variants(), campaign.baseline(), campaign.progress());
    final List<Modes> modes =
        campaign.variants().stream()
            .filter(each -> !ofScores && !each.added().isEmpty() && !each.onlyEmulated())
            .map(Modes::of)
            .toList();
    return new Result(
        campaign.settings(),
        now,
        campaign.baseline(),
        any == null ? null : any.workload(),
        any == null ? new JsonObject() : common(campaign, any.parameters()),
        any == null ? new JsonObject() : any.host(),
        variants,
        campaign.variants().stream()
            .flatMap(forks -> forks.all().stream())
            .sorted(Comparator.comparing(Fork::name))
            .toList(),
        gated,
        GateCount.of(campaign),
        campaign.progress(),
        comparisons,
        Contrasts.of(campaign),
        modes,
        Findings.of(campaign, variants, comparisons, modes),
        campaign.unusable());
  }

  /** The parameters without those that arms differ by on purpose. */
  private static JsonObject common(final Campaign campaign, final JsonObject parameters) {
    final JsonObject common = parameters.deepCopy();
    for (final String key : Consistency.MODS) {
      if (campaign.variants().stream()
          .flatMap(forks -> forks.all().stream())
          .anyMatch(fork -> !Objects.equals(parameters.get(key), fork.parameters().get(key)))) {
        common.remove(key);
      }
    }
    return common;
  }

  /** What counts as no difference, 0.03 being 3 %. */
  double margin() {
    return progress.design().margin();
  }

  /** Whether its forks have scores, and no latencies. */
  boolean ofScores() {
    return workload != null && Score.WORKLOADS.contains(workload)
        || forks.stream().anyMatch(Fork::ofScores);
  }

  /** Whether there are forks, and all of them ran on an emulated CPU. */
  boolean nothingButEmulated() {
    return !forks.isEmpty() && forks.stream().allMatch(Fork::emulated);
  }

  /** Whether a fork decides anything: no gate has set it aside, and no CPU was emulated. */
  boolean counts(final Fork fork) {
    return !fork.emulated() && !gated.containsKey(fork.name());
  }

  /** Whether a fork failed or a file could not be used. */
  boolean anyFailure() {
    return unusable.stream().anyMatch(Unusable::failure);
  }
}
