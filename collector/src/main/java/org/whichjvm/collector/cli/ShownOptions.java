package org.whichjvm.collector.cli;

import java.nio.file.Path;
import org.whichjvm.collector.report.Ascii;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Terminal;
import picocli.CommandLine.Option;

/** The options on how a command's output looks. */
final class ShownOptions {
    @Option(names = "--colour", description = "Print verdicts in colour: for a terminal that shows them.")
    private boolean colour;

    @Option(
            names = "--columns",
            paramLabel = "N",
            description = "The width of the screen, at least 80 (100); names are cut where a table is wider.")
    private int columns;

    @Option(names = "--ascii", description = "Print no other characters: for a terminal that shows no others.")
    private boolean ascii;

    @Option(
            names = "--shown-out",
            paramLabel = "DIR",
            description = "The results folder as a person calls it, where the collector has it under another path,"
                    + " as in a container.")
    private String shownOut;

    /**
     * A report as the screen shows it.
     *
     * @param page of the report, in {@code out}: it is shown by the path by which a person opens it
     */
    String screen(Document report, Path out, Path page) {
        Path folder = shownOut == null ? out : Path.of(shownOut);
        String screen = Terminal.of(report, folder.resolve(page).toString(), colour, columns);
        return ascii ? Ascii.of(screen) : screen;
    }
}
