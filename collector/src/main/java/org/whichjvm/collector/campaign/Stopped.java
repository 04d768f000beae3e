package org.whichjvm.collector.campaign;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The end of a campaign before its last planned block: {@code stopped.json} in its folder.
 *
 * @param block the last that counts
 * @param timeUp whether the time was up: then this was its last interim look, which may spend what
 *     is left
 * @param reason in a sentence
 */
public record Stopped(int block, boolean timeUp, String reason) {
  static final String SCHEMA = "whichjvm.stopped/1";

  public void write(final Path folder) throws IOException {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", SCHEMA);
    json.addProperty("block", block);
    json.addProperty("timeUp", timeUp);
    json.addProperty("reason", reason);
    AtomicFiles.write(folder.resolve(Names.STOPPED_JSON), Json.write(json));
  }

  /** What the folder says; null if the campaign has not stopped. */
  public static Stopped read(final Path folder) throws UnusableFile, IOException {
    final Path file = folder.resolve(Names.STOPPED_JSON);
    if (Files.notExists(file)) {
      return null;
    }
    final JsonObject json = Json.read(file, SCHEMA);
    final String reason = Json.text(json, "reason");
    return new Stopped(
        (int) Json.whole(json, "block", 1, Names.MAX_BLOCKS),
        Json.isTrue(json, "timeUp"),
        reason == null ? "it did not say why" : reason);
  }
}
