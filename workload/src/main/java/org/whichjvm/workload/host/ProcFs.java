package org.whichjvm.workload.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Small files of /proc and /sys; one that is not there is null, never zero. */
public final class ProcFs {
  private ProcFs() {}

  /** The text of a file, without blanks around it; null if it cannot be read. */
  public static String read(final String path) {
    final Path file = Paths.get(path);
    try {
      // Not readAllBytes of a huge file by accident: these are a page or two, cpuinfo a little
      // more.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).trim();
    } catch (final IOException | SecurityException e) {
      return null;
    }
  }

  /** The value of a line {@code key : value}, the first one of that key, or null. */
  static String field(final String path, final String key) {
    final String text = read(path);
    if (text == null) {
      return null;
    }
    for (final String line : text.split("\n")) {
      final int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).trim().equals(key)) {
        return line.substring(colon + 1).trim();
      }
    }
    return null;
  }

  /** The bracketed word of a choice file such as {@code always [madvise] never}, or null. */
  public static String chosen(final String path) {
    final String text = read(path);
    if (text == null) {
      return null;
    }
    final int open = text.indexOf('[');
    final int close = text.indexOf(']');
    return open >= 0 && close > open ? text.substring(open + 1, close) : text;
  }
}
