package org.whichjvm.collector.turns;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.RefereeFiles;

/**
 * The words of a member of a block: the names of the files in a folder that it alone writes.
 *
 * <p>A member may be hostile. Names are listed, and nothing in the folder is opened or followed: no
 * link, pipe or huge file can hold whoever looks, or fool them.
 *
 * @param offset the member's monotonic clock less its time of day, in ns; empty before it came
 * @param warm whether it says that it is warm
 * @param gone whether it left, or its launcher says that it ended
 * @param broken whether the folder is one that no member of this program leaves
 */
record MemberFolder(OptionalLong offset, boolean warm, boolean gone, boolean broken) {
  /** A folder with so many names is not read further; a member of this program makes four. */
  static final int MOST_NAMES = 32;

  /** How a whole number is written: in one way, so that a number has one name. */
  private static final Pattern HERE = Pattern.compile("here\\.(0|-?[1-9][0-9]{0,18})");

  private static final MemberFolder BROKEN =
      new MemberFolder(OptionalLong.empty(), false, false, true);

  /** Looks once. A folder that cannot be listed is broken: its member alone could do that. */
  static MemberFolder look(final Path folder) {
    OptionalLong offset = OptionalLong.empty();
    boolean warm = false;
    boolean gone = false;
    int names = 0;
    try (DirectoryStream<Path> files = list(folder)) {
      for (final Path file : files) {
        if (++names == MOST_NAMES) {
          return BROKEN;
        }
        final String name = file.getFileName().toString();
        warm |= name.equals(RefereeFiles.WARM);
        gone |= name.equals(RefereeFiles.GONE) || name.equals(RefereeFiles.OUT);
        final OptionalLong said = offset(name);
        if (said.isPresent() && offset.isPresent()) {
          return BROKEN;
        }
        offset = said.isPresent() ? said : offset;
      }
    } catch (final IOException | DirectoryIteratorException e) {
      return BROKEN;
    }
    return new MemberFolder(offset, warm, gone, false);
  }

  private static DirectoryStream<Path> list(final Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new NotDirectoryException(folder.toString());
    }
    return Files.newDirectoryStream(folder);
  }

  /** Empty if the name is another, or has a number that no clock can have. */
  private static OptionalLong offset(final String name) {
    final Matcher matcher = HERE.matcher(name);
    try {
      return matcher.matches()
          ? OptionalLong.of(Long.parseLong(matcher.group(1)))
          : OptionalLong.empty();
    } catch (final NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
