package org.whichjvm.workload.program;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.workload.fork.TemporaryFolder;
import org.whichjvm.workload.host.HostFiles;

/**
 * The folder that a program runs in: a fresh one for each fork, with a link to everything in the
 * mounted folder, so that {@code -jar app.jar} finds its jar, and what the program writes is gone
 * with the fork.
 */
public final class WorkFolder implements AutoCloseable {
  public final Path folder;

  /** A folder beside it, for the files that a harness writes. */
  public final Path scratch;

  /** Makes it, with links into the mounted folder; null for none. */
  public WorkFolder(final Path app) throws IOException {
    final Path root = TemporaryFolder.create();
    scratch = Files.createDirectory(root.resolve("scratch"));
    folder = Files.createDirectory(root.resolve("work"));
    if (app != null) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(app)) {
        for (final Path entry : entries) {
          Files.createSymbolicLink(folder.resolve(entry.getFileName()), entry);
        }
      }
    }
  }

  /**
   * Has a signal to this JVM, or its end, end what the program left alive, and remove this folder.
   */
  public void closeOnSignal() {
    final Runnable end =
        () -> {
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
