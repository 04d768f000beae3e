package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.whichjvm.collector.analysis.CompilersExplained;
import org.whichjvm.collector.analysis.CountsExplained;
import org.whichjvm.collector.analysis.Explanation;
import org.whichjvm.collector.analysis.StagesExplained;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.page.ExplainPage;
import org.whichjvm.collector.page.PageOutput;
import org.whichjvm.collector.report.CompilersReport;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.ExplainReport;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.StagesReport;
import org.whichjvm.collector.report.TextFormat;
import org.whichjvm.common.ForkNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code explain}: says where the difference between two contenders comes from. */
@Command(
    name = "explain",
    description =
        "Says from the forks of a campaign that explains where its two contenders differ.")
final class ExplainCommand implements Callable<Integer> {
  @Mixin private OneCampaign asked;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Path folder = asked.folder();
    final Campaign campaign = CampaignReader.read(folder);
    final CampaignSettings settings = campaign.settings();
    if (!settings.execution().explains()) {
      throw new UserError(
          "%s explains nothing; whichjvm explain %s runs what does",
          settings.campaign(), settings.campaign());
    }
    final List<String> cost = cost(campaign, folder);
    final Document answer =
        settings.execution().compilers()
            ? compilers(campaign, folder, cost)
            : settings.execution().staged()
                ? stages(campaign, folder, cost)
                : places(campaign, folder, cost);
    spec.commandLine().getOut().println(answer.render(new TextFormat()));
    return Exit.OK;
  }

  private static List<String> cost(final Campaign campaign, final Path folder) throws IOException {
    final CampaignSettings.Question question = campaign.settings().study();
    if (question == null
        || question.about() == null
        || !question.about().matches(ForkNames.CAMPAIGN)) {
      return List.of();
    }
    final Path asked = folder.toRealPath().resolveSibling(question.about());
    return Folders.exists(asked)
        ? ExplainReport.cost(campaign, CampaignReader.read(asked))
        : List.of();
  }

  private static Document stages(
      final Campaign campaign, final Path folder, final List<String> cost) throws IOException {
    final Document document =
        new StagesReport(
                campaign.settings().campaign(),
                StagesExplained.of(campaign),
                CountsExplained.of(campaign))
            .document();
    document.items(cost);
    write(folder, document);
    return document;
  }

  private static Document compilers(
      final Campaign campaign, final Path folder, final List<String> cost) throws IOException {
    final Optional<Explanation> profiled =
        campaign.settings().execution().profiled().isPresent()
            ? Optional.of(Explanation.of(campaign, folder).get(0))
            : Optional.empty();
    final CompilersReport report =
        new CompilersReport(
            campaign.settings().campaign(),
            CompilersExplained.of(campaign, folder, profiled),
            cost);
    write(folder, report.document(Integer.MAX_VALUE));
    return report.document(ExplainReport.MOST_ON_SCREEN);
  }

  private static void write(final Path folder, final Document document) throws IOException {
    AtomicFiles.write(folder.resolve(Names.EXPLAIN_MD), document.render(new MarkdownFormat()));
    AtomicFiles.write(
        folder.resolve(Names.EXPLAIN_HTML), PageOutput.of("whichjvm explain", document));
  }

  private static Document places(
      final Campaign campaign, final Path folder, final List<String> cost) throws IOException {
    final List<Explanation> all = Explanation.of(campaign, folder);
    final ExplainReport report = new ExplainReport(campaign.settings().campaign(), all, cost);
    final Document summary = report.summary(Integer.MAX_VALUE);
    final Document places = report.places();
    final MarkdownFormat markdown = new MarkdownFormat();
    AtomicFiles.write(
        folder.resolve(Names.EXPLAIN_MD),
        summary.render(markdown) + "\n" + places.render(markdown));
    AtomicFiles.write(folder.resolve(Names.EXPLAIN_HTML), ExplainPage.of(summary, places, all));
    return report.summary(ExplainReport.MOST_ON_SCREEN);
  }
}
