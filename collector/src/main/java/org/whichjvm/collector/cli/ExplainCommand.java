package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.whichjvm.collector.analysis.Explanation;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignFolder;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.page.ExplainPage;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.ExplainReport;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.TextFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code explain}: says where the difference between two contenders comes from. */
@Command(
    name = "explain",
    description =
        "Says from the profiles of a campaign's forks where the CPU time of two contenders differs.")
final class ExplainCommand implements Callable<Integer> {
  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Parameters(
      arity = "0..1",
      paramLabel = "CAMPAIGN",
      defaultValue = Names.LATEST,
      description = "The campaign; without one, the newest.")
  private String name;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, name);
    final Campaign campaign = CampaignReader.read(folder);
    final CampaignSettings settings = campaign.settings();
    if (!settings.execution().profiled()) {
      throw new UserError(
          settings.campaign() + " has no profiles; whichjvm explain " + name + " runs some");
    }
    final Explanation explanation = Explanation.of(campaign, folder);
    final ExplainReport report = new ExplainReport(settings.campaign(), explanation);
    final Document summary = report.summary(Integer.MAX_VALUE);
    final Document places = report.places();
    final MarkdownFormat markdown = new MarkdownFormat();
    AtomicFiles.write(
        folder.resolve(Names.EXPLAIN_MD),
        summary.render(markdown) + "\n" + places.render(markdown));
    AtomicFiles.write(
        folder.resolve(Names.EXPLAIN_HTML), ExplainPage.of(summary, places, explanation));
    spec.commandLine()
        .getOut()
        .println(report.summary(ExplainReport.MOST_ON_SCREEN).render(new TextFormat()));
    return Exit.OK;
  }
}
