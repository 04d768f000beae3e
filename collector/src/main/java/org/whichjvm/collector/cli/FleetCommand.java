package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.across.HostsJson;
import org.whichjvm.collector.across.HostsReader;
import org.whichjvm.collector.across.HostsReport;
import org.whichjvm.collector.html.HtmlFormat;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fleet}: sets the campaigns of several hosts beside one another. */
@Command(
        name = "fleet",
        description = "Writes the joint report of a fleet, a campaign on each of several hosts, and prints it."
                + " Hosts are never pooled.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "2:wrong usage, no such fleet, or no host has a fork yet",
            "3:done, but a host has no whole campaign, or forks failed or lack a score: the report" + " names each",
            "4:a folder cannot be read or written"
        })
final class FleetCommand extends CollectorCommand {
    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns and fleets.")
    private Path out;

    @Mixin
    private ShownOptions shownAs;

    @Parameters(
            arity = "1..*",
            paramLabel = "FLEET",
            description = "The fleet: a folder with a folder hosts in it. Of several, campaigns of hosts with one"
                    + " name are sessions of one another, and the last fleet gets the report.")
    private List<String> names;

    @Override
    public Integer call() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String name : names) {
            folders.add(HostsReader.find(out, name));
        }
        Path folder = folders.get(folders.size() - 1);
        HostsReport fleet = HostsReader.read(folders, ReportCommand::writeFiles, Instant.now());
        if (!fleet.anyFork()) {
            throw new WrongUsage(
                    "no host of the fleet %s has a fork yet%s",
                    folder.getFileName(),
                    fleet.notMeasured().stream()
                            .findFirst()
                            .map(first -> "; " + first)
                            .orElse(""));
        }
        Document shown = write(fleet, folder, "fleet");
        out().print(shownAs.screen(shown, out, folder.resolve("fleet.html")));
        return fleet.whole() ? Exit.OK : Exit.FORKS_FAILED;
    }

    /** Writes a report over hosts for programs, as Markdown and as a page. */
    static Document write(HostsReport report, Path folder, String name) throws IOException {
        Document document = report.document();
        AtomicFiles.write(folder.resolve(name + ".json"), HostsJson.of(report));
        AtomicFiles.write(folder.resolve(name + ".md"), document.render(new MarkdownFormat()));
        AtomicFiles.write(folder.resolve(name + ".html"), HtmlFormat.page(document, report.labels()));
        return document;
    }
}
