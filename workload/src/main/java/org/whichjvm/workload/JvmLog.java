package org.whichjvm.workload;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Pattern;

/**
 * The file to which the launcher has this JVM log its safepoints: locked while the JVM lives,
 * removed with it. What a killed fork left behind is removed by the next one.
 */
final class JvmLog implements AutoCloseable {
  /** The names that the launcher gives, and no other that starts like them. */
  private static final Pattern NAME = Pattern.compile("whichjvm-\\d+(-\\d+)?\\.jvm\\.log");

  private final Path path;
  private final HostLock lock;

  private JvmLog(final Path path, final HostLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** That of this JVM; one without text if the launcher gave none. */
  static JvmLog open() {
    final String named = JvmInfo.environment("WHICHJVM_JVM_LOG");
    if (named == null || !Files.exists(Paths.get(named))) {
      return new JvmLog(null, null);
    }
    final Path path = Paths.get(named);
    final JvmLog log = new JvmLog(path, HostLock.tryLock(path));
    sweep(path.toAbsolutePath().getParent());
    return log;
  }

  /**
   * What the JVM has logged so far, or null if it does not log or the file is gone. Not in a
   * measured window: 8 keeps the end of its log in a buffer until a collection, so there is one.
   */
  String text() {
    if (path != null && JvmInfo.major() < 9) {
      System.gc();
    }
    return path == null ? null : ProcFs.read(path.toString());
  }

  @Override
  public void close() {
    try {
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (final IOException e) {
      System.err.println("whichjvm: could not remove " + path + ": " + e.getMessage());
    }
    if (lock != null) {
      lock.close();
    }
  }

  private static void sweep(final Path folder) {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            folder, file -> NAME.matcher(file.getFileName().toString()).matches())) {
      for (final Path file : files) {
        final HostLock lock = HostLock.tryLock(file);
        if (lock != null) {
          Files.deleteIfExists(file);
          lock.close();
        }
      }
    } catch (final IOException e) {
      // Another user's leftovers are not this fork's to remove, nor a reason not to run.
    }
  }
}
