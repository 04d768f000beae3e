package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.explain.CountsExplained;
import org.whichjvm.collector.explain.ExplainReport;
import org.whichjvm.collector.explain.Explanation;
import org.whichjvm.collector.explain.StagesExplained;
import org.whichjvm.collector.explain.StagesReport;
import org.whichjvm.collector.html.HtmlFormat;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.ExplanationFiles;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.TextFormat;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;

/** {@code explain}: says where the difference between two contenders comes from. */
@Command(
        name = "explain",
        description = "Says from the forks of a campaign that explains where its two contenders differ.")
final class ExplainCommand extends CampaignCommand {
    private static final int SIDES = 3;

    /** An explanation as the screen has it, and as both its files do. */
    private record ExplanationTexts(Document shown, Document whole) {
        void write(Path md, Path html) throws IOException {
            AtomicFiles.write(md, whole.render(new MarkdownFormat()));
            AtomicFiles.write(html, HtmlFormat.page(whole, List.of()));
        }
    }

    @Override
    void report(Campaign campaign, Path folder) throws IOException {
        CampaignSettings settings = campaign.settings();
        String event = settings.execution()
                .explained()
                .orElseThrow(() -> new WrongUsage("%s explains nothing", settings.campaign())
                        .orTry("whichjvm explain %s, which runs what does", settings.campaign()));
        if (campaign.contenders().size() != SIDES) {
            throw new WrongUsage(
                            "%s has %d contenders, and an explanation has %d: the contender, the baseline, and the baseline once more",
                            settings.campaign(), campaign.contenders().size(), SIDES)
                    .orTry("whichjvm explain, which plans one");
        }
        Optional<Path> about = about(settings, folder);
        List<String> cost =
                about.isPresent() ? ExplainReport.cost(campaign, CampaignReader.read(about.get())) : List.of();
        ExplanationTexts texts =
                settings.execution().staged() ? stages(campaign, cost) : places(campaign, folder, cost);
        texts.write(folder.resolve(Names.EXPLAIN_MD), folder.resolve(Names.EXPLAIN_HTML));
        out().println(texts.shown.render(new TextFormat()));
        about.ifPresent(explained -> writeInto(explained, event, texts));
    }

    /** The folder of the campaign that is explained; empty if it is not beside this one. */
    private static Optional<Path> about(CampaignSettings settings, Path folder) throws IOException {
        CampaignSettings.Question question = settings.study();
        return question == null || question.about() == null || !question.about().matches(ForkNames.CAMPAIGN)
                ? Optional.empty()
                : Optional.of(folder.toRealPath().resolveSibling(question.about()))
                        .filter(Folders::exists);
    }

    /** Leaves an explanation in the folder of the campaign that it explains, whose report links to it. */
    private void writeInto(Path explained, String event, ExplanationTexts texts) {
        try {
            texts.write(explained.resolve(ExplanationFiles.md(event)), explained.resolve(ExplanationFiles.html(event)));
            ReportCommand.writeFiles(explained);
            err().printf(
                            "the report of %s links to this explanation, %s%n",
                            explained.getFileName(), ExplanationFiles.html(event));
        } catch (IOException exception) {
            err().println(Escape.oneLine(
                    "the folder %s cannot be written (%s), so that this explanation is in its own folder alone; give the folder to this user and run whichjvm explain again"
                            .formatted(explained, exception)));
        }
    }

    private static ExplanationTexts stages(Campaign campaign, List<String> cost) {
        Document document = new StagesReport(
                        campaign.settings().campaign(), StagesExplained.of(campaign), CountsExplained.of(campaign))
                .document();
        document.items(cost);
        return new ExplanationTexts(document, document);
    }

    private static ExplanationTexts places(Campaign campaign, Path folder, List<String> cost) throws IOException {
        ExplainReport report =
                new ExplainReport(campaign.settings().campaign(), Explanation.of(campaign, folder), cost);
        return new ExplanationTexts(report.brief(), report.whole());
    }
}
