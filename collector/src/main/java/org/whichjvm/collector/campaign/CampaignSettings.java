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
 * @param plannedBlocks of plan.tsv: those of {@code blocks} and what was added for blocks that were
 *     set aside; 0 if there is no plan
 * @param contrasts two scores of a fork each, that are compared too
 * @param workload that the forks are to run; null if unknown
 * @param study whose campaign it is, of unknown origin; null if of none
 * @param studySays what that study is about, in a sentence, of unknown origin; null if unknown
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
    int plannedBlocks,
    List<Contrast> contrasts,
    String workload,
    String study,
    String studySays,
    Map<String, FlagSet> flagSets) {
  /**
   * A named set of JVM options.
   *
   * @param options as the JVM gets them
   * @param says what they change, in a sentence; empty if nobody said
   */
  public record FlagSet(String options, String says) {}

  public static final String SCHEMA = "whichjvm.campaign/2";
  private static final String FLAGS = "flags.";
  private static final String FLAGS_SAY = "flagsSay.";

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
        0,
        List.of(),
        null,
        null,
        null,
        Map.of());
  }

  public boolean planned() {
    return blocks > 0;
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
    final int blocks = (int) Json.whole(json, "blocks", 1, Names.MAX_BLOCKS);
    final JsonObject settings = Json.object(json, "settings");
    final Gates gates = Gates.read(json, blocks);
    return new CampaignSettings(
        campaign,
        baseline,
        contenders,
        blocks,
        Json.text(settings, "runner"),
        Design.read(json, blocks),
        gates,
        PlanFile.blocks(folder, blocks, blocks + gates.retries()),
        Contrast.read(json),
        Json.text(settings, "workload"),
        Json.text(settings, "study"),
        Json.text(settings, "studySays"),
        flagSets(settings));
  }

  private static Map<String, FlagSet> flagSets(final JsonObject settings) throws UnusableFile {
    final Map<String, FlagSet> flagSets = new TreeMap<>();
    for (final String key : settings.keySet()) {
      if (key.startsWith(FLAGS)) {
        final String name = key.substring(FLAGS.length());
        final String options = Json.text(settings, key);
        final String says = Json.text(settings, FLAGS_SAY + name);
        flagSets.put(name, new FlagSet(options == null ? "" : options, says == null ? "" : says));
      }
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
