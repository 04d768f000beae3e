package org.whichjvm.collector;

import java.util.List;

/**
 * A campaign as read from its folder.
 *
 * @param settings of its plan
 * @param progress how far it has come
 * @param variants in the order of the report
 * @param unusable every file that does not count, with its reason
 */
record Campaign(
    CampaignSettings settings,
    Progress progress,
    List<VariantForks> variants,
    List<Unusable> unusable) {
  /** The same, with another margin than it declared. */
  Campaign withMargin(final double margin) {
    final Progress changed =
        new Progress(
            progress.design().withMargin(margin), progress.completeBlocks(), progress.stopped());
    return new Campaign(settings, changed, variants, unusable);
  }

  /** Whether its forks have scores, and no latencies. */
  boolean ofScores() {
    return settings.workload() != null && Score.WORKLOADS.contains(settings.workload())
        || variants.stream().flatMap(each -> each.all().stream()).anyMatch(Fork::ofScores);
  }

  /** The variant that others are compared with: the plan's, or the first by name. */
  String baseline() {
    return settings.planned() ? settings.baseline() : variants.get(0).name();
  }
}
