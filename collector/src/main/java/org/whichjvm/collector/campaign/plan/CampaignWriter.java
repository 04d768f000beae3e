package org.whichjvm.collector.campaign.plan;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.PlanFile;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UserError;

/** Creates a campaign's folder, whole or not at all, and points {@code latest} at it. */
public final class CampaignWriter {

  private CampaignWriter() {}

  /**
   * Creates the folder.
   *
   * @throws UserError if the name is taken, or {@code latest} is not a link
   * @throws IOException if the disk refuses; nothing is left then
   */
  public static void create(final Path out, final CampaignSpec spec, final Instant now)
      throws IOException {
    final Path target = out.resolve(spec.name());
    final Path latest = out.resolve(Names.LATEST);
    checkFree(target, latest, spec);
    Files.createDirectories(out);
    final Path temporary = out.resolve("." + spec.name() + ".tmp");
    final Path link = out.resolve("." + spec.name() + ".latest.tmp");
    try {
      AtomicFiles.deleteTree(temporary); // what a killed run left
      fill(temporary, spec, now);
      Files.deleteIfExists(link);
      // Before the rename: a disk without symbolic links refuses while nothing is there yet.
      Files.createSymbolicLink(link, Path.of(spec.name()));
      AtomicFiles.ownedLike(link, out);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      moveLink(link, latest, target);
    } finally {
      AtomicFiles.deleteTree(temporary);
      Files.deleteIfExists(link);
    }
  }

  private static void checkFree(final Path target, final Path latest, final CampaignSpec spec) {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(
          "campaign "
              + spec.name()
              + " exists already in "
              + target.toAbsolutePath().getParent()
              + "; choose another name, or continue it with scripts/compare --resume "
              + spec.name());
    }
    if (Files.exists(latest, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(latest)) {
      throw new UserError(latest + " is not a symbolic link; move it away: plan will make it one");
    }
  }

  private static void moveLink(final Path link, final Path latest, final Path target)
      throws IOException {
    try {
      Files.move(link, latest, StandardCopyOption.ATOMIC_MOVE);
    } catch (final IOException exception) {
      AtomicFiles.deleteTree(target);
      throw exception;
    }
  }

  private static void fill(final Path folder, final CampaignSpec spec, final Instant now)
      throws IOException {
    Files.createDirectory(folder);
    AtomicFiles.ownedLike(folder, folder.toAbsolutePath().getParent());
    Files.createDirectory(folder.resolve(Names.FORKS));
    AtomicFiles.ownedLike(folder.resolve(Names.FORKS), folder);
    PlanFile.write(folder, Plan.of(spec.contenders(), spec.blocks(), spec.seed()));
    AtomicFiles.write(folder.resolve(Names.CAMPAIGN_JSON), Json.write(campaignJson(spec, now)));
  }

  private static JsonObject campaignJson(final CampaignSpec spec, final Instant now) {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", CampaignSettings.SCHEMA);
    json.addProperty("campaign", spec.name());
    json.addProperty("created", now.truncatedTo(ChronoUnit.MILLIS).toString());
    json.addProperty("seed", spec.seed());
    json.addProperty("blocks", spec.blocks());
    json.addProperty("baseline", spec.baseline());
    final JsonArray contenders = new JsonArray();
    spec.contenders().forEach(contenders::add);
    json.add("contenders", contenders);
    spec.design().write(json);
    Contrast.write(json, spec.contrasts());
    final JsonObject settings = new JsonObject();
    spec.settings().forEach(settings::addProperty);
    json.add("settings", settings);
    spec.gates().write(json);
    return json;
  }
}
