package org.whichjvm.collector;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What a campaign's forks add up to; every output is written from this.
 *
 * @param settings of the campaign's plan
 * @param created when this was computed
 * @param baseline the variant that others are compared with
 * @param workload what was run; null if no fork counts
 * @param parameters of every fork that counts; empty if none does
 * @param host of the first fork that counts; empty if none does
 * @param variants in the campaign's order
 * @param forks those that count, in the order in which they ran
 * @param progress of the campaign, and how it decides
 * @param comparisons of each variant with the baseline
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
    Progress progress,
    List<Comparison> comparisons,
    List<Modes> modes,
    List<Finding> findings,
    List<Unusable> unusable) {

  static Result of(final Campaign campaign, final Instant now) {
    final Fork any =
        campaign.variants().stream().flatMap(forks -> forks.ok().stream()).findFirst().orElse(null);
    final List<VariantResult> variants =
        campaign.variants().stream().map(VariantResult::of).toList();
    final List<Comparison> comparisons =
        Decision.of(campaign.variants(), campaign.baseline(), campaign.progress());
    final List<Modes> modes =
        campaign.variants().stream().filter(each -> !each.ok().isEmpty()).map(Modes::of).toList();
    return new Result(
        campaign.settings(),
        now,
        campaign.baseline(),
        any == null ? null : any.workload(),
        any == null ? new JsonObject() : any.parameters(),
        any == null ? new JsonObject() : any.host(),
        variants,
        campaign.variants().stream()
            .flatMap(forks -> forks.ok().stream())
            .sorted(Comparator.comparing(Fork::name))
            .toList(),
        campaign.progress(),
        comparisons,
        modes,
        Findings.of(campaign, variants, comparisons, modes),
        campaign.unusable());
  }

  /** What counts as no difference, 0.03 being 3 %. */
  double margin() {
    return progress.design().margin();
  }

  /** Whether a fork failed or a file could not be used. */
  boolean anyFailure() {
    return unusable.stream().anyMatch(Unusable::failure);
  }
}
