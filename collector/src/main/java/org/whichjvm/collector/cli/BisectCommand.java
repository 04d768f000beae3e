package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.across.BisectReport;
import org.whichjvm.collector.across.Bisected;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Document;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bisect}: says which build to measure next, or which one made the step. */
@Command(
        name = "bisect",
        description = {
            "Says which build to measure next beside the first one, and by how many blocks, as NAME and a"
                    + " number with a tab between; or, with --report, what is known."
        })
final class BisectCommand extends CollectorCommand {
    @Option(names = "--out", required = true, description = "Folder of the search's campaigns.")
    private Path out;

    @Option(names = "--report", description = "Print what is known, and write bisect.md.")
    private boolean report;

    @Parameters(paramLabel = "BUILD", arity = "3..*", description = "From the good one to the bad one.")
    private List<String> builds;

    @Override
    public Integer call() throws IOException {
        builds.forEach(Names::checkContender);
        if (builds.stream().distinct().count() < builds.size()) {
            throw new WrongUsage("a build is named twice among %s", builds).orTry("name each build once");
        }
        Optional<Bisected> bisected = Bisected.of(builds, SessionsCommand.campaigns(out));
        if (report) {
            Document document = BisectReport.of(bisected.orElseThrow(() -> new WrongUsage(
                            "%s has no campaign of %s and %s yet", out, builds.get(0), builds.get(builds.size() - 1))
                    .orTry("whichjvm bisect again, which measures them")));
            show(document, out.resolve(Names.BISECT_MD));
        } else if (bisected.isEmpty()) {
            // As many blocks as it takes to see whether there is a step at all.
            out().println(builds.get(builds.size() - 1) + "\t");
        } else {
            bisected.get()
                    .next()
                    .ifPresent(
                            next -> out().println(next + "\t" + bisected.get().blocks()));
        }
        return Exit.OK;
    }
}
