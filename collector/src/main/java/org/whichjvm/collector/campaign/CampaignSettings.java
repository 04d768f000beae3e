package org.whichjvm.collector.campaign;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;

/**
 * What campaign.json says. A single run has none: its contenders are then those of its forks.
 *
 * @param campaign the campaign's name
 * @param baseline null if there is no plan
 * @param contenders in the order of the report; empty if there is no plan
 * @param blocks 0 if there is no plan
 * @param runner what started the forks; null if unknown
 * @param design how the campaign decides
 * @param gates that it declared
 * @param plan of plan.tsv: those of {@code blocks} and what was added for blocks that were
 *     excluded; without any if there is no plan
 * @param contrasts two scores of a fork each, that are compared too
 * @param workload that the forks are to run; null if unknown
 * @param study whose campaign it is, of unknown origin; null if of none
 * @param studySays what that study is about, in a sentence, of unknown origin; null if unknown
 * @param interleave how the contenders of a block share the time; null if there is no plan
 * @param flagSets options and sentence of each flag set of its contenders, by name; of unknown
 *     origin
 */
public record CampaignSettings(
    String campaign,
    String baseline,
    List<String> contenders,
    int blocks,
    String runner,
    Design design,
    Gates gates,
    PlannedBlocks plan,
    List<Contrast> contrasts,
    String workload,
    String study,
    String studySays,
    Interleave interleave,
    Map<String, FlagSet> flagSets,
    long seed) {
  /**
   * A named set of JVM options.
   *
   * @param options as the JVM gets them, with blanks between
   * @param says what they change, in a sentence; empty if nobody said
   * @param needs the machine and the Java versions that it is for, and why; null for all
   */
  public record FlagSet(String options, String says, String needs) {}

  public static final String SCHEMA = "whichjvm.campaign/2";

  /** The settings of a folder without a usable campaign.json. */
  static CampaignSettings unplanned(final Path folder) {
    return new CampaignSettings(
        folder.getFileName().toString(),
        null,
        List.of(),
        0,
        null,
        Design.FIXED,
        Gates.NONE,
        PlannedBlocks.NONE,
        List.of(),
        null,
        null,
        null,
        null,
        Map.of(),
        0);
  }

  public boolean planned() {
    return blocks > 0;
  }

  /** How many blocks plan.tsv has; 0 if there is no plan. */
  public int plannedBlocks() {
    return plan.count();
  }

  public static CampaignSettings read(final Path folder) throws UnusableFile, IOException {
    final Path file = folder.resolve(Names.CAMPAIGN_JSON);
    if (Files.notExists(file)) {
      return unplanned(folder);
    }
    final JsonObject json = Json.read(file, SCHEMA);
    final String campaign = Json.text(json, "campaign");
    final String baseline = Json.text(json, "baseline");
    final List<String> contenders = contenders(json.get("contenders"));
    if (campaign == null || !contenders.contains(baseline)) {
      throw new UnusableFile(
          "lacks its campaign's name, or a baseline that is one of its contenders");
    }
    final int blocks = (int) Json.whole(json, "blocks", 1, ForkNames.MAX_BLOCKS);
    final Interleave interleave = Interleave.of(Json.text(json, "interleave"));
    if (interleave == null) {
      throw new UnusableFile("does not say whether it interleaves " + Interleave.choices());
    }
    final JsonObject study = Json.object(json, "study");
    final Gates gates = Gates.read(json, blocks);
    return new CampaignSettings(
        campaign,
        baseline,
        contenders,
        blocks,
        Json.text(json, "runner"),
        Design.read(json, blocks),
        gates,
        PlannedBlocks.read(folder, contenders, blocks, blocks + gates.retries()),
        Contrast.read(json),
        Json.text(json, "workload"),
        Json.text(study, "name"),
        Json.text(study, "asks"),
        interleave,
        flagSets(Json.object(json, "flagSets")),
        Json.whole(json, "seed", Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static Map<String, FlagSet> flagSets(final JsonObject json) throws UnusableFile {
    final Map<String, FlagSet> flagSets = new TreeMap<>();
    for (final String name : json.keySet()) {
      final JsonObject set = Json.object(json, name);
      final String options = Json.text(set, "options");
      final String says = Json.text(set, "says");
      flagSets.put(
          name,
          new FlagSet(
              options == null ? "" : options, says == null ? "" : says, Json.text(set, "needs")));
    }
    return flagSets;
  }

  private static List<String> contenders(final JsonElement json) throws UnusableFile {
    final List<String> contenders = new ArrayList<>();
    if (json != null && json.isJsonArray()) {
      for (final JsonElement element : json.getAsJsonArray()) {
        final String name = element.isJsonPrimitive() ? element.getAsString() : "";
        if (!Names.isContender(name) || contenders.contains(name)) {
          throw new UnusableFile("has a list of contenders with a wrong or repeated name");
        }
        contenders.add(name);
      }
    }
    return contenders;
  }
}
