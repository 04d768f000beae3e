package org.whichjvm.workload.queue.turn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.workload.host.CannotRun;

/**
 * What the referee of a block says to one of its contenders: a text file that it replaces as a
 * whole, with a line for each thing that is known. The collector's {@code turns.Referee} writes it.
 */
final class RefereeState {
  /**
   * Why this contender is out, such as {@code gone} or {@code clock -3600000}; null if it is not.
   */
  final String out;

  /** Who may warm up, -1 if nobody may or all have. */
  final int place;

  /** When the first round starts, on the clock of {@link System#nanoTime()}; null until known. */
  final Long start;

  /** When the file last changed: the referee lives if this moves. */
  final FileTime writtenAt;

  private RefereeState(
      final String out, final int place, final Long start, final FileTime writtenAt) {
    this.writtenAt = writtenAt;
    this.out = out;
    this.place = place;
    this.start = start;
  }

  /**
   * Reads it.
   *
   * @param member the number of this contender, from 0
   * @return null if there is no such file yet
   * @throws CannotRun if another version of this program wrote it
   */
  static RefereeState read(final Path file, final int member) {
    try {
      // Its time first, so that what is read is never older than its time.
      final FileTime writtenAt = Files.getLastModifiedTime(file);
      final String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return parse(file, text.split("\n"), writtenAt, member);
    } catch (final NoSuchFileException e) {
      return null;
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RefereeState parse(
      final Path file, final String[] lines, final FileTime writtenAt, final int member) {
    if (!lines[0].equals(RefereeFiles.FORMAT)) {
      throw new CannotRun(
          String.format(
              "the block's referee writes %s as '%s', and this JVM reads %s: build all images, or"
                  + " all jars, from one checkout",
              file, lines[0], RefereeFiles.FORMAT));
    }
    String out = null;
    int place = -1;
    Long start = null;
    for (final String line : lines) {
      final String[] words = line.split(" ", 3);
      if (words[0].equals("out") && Integer.parseInt(words[1]) == member) {
        out = words[2];
      } else if (words[0].equals("place")) {
        place = Integer.parseInt(words[1]);
      } else if (words[0].equals("start")) {
        start = Long.valueOf(words[1]);
      }
    }
    return new RefereeState(out, place, start, writtenAt);
  }
}
