package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;

/**
 * The bytes of a few files of /proc or /sys at one moment, into room that is there before: a
 * reading between two windows must not take long. Counters are told by two of them.
 */
final class ProcSnapshot {
  /** The CPU lines of /proc/stat for 500 CPUs come first in it. */
  private static final int ROOM = 1 << 16;

  private final String[] paths;
  private final byte[][] bytes;
  private final int[] lengths;

  /** What is read, in this order; a path may be null. */
  ProcSnapshot(final String... paths) {
    this.paths = paths;
    bytes = new byte[paths.length][ROOM];
    lengths = new int[paths.length];
  }

  /** Reads all of them, of each the first 64 KiB. */
  void read() {
    for (int i = 0; i < paths.length; i++) {
      lengths[i] = paths[i] == null ? -1 : read(paths[i], bytes[i]);
    }
  }

  /** What was read of the file of that number, or null if it could not be. */
  String text(final int number) {
    return lengths[number] < 0
        ? null
        : new String(bytes[number], 0, lengths[number], StandardCharsets.UTF_8);
  }

  /** The number after the first word of a line, or null; {@code total=} is such a word too. */
  static Long number(final String text, final String word) {
    for (final String line : text == null ? new String[0] : text.split("\n")) {
      if (line.startsWith(word)) {
        final String digits = line.substring(word.length()).trim();
        return digits.matches("\\d{1,18}") ? Long.valueOf(digits) : null;
      }
    }
    return null;
  }

  /** What was counted in between, or null if either is not known. */
  static Long difference(final Long before, final Long after) {
    return before == null || after == null ? null : (Long) Math.max(0, after - before);
  }

  /** What is not known is absent from a fork's file. */
  static void dropNulls(final JsonObject json) {
    for (final Map.Entry<String, ?> entry : new ArrayList<>(json.entrySet())) {
      if (json.get(entry.getKey()).isJsonNull()) {
        json.remove(entry.getKey());
      }
    }
  }

  private static int read(final String path, final byte[] into) {
    try (FileInputStream file = new FileInputStream(path)) {
      int length = 0;
      while (length < into.length) {
        final int more = file.read(into, length, into.length - length);
        if (more < 0) {
          break;
        }
        length += more;
      }
      return length;
    } catch (final IOException e) {
      return -1;
    }
  }
}
