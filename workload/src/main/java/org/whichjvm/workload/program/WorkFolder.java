package org.whichjvm.workload.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.TemporaryFolder;
import org.whichjvm.workload.host.HostFiles;

/**
 * The folder that a program runs in: a fresh copy of the mounted folder for each fork, or for each of its starts, so
 * that what the program writes is gone with it, and the person's own files stay as they are.
 */
public final class WorkFolder implements AutoCloseable {
    public final Path folder;

    /** A folder beside it, for the files that a harness writes. */
    public final Path scratch;

    /** The entries of the mounted folder that were too large to copy; the program only reads them. */
    public final List<String> notCopied;

    /** The mounted folder; null for none. */
    private final Path app;

    /** Makes it, as a copy of the mounted folder; null for none. */
    public WorkFolder(Path app) {
        this.app = app;
        try {
            Path root = TemporaryFolder.create();
            scratch = Files.createDirectory(root.resolve("scratch"));
            folder = Files.createDirectory(root.resolve("work"));
            notCopied = copy();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private List<String> copy() throws IOException {
        return app == null ? Collections.emptyList() : new FolderCopy(app, folder).copy();
    }

    /** Makes the copy again, at the same path: a JVM takes its AOT cache only with the paths that it was made with. */
    public void renew() throws IOException {
        empty();
        copy();
    }

    /** Removes what is in it, but not what is beside it. */
    public void empty() throws IOException {
        HostFiles.delete(folder);
        Files.createDirectory(folder);
    }

    /** The failure of a fork whose own folder cannot be read or written. */
    public static ForkFailure unusable(IOException e) {
        return new ForkFailure(e, "a file of the program's own folder could not be made or read: %s", e);
    }

    /** Tells a person what was not copied. */
    public void sayNotCopied() {
        if (!notCopied.isEmpty()) {
            Fork.say(
                    "too large to copy for each fork, so the program can read but not change: %s",
                    String.join(", ", notCopied));
        }
    }

    /** Has a signal to this JVM, or its end, end what the program left alive, and remove this folder. */
    public void closeOnSignal() {
        Runnable end = () -> {
            Descendants.end(Descendants.GRACE_NANOS, false);
            close();
        };
        Runtime.getRuntime().addShutdownHook(new Thread(end, "end-program"));
    }

    @Override
    public void close() {
        HostFiles.delete(folder.getParent());
    }
}
