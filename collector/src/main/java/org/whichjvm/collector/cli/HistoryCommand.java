package org.whichjvm.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.history.History;
import org.whichjvm.collector.history.HistoryReport;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history}: keeps summaries of campaigns, and says what changed when. */
@Command(
    name = "history",
    description = {
      "Adds campaigns to a history, and prints its values, a line each: a number of the series and"
          + " a value with a tab between. With --changes, numbers of series and of the points that"
          + " begin a change, it writes and prints the report."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:done",
      "1:done, and --fail-on was met",
      "2:wrong usage, or a campaign that is no point of this history",
      "4:a folder cannot be read or written"
    })
final class HistoryCommand implements Callable<Integer> {
  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--history", required = true, description = "Folder of the history.")
  private Path folder;

  @Option(names = "--changes", description = "The change points.")
  private Path changes;

  @Option(
      names = Pipeline.Rule.SLOWER_OPTION,
      paramLabel = "slower:PERCENT",
      description =
          "Exit with 1 if a contender became slower by more than that in the last ten sessions, and"
              + " three further ones confirm it.")
  private String failOn;

  @Parameters(paramLabel = "CAMPAIGN", description = "Campaigns to add.")
  private List<String> names = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Pipeline.Rule rule = failOn == null ? null : Pipeline.Rule.slower(failOn);
    for (final String name : names) {
      History.add(
          folder, Result.of(CampaignReader.read(CampaignReader.find(out, name)), Instant.now()));
    }
    final History history = History.read(folder);
    if (history.isEmpty()) {
      throw new WrongUsage("%s has no campaign yet; name those to add", folder);
    }
    final PrintWriter said = spec.commandLine().getOut();
    if (changes == null) {
      said.print(history.values());
      return Exit.OK;
    }
    final HistoryReport report =
        new HistoryReport(history, Files.readAllLines(changes, StandardCharsets.UTF_8));
    AtomicFiles.write(folder.resolve(Names.HISTORY_HTML), report.page());
    Collector.show(said, report.document(), folder.resolve(Names.HISTORY_MD));
    final List<String> slower = rule == null ? List.of() : report.slowerThan(rule.most() - 1);
    slower.forEach(each -> said.println(rule.asked() + ": " + each));
    return slower.isEmpty() ? Exit.OK : Exit.FAIL_ON;
  }
}
