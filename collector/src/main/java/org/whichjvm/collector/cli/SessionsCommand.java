package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.across.Sessions;
import org.whichjvm.collector.across.SessionsReport;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sessions}: what holds over all campaigns of a folder, each a session of the others. */
@Command(
        name = "sessions",
        description = "Says what holds over all campaigns of a folder, which are sessions of one another: same"
                + " host, contenders, builds and settings.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "2:wrong usage, no sessions, or campaigns that differ",
            "3:done, but forks failed",
            "4:a folder cannot be read or written"
        })
final class SessionsCommand extends CollectorCommand {
    @Option(names = "--out", required = true, description = "Folder of the sessions.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        List<Result> sessions = campaigns(out);
        if (sessions.isEmpty()) {
            throw new WrongUsage("there is no session in %s", out)
                    .orTry("whichjvm sessions with --count 6 and what to compare");
        }
        Sessions counted = Sessions.of(sessions, analyses());
        if (counted.all().isEmpty()) {
            throw new WrongUsage("no session in %s counts: %s", out, counted.goOn())
                    .orTry("finish it, or add sessions with --count N");
        }
        show(new SessionsReport(counted).document(), out.resolve(Names.SESSIONS_MD));
        return sessions.stream().anyMatch(Result::anyFailure) ? Exit.FORKS_FAILED : Exit.OK;
    }

    /** The campaigns of a folder that have begun, the oldest first: their names begin with the time. */
    static List<Result> campaigns(Path out) throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(out)) {
            folders = all.filter(each -> !Files.isSymbolicLink(each))
                    .filter(each -> Files.exists(each.resolve(Names.CAMPAIGN_JSON)))
                    .sorted()
                    .toList();
        }
        List<Result> results = new ArrayList<>();
        for (Path folder : folders) {
            results.add(Result.of(CampaignReader.read(folder), Instant.now()));
        }
        return results;
    }

    /** After how many sessions somebody planned to analyse. */
    private List<Integer> analyses() throws IOException {
        Path file = out.resolve(Names.SESSIONS_TSV);
        if (!Files.exists(file)) {
            throw new WrongUsage("%s has no %s, which says how many sessions were planned", out, Names.SESSIONS_TSV)
                    .orTry("whichjvm sessions, which writes it");
        }
        List<Integer> analyses = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.matches("[1-9][0-9]{0,5}")
                    || !analyses.isEmpty() && analyses.get(analyses.size() - 1) >= Integer.parseInt(line)) {
                throw new WrongUsage("%s has the line '%s'", file, line)
                        .orTry("a number of sessions in each line, greater than the one before");
            }
            analyses.add(Integer.valueOf(line));
        }
        if (analyses.isEmpty()) {
            throw new WrongUsage("%s is empty", file).orTry("a number of sessions in each line");
        }
        return analyses;
    }
}
