package org.whichjvm.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.TextFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints; it returns one of {@link Exit}'s codes. */
abstract class CollectorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Writes a document as Markdown, and prints it. */
    void show(Document document, Path file) throws IOException {
        AtomicFiles.write(file, document.render(new MarkdownFormat()));
        out().println(document.render(new TextFormat()));
    }
}
