package org.whichjvm.collector.campaign.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.UserError;

/**
 * What a new campaign is to be.
 *
 * @param name the campaign's folder name
 * @param contenders at least one, each once, in the order of the report
 * @param blocks 1 to {@link Names#MAX_BLOCKS}
 * @param seed of the order inside the blocks
 * @param baseline one of the contenders
 * @param design how it decides
 * @param gates that set forks aside, and how many blocks may be run again for it
 * @param contrasts two scores of a fork each, that are compared too
 * @param settings kept as they are for whoever starts the forks
 */
public record CampaignSpec(
    String name,
    List<String> contenders,
    int blocks,
    long seed,
    String baseline,
    Design design,
    Gates gates,
    List<Contrast> contrasts,
    Map<String, String> settings) {

  /**
   * The spec, once all of it is known to be right.
   *
   * @throws UserError naming the first value that is not
   */
  public static CampaignSpec checked(
      final String name,
      final List<String> contenders,
      final int blocks,
      final long seed,
      final String baseline,
      final Design design,
      final Gates gates,
      final List<Contrast> contrasts,
      final Map<String, String> settings) {
    Names.checkCampaign(name);
    final Set<String> seen = new LinkedHashSet<>();
    for (final String contender : contenders) {
      Names.checkContender(contender);
      if (!seen.add(contender)) {
        throw new UserError(
            "--contender " + contender + " is there twice; give each contender once");
      }
    }
    if (blocks < 1 || blocks > Names.MAX_BLOCKS) {
      throw new UserError("--blocks " + blocks + " is out of range; give 1 to " + Names.MAX_BLOCKS);
    }
    if (!seen.contains(baseline)) {
      throw new UserError(
          "--baseline "
              + baseline
              + " is not a contender of this campaign; choose one of "
              + String.join(", ", seen));
    }
    return new CampaignSpec(
        name, List.copyOf(contenders), blocks, seed, baseline, design, gates, contrasts, settings);
  }
}
