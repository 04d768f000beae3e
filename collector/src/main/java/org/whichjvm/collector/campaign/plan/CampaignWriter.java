package org.whichjvm.collector.campaign.plan;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.PlanFile;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UserError;

/** Writes a campaign's folder, and points {@code latest} at it once it begins. */
public final class CampaignWriter {
  private CampaignWriter() {}

  /**
   * Creates the folder of a campaign that only knows what is to be checked, whole or not at all.
   *
   * @throws UserError if the name is taken, or {@code latest} is not a link
   * @throws IOException if the disk refuses; nothing is left then
   */
  static Path create(final Path out, final String name, final Filling filling) throws IOException {
    final Path target = out.resolve(name);
    checkFree(out, name);
    final Path temporary = out.resolve("." + name + ".tmp");
    try {
      AtomicFiles.deleteTree(temporary); // what a killed run left
      Files.createDirectory(temporary);
      AtomicFiles.ownedLike(temporary, out);
      Files.createDirectory(temporary.resolve(Names.FORKS));
      AtomicFiles.ownedLike(temporary.resolve(Names.FORKS), out);
      filling.fill(temporary);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      AtomicFiles.deleteTree(temporary);
    }
    return target;
  }

  /** Writes the files of a new campaign. */
  interface Filling {
    void fill(Path folder) throws IOException;
  }

  /** Adds the blocks to the plan, then writes campaign.json: a campaign that has it has begun. */
  static void begin(final Path folder, final CampaignSpec spec, final Instant now)
      throws IOException {
    final Map<String, List<String>> commands = Beginning.commands(folder, spec);
    PlanFile.write(
        folder,
        Blocks.lines(
            Blocks.of(spec.groups(), spec.blocks()),
            spec.asked().interleave(),
            commands,
            spec.asked().seed(),
            1,
            1));
    AtomicFiles.write(folder.resolve(Names.CAMPAIGN_JSON), Json.write(json(spec, now)));
    Asked.delete(folder);
    pointLatestTo(folder);
  }

  /**
   * Refuses a name that is taken.
   *
   * @throws UserError also if {@code latest} is not a link
   */
  static void checkFree(final Path out, final String name) {
    final Path target = out.resolve(name);
    final Path latest = out.resolve(Names.LATEST);
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(
          "the campaign "
              + name
              + " exists already; start again in a second, or continue it with scripts/compare"
              + " --resume "
              + name);
    }
    if (Files.exists(latest, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(latest)) {
      throw new UserError(latest + " is not a symbolic link; move it away: plan makes it one");
    }
  }

  private static void pointLatestTo(final Path folder) throws IOException {
    final Path out = folder.toAbsolutePath().getParent();
    final Path link = out.resolve("." + folder.getFileName() + ".latest.tmp");
    try {
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, folder.getFileName());
      AtomicFiles.ownedLike(link, out);
      Files.move(link, out.resolve(Names.LATEST), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(link);
    }
  }

  private static JsonObject json(final CampaignSpec spec, final Instant now) {
    final Asked asked = spec.asked();
    final JsonObject json = new JsonObject();
    json.addProperty("schema", CampaignSettings.SCHEMA);
    json.addProperty("campaign", asked.campaign());
    json.addProperty("created", now.truncatedTo(ChronoUnit.MILLIS).toString());
    json.addProperty("seed", asked.seed());
    json.addProperty("blocks", spec.blocks());
    json.addProperty("baseline", spec.baseline());
    json.add("contenders", strings(spec.contenders()));
    json.addProperty("runner", asked.runner());
    json.addProperty("workload", asked.workload());
    json.addProperty("preset", asked.preset());
    json.addProperty("interleave", asked.interleave().text());
    json.addProperty("turnSeconds", asked.turnSeconds());
    json.add("options", strings(asked.options()));
    json.addProperty("javaOptions", asked.javaOptions());
    json.add("flagSets", new Gson().toJsonTree(asked.flagSets()));
    json.add("apps", new Gson().toJsonTree(asked.apps()));
    json.add("study", JsonNull.INSTANCE);
    if (asked.study() != null) {
      final JsonObject study = new JsonObject();
      study.addProperty("name", asked.study());
      study.addProperty("asks", asked.studySays());
      json.add("study", study);
    }
    json.add("calibration", new Gson().toJsonTree(spec.calibration()));
    spec.design().write(json);
    Contrast.write(json, spec.contrasts());
    spec.gates().write(json);
    return json;
  }

  private static JsonArray strings(final List<String> texts) {
    final JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
