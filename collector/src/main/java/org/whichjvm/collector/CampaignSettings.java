package org.whichjvm.collector;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What campaign.json says. A single run has none: its variants are then those of its forks.
 *
 * @param campaign the campaign's name
 * @param baseline null if there is no plan
 * @param variants in the order of the report; empty if there is no plan
 * @param blocks 0 if there is no plan
 * @param runner what started the forks; null if unknown
 * @param design how the campaign decides
 */
record CampaignSettings(
    String campaign,
    String baseline,
    List<String> variants,
    int blocks,
    String runner,
    Design design) {

  /** The settings of a folder without a usable campaign.json. */
  static CampaignSettings unplanned(final Path folder) {
    return new CampaignSettings(
        folder.getFileName().toString(), null, List.of(), 0, null, Design.FIXED);
  }

  boolean planned() {
    return blocks > 0;
  }

  static CampaignSettings read(final Path folder) throws UnusableFile, IOException {
    final Path file = folder.resolve(Names.CAMPAIGN_JSON);
    if (Files.notExists(file)) {
      return unplanned(folder);
    }
    final JsonObject json = Json.read(file, CampaignWriter.SCHEMA);
    final String campaign = Json.text(json, "campaign");
    final String baseline = Json.text(json, "baseline");
    final List<String> variants = variants(json.get("variants"));
    if (campaign == null || !variants.contains(baseline)) {
      throw new UnusableFile(
          "lacks its campaign's name, or a baseline that is one of its variants");
    }
    final int blocks = (int) Json.whole(json, "blocks", 1, CampaignSpec.MAX_BLOCKS);
    return new CampaignSettings(
        campaign,
        baseline,
        variants,
        blocks,
        Json.text(Json.object(json, "settings"), "runner"),
        Design.read(json, blocks));
  }

  private static List<String> variants(final JsonElement json) throws UnusableFile {
    final List<String> variants = new ArrayList<>();
    if (json != null && json.isJsonArray()) {
      for (final JsonElement element : json.getAsJsonArray()) {
        final String name = element.isJsonPrimitive() ? element.getAsString() : "";
        if (!Names.isVariant(name) || variants.contains(name)) {
          throw new UnusableFile("has a list of variants with a wrong or repeated name");
        }
        variants.add(name);
      }
    }
    return variants;
  }
}
