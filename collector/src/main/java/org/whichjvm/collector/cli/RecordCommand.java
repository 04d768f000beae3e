package org.whichjvm.collector.cli;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.whichjvm.collector.campaign.plan.CampaignPlan;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code record}: writes the file of a command that ended without writing one. */
@Command(
    name = "record",
    description =
        "Records a command that left no file: a check of block 0, or a fork that died. Its output,"
            + " the stderr first, is read from stdin.")
final class RecordCommand implements Callable<Integer> {
  private static final int MOST_BYTES = 1 << 20;

  @Option(names = "--out", required = true, description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--block", required = true, description = "The block, from 0.")
  private int block;

  @Option(names = "--contender", required = true, description = "The contender.")
  private String contender;

  @Option(names = "--command", defaultValue = "", description = "Its file, as plan.tsv has it.")
  private String command;

  @Option(names = "--exit", required = true, description = "The exit code.")
  private int exit;

  @Parameters(paramLabel = "CAMPAIGN", description = "The campaign's folder name.")
  private String campaign;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, campaign);
    final ForkName name = checkedName();
    final Path forks = folder.resolve(Names.FORKS);
    Folders.create(forks);
    final Path file = forks.resolve(name.json());
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(file + " is there already and is kept; move it away to record another");
    }
    final String output = new String(System.in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    if (block == 0) {
      CampaignPlan.recordCheck(folder, contender, exit, output);
    } else {
      final String reason = CampaignPlan.lastWords(output, exit, command);
      AtomicFiles.write(file, Json.write(json(folder.getFileName().toString(), name, reason)));
    }
    return Exit.OK;
  }

  private ForkName checkedName() {
    Names.checkContender(contender);
    if (block < 0 || block > Names.MAX_BLOCKS) {
      throw new UserError("--block " + block + " is out of range; copy it from plan.tsv");
    }
    return new ForkName(block, contender);
  }

  private static JsonObject json(
      final String campaignName, final ForkName name, final String reason) {
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
