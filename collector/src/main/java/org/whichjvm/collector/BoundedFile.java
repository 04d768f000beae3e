package org.whichjvm.collector;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Reads a file that anyone may have put there. */
final class BoundedFile {
  private BoundedFile() {}

  /**
   * All bytes of a regular file.
   *
   * @param megabytes the most it may have
   * @throws UnusableFile if it is missing, a link, a pipe or another special file, or too large
   */
  static byte[] read(final Path file, final int megabytes) throws UnusableFile, IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnusableFile("is missing");
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnusableFile("is not a regular file");
    }
    final int limit = megabytes << 20;
    if (Files.size(file) > limit) {
      throw tooLarge(megabytes);
    }
    try (InputStream in = Files.newInputStream(file)) {
      final byte[] bytes = in.readNBytes(limit + 1); // it may have grown since
      if (bytes.length > limit) {
        throw tooLarge(megabytes);
      }
      return bytes;
    } catch (final AccessDeniedException exception) {
      throw new UnusableFile("may not be read by this user");
    }
  }

  private static UnusableFile tooLarge(final int megabytes) {
    return new UnusableFile("is over " + megabytes + " MB, more than a fork writes");
  }
}
