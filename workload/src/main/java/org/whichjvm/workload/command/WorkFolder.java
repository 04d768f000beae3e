package org.whichjvm.workload.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The folder that a program runs in: a fresh one for each fork, with a link to everything in the
 * mounted folder, so that {@code -jar app.jar} finds its jar, and what the program writes is gone
 * with the fork.
 */
final class WorkFolder implements AutoCloseable {
  final Path folder;

  /** A folder beside it, for the files that a harness writes. */
  final Path scratch;

  /** Makes it, with links into the mounted folder; null for none. */
  WorkFolder(final Path app) throws IOException {
    // The launcher removes a folder of this name if this JVM is killed.
    final String id = ThisJvm.environment("WHICHJVM_QUEUE_ID");
    final Path all = Paths.get(System.getProperty("java.io.tmpdir"));
    final Path root =
        id == null
            ? Files.createTempDirectory(all, "whichjvm-")
            : Files.createDirectory(all.resolve("whichjvm-" + id));
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

  @Override
  public void close() {
    HostFiles.delete(folder.getParent());
  }
}
