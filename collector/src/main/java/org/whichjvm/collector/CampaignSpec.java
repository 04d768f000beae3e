package org.whichjvm.collector;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a new campaign is to be.
 *
 * @param name the campaign's folder name
 * @param variants at least one, each once, in the order of the report
 * @param blocks 1 to {@link #MAX_BLOCKS}
 * @param seed of the order inside the blocks
 * @param baseline one of the variants
 * @param design how it decides
 * @param gates that set forks aside, and how many blocks may be run again for it
 * @param contrasts two scores of a fork each, that are compared too
 * @param settings kept as they are for whoever starts the forks
 */
record CampaignSpec(
    String name,
    List<String> variants,
    int blocks,
    long seed,
    String baseline,
    Design design,
    Gates gates,
    List<Contrast> contrasts,
    Map<String, String> settings) {

  static final int MAX_BLOCKS = 10_000;

  /**
   * The spec, once all of it is known to be right.
   *
   * @throws UserError naming the first value that is not
   */
  static CampaignSpec checked(
      final String name,
      final List<String> variants,
      final int blocks,
      final long seed,
      final String baseline,
      final Design design,
      final Gates gates,
      final List<Contrast> contrasts,
      final Map<String, String> settings) {
    Names.checkCampaign(name);
    final Set<String> seen = new LinkedHashSet<>();
    for (final String variant : variants) {
      Names.checkVariant(variant);
      if (!seen.add(variant)) {
        throw new UserError("--variant " + variant + " is there twice; give each variant once");
      }
    }
    if (blocks < 1 || blocks > MAX_BLOCKS) {
      throw new UserError("--blocks " + blocks + " is out of range; give 1 to " + MAX_BLOCKS);
    }
    if (!seen.contains(baseline)) {
      throw new UserError(
          "--baseline "
              + baseline
              + " is not a variant of this campaign; choose one of "
              + String.join(", ", seen));
    }
    return new CampaignSpec(
        name, List.copyOf(variants), blocks, seed, baseline, design, gates, contrasts, settings);
  }
}
