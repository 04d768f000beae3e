package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Stopping;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignFolder;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.Stopped;
import org.whichjvm.collector.io.Escape;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code look}: says whether a running campaign may stop, and records it if so. */
@Command(
    name = "look",
    description = "Prints 'go on: …' or 'stop: …' for a campaign planned with --precision.")
final class LookCommand implements Callable<Integer> {
  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--last", description = "The time is up: this is the last look.")
  private boolean last;

  @Parameters(paramLabel = "CAMPAIGN", description = "The campaign.")
  private String name;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, name);
    final Campaign campaign = CampaignReader.read(folder);
    final Stopped stopped = Stopping.decide(Result.of(campaign, Instant.now()), last);
    if (stopped == null) {
      say("go on: " + Stopping.open(Result.of(campaign, Instant.now())));
    } else {
      if (campaign.progress().stopped() == null) {
        stopped.write(folder);
      }
      say("stop: " + stopped.reason());
    }
    return Exit.OK;
  }

  private void say(final String sentence) {
    spec.commandLine().getOut().println(Escape.oneLine(sentence));
  }
}
