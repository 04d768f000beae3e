package org.whichjvm.collector.cli;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.CampaignFolder;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.PlanFile;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.campaign.plan.Plan;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code gate}: says after a block whether one of its forks is set aside, and plans a new block for
 * it. A gate looks at what hit a fork and never at its latencies, so what is run once more does not
 * depend on what is to be found; each block counts that is clean, the first as well as the new one.
 */
@Command(
    name = "gate",
    description =
        "Prints 'clean', 'again: block N, because …' with a new block at the end of plan.tsv, or"
            + " 'set aside: …', for a block that has run.")
final class GateCommand implements Callable<Integer> {
  /** Reasons that fit on a line; the report has all. */
  private static final int TOLD = 2;

  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Parameters(index = "0", paramLabel = "CAMPAIGN", description = "The campaign.")
  private String name;

  @Parameters(index = "1", paramLabel = "BLOCK", description = "The block that has run, from 1.")
  private int block;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, name);
    final CampaignSettings settings;
    final long seed;
    try {
      settings = CampaignSettings.read(folder);
      if (!settings.planned()) {
        throw new UserError(name + " has no campaign.json: a run without a plan has no gates");
      }
      final JsonObject json =
          Json.read(folder.resolve(Names.CAMPAIGN_JSON), CampaignSettings.SCHEMA);
      seed = Json.whole(json, "seed", Long.MIN_VALUE, Long.MAX_VALUE);
    } catch (final UnusableFile exception) {
      throw new UserError(
          folder.resolve(Names.CAMPAIGN_JSON) + " " + exception.getMessage() + "; restore it");
    }
    if (block < 1 || block > settings.plannedBlocks()) {
      throw new UserError(
          "block " + block + " is out of range; " + name + " has " + settings.plannedBlocks());
    }
    spec.commandLine().getOut().println(Escape.oneLine(answer(folder, settings, seed)));
    return Exit.OK;
  }

  private String answer(final Path folder, final CampaignSettings settings, final long seed)
      throws IOException {
    final String because = because(folder, settings, block);
    if (because == null) {
      return "clean";
    }
    final int retries = settings.gates().retries();
    if (retries == 0) {
      return "set aside: "
          + because
          + "; "
          + (settings.design().stops()
              ? "a campaign with looks runs no block again"
              : "this campaign runs no block again (--retries 0)");
    }
    // Counted anew each time: whoever asks twice about a block, or was killed in between, gets no
    // block too many.
    int gated = 1;
    for (int before = 1; before < block; before++) {
      gated += because(folder, settings, before) == null ? 0 : 1;
    }
    if (gated > retries) {
      return "set aside: " + because + "; the retries (" + retries + ") are used up";
    }
    final int added = settings.blocks() + gated;
    if (added > settings.plannedBlocks()) {
      // The block that a longer campaign of this seed would have there.
      PlanFile.append(
          folder,
          Plan.of(settings.contenders(), added, seed).stream()
              .filter(fork -> fork.block() > settings.plannedBlocks())
              .toList());
    }
    return "again: block " + added + ", because " + because;
  }

  /** Why a block is set aside, in words; null if it is not. */
  private static String because(
      final Path folder, final CampaignSettings settings, final int number) throws IOException {
    final List<Fork> forks = forks(folder, settings, number);
    final List<Fork> ok = forks.stream().filter(fork -> fork.status().equals(Fork.OK)).toList();
    final List<String> reasons = new ArrayList<>();
    for (final Fork fork : forks) {
      if (!fork.emulated() && (ok.contains(fork) || fork.overloaded())) {
        for (final Gates.Trip trip : settings.gates().trips(fork, ok)) {
          reasons.add(fork.name().contender() + ": " + trip.sentence());
        }
      }
    }
    if (reasons.isEmpty()) {
      return null;
    }
    final int told = Math.min(TOLD, reasons.size());
    return "in block "
        + number
        + " "
        + String.join("; ", reasons.subList(0, told))
        + (told < reasons.size() ? "; and " + (reasons.size() - told) + " more" : "");
  }

  private static List<Fork> forks(
      final Path folder, final CampaignSettings settings, final int number) throws IOException {
    final Path all = folder.resolve(Names.FORKS);
    final List<String> names;
    try (Stream<Path> files = Files.list(all)) {
      names =
          files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
    final List<Fork> forks = new ArrayList<>();
    for (final String file : names) {
      final ForkName fork = ForkName.parse(file, Names.JSON).orElse(null);
      if (fork != null
          && fork.block() == number
          && settings.contenders().contains(fork.contender())) {
        try {
          final JsonObject json = Json.read(all.resolve(file), ForkReader.SCHEMA);
          forks.add(ForkReader.read(json, fork, settings.campaign()));
        } catch (final UnusableFile exception) {
          continue; // the report says what is wrong with it
        }
      }
    }
    return forks;
  }
}
