package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The flags that a fork's JVM was started with, in their order, for the last of two wins. The forks
 * of a contender may differ by the name of a file in a flag, and by nothing else.
 */
public final class JvmFlags {
  private static final Pattern FILE =
      Pattern.compile(
          "(?<=^-Xloggc:|^-XX:LogFile=|^-XX:ErrorFile=|^-XX:HeapDumpPath=|^-Djava\\.io\\.tmpdir=).*"
              + "|(?<=[:=,]file=|[:=,]filename=)[^:,]*");

  private JvmFlags() {}

  /**
   * Compares two forks' flags.
   *
   * @return the first flag that only one of the two has, or has at another place, as a sentence's
   *     end; empty if there is none
   */
  public static Optional<String> difference(final JsonObject wanted, final JsonObject actual)
      throws UnusableFile {
    final List<String> these = flags(wanted);
    final List<String> those = flags(actual);
    for (int i = 0; i < Math.max(these.size(), those.size()); i++) {
      final String one = i < these.size() ? these.get(i) : "nothing more";
      final String other = i < those.size() ? those.get(i) : "nothing more";
      if (!one.equals(other)) {
        return Optional.of("have " + other + " where " + one + " is");
      }
    }
    return Optional.empty();
  }

  private static List<String> flags(final JsonObject jvm) throws UnusableFile {
    final JsonElement json = jvm.get("flags");
    if (json == null || json.isJsonNull()) {
      return List.of();
    }
    if (!json.isJsonArray()) {
      throw new UnusableFile("its jvm.flags is not a list");
    }
    final JsonArray array = json.getAsJsonArray();
    final List<String> flags = new ArrayList<>();
    for (final JsonElement flag : array) {
      if (!flag.isJsonPrimitive()) {
        throw new UnusableFile("its jvm.flags is not a list of texts");
      }
      flags.add(FILE.matcher(flag.getAsString()).replaceAll("FILE"));
    }
    return flags;
  }
}
