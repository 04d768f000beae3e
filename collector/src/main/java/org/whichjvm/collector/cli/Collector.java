package org.whichjvm.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.common.Fixable;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The table of contents: the collector plans, decides after each block, and reports. */
@Command(
        name = "whichjvm-collector",
        exitCodeOnExecutionException = Exit.DEFECT,
        description = "Plans campaigns and turns their forks into a report; it starts nothing.",
        synopsisSubcommandLabel = "(plan | next | report | race | explain | sessions | bisect | calibrate | referee)",
        subcommands = {
            PlanCommand.class,
            NextCommand.class,
            ReportCommand.class,
            RaceCommand.class,
            ExplainCommand.class,
            SessionsCommand.class,
            BisectCommand.class,
            CalibrateCommand.class,
            RefereeCommand.class
        })
final class Collector {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Shows this help.")
    private boolean help;

    public static void main(String[] args) {
        // In UTF-8 whatever the locale: a container's is POSIX, which has neither µ nor ÷.
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
        int code = Exit.DEFECT;
        try {
            code = run(out, err, args);
        } catch (Throwable defect) { // an error such as too little memory, which picocli lets pass
            defect.printStackTrace();
        }
        System.exit(code);
    }

    /** Runs one command line; returns one of {@link Exit}'s codes. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        int code = new CommandLine(new Collector())
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((exception, arguments) -> say(
                        err,
                        Exit.USAGE,
                        new WrongUsage(exception.getMessage()).orTry("--help, which lists the options")))
                .setExecutionExceptionHandler((exception, line, parsed) -> explain(err, exception))
                .execute(args);
        out.flush();
        err.flush();
        return code;
    }

    private static int explain(PrintWriter err, Exception exception) throws Exception {
        if (exception instanceof Fixable fixable) {
            return say(err, exception instanceof WrongUsage ? Exit.USAGE : Exit.HOST, fixable);
        }
        if (exception instanceof IOException || exception instanceof UncheckedIOException) {
            WrongUsage problem = new WrongUsage("cannot read or write the results: " + exception);
            return say(err, Exit.HOST, problem.orTry("see the owner of the folder, and how full its disk is"));
        }
        throw exception; // a defect of ours: its stack trace is what the report of it needs
    }

    private static int say(PrintWriter err, int code, Fixable error) {
        error.lines().forEach(line -> err.println(Escape.oneLine(line)));
        return code;
    }
}
