package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;

/**
 * The bytes of a few files of /proc or /sys at one moment. A reading between two windows must not
 * take long: nothing is parsed then, which the JIT compilers would come to work for too. Counters
 * are told by two of them.
 */
final class ProcSnapshot {
  /** The CPU lines of /proc/stat for 500 CPUs come first in it. */
  private static final int ROOM = 1 << 16;

  private final byte[][] bytes;

  private ProcSnapshot(final byte[][] bytes) {
    this.bytes = bytes;
  }

  /** Reads always the same files. */
  static final class Reader {
    private final String[] paths;
    private final byte[] room = new byte[ROOM];

    /** Reads these files, in this order; a path may be null. */
    Reader(final String... paths) {
      this.paths = paths;
    }

    /** Reads all of them, of each the first 64 KiB. */
    ProcSnapshot read() {
      final byte[][] bytes = new byte[paths.length][];
      for (int i = 0; i < paths.length; i++) {
        final int length = paths[i] == null ? -1 : ProcSnapshot.read(paths[i], room);
        bytes[i] = length < 0 ? null : Arrays.copyOf(room, length);
      }
      return new ProcSnapshot(bytes);
    }
  }

  /** The text of the file of that number, or null if it could not be read. */
  String text(final int number) {
    return bytes[number] == null ? null : new String(bytes[number], StandardCharsets.UTF_8);
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

  /** A value that is not known is absent from a fork's file. */
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
