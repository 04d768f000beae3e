package org.whichjvm.collector.cli;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.whichjvm.collector.campaign.CampaignFolder;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code failed}: writes the file of a fork that died before it could write one. */
@Command(
    name = "failed",
    description = "Records a fork that died before it could write its own file.")
final class FailedCommand implements Callable<Integer> {
  @Option(names = "--out", required = true, description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--campaign", required = true, description = "The campaign's folder name.")
  private String campaign;

  @Option(names = "--block", required = true, description = "The fork's block, from 1.")
  private int block;

  @Option(names = "--contender", required = true, description = "Its contender.")
  private String contender;

  @Option(names = "--reason", required = true, description = "Why it died, in a sentence.")
  private String reason;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, campaign);
    final ForkName name = checkedName();
    final Path forks = folder.resolve(Names.FORKS);
    final Path file = forks.resolve(name.json());
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(file + " is there already and is kept; move it away to record another");
    }
    if (!Files.isDirectory(forks)) {
      Files.createDirectory(forks);
      AtomicFiles.ownedLike(forks, folder);
    }
    AtomicFiles.write(file, Json.write(json(folder.getFileName().toString(), name)));
    return Exit.OK;
  }

  private ForkName checkedName() {
    Names.checkContender(contender);
    if (block < 1 || block > Names.MAX_BLOCKS) {
      throw new UserError("--block " + block + " is out of range; copy it from plan.tsv");
    }
    if (reason.isBlank()) {
      throw new UserError("--reason is empty; say in a sentence why the fork died");
    }
    return new ForkName(block, contender);
  }

  private JsonObject json(final String campaignName, final ForkName name) {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", ForkReader.SCHEMA);
    json.addProperty("status", Fork.FAILED);
    json.addProperty("reason", Escape.oneLine(reason.strip()));
    json.addProperty("campaign", campaignName);
    json.addProperty("block", name.block());
    json.addProperty("contender", name.contender());
    for (final String unknown : List.of("parameters", "jvm", "host", "service", "response")) {
      json.add(unknown, JsonNull.INSTANCE);
    }
    return json;
  }
}
