package org.whichjvm.collector.campaign.plan;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.CampaignSettings;
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

  /**
   * Adds the blocks to the plan, then writes campaign.json: a campaign that has it has begun.
   *
   * @param calibration null unless it is one; its effect is known
   */
  static void begin(
      final Path folder,
      final CampaignSettings settings,
      final Commands commands,
      final CampaignRequest.Calibrate calibration,
      final Instant now)
      throws IOException {
    final Map<String, List<String>> files = new LinkedHashMap<>();
    for (final String contender : settings.contenders()) {
      files.put(contender, commands.write(folder, contender, false));
    }
    PlanFile.write(
        folder,
        Blocks.lines(
            settings.contendersByBlock(), settings.interleave(), files, settings.seed(), 1, 1));
    final JsonObject json = settings.json();
    json.addProperty("created", now.truncatedTo(ChronoUnit.MILLIS).toString());
    json.add("calibration", new Gson().toJsonTree(calibration));
    AtomicFiles.write(folder.resolve(Names.CAMPAIGN_JSON), Json.write(json));
    CampaignRequest.delete(folder);
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
          "the campaign %s exists already; start again in a second, or continue it with "
              + "scripts/compare --resume %s",
          name, name);
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
}
