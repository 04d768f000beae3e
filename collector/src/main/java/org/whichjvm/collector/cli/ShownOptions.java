package org.whichjvm.collector.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options on how a command's output looks. */
final class ShownOptions {
    @Option(names = "--colour", description = "Print verdicts in colour: for a terminal that shows them.")
    private boolean colour;

    @Option(
            names = "--columns",
            paramLabel = "N",
            description = "The width of the screen; names are cut where a table is wider (100, the least).")
    private int columns;

    @Option(
            names = "--shown-out",
            paramLabel = "DIR",
            description = "The results folder as a person calls it, where the collector has it under another path,"
                    + " as in a container.")
    private String shownOut;

    boolean colour() {
        return colour;
    }

    int columns() {
        return columns;
    }

    /** The path by which a person opens a file that lies in a folder of {@code out}. */
    String path(Path out, Path file) {
        Path folder = Path.of(shownOut == null ? out.toString() : shownOut);
        return folder.resolve(file.getParent().getFileName())
                .resolve(file.getFileName())
                .toString();
    }
}
