package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The flags that a fork's JVM was started with, in their order, for the last of two wins. The forks
 * of a contender may differ by the name of a file in a flag, and by nothing else.
 */
public final class JvmFlags {
  private static final Pattern FILE =
      Pattern.compile(
          "(?<=^-Xloggc:|^-XX:LogFile=|^-XX:ErrorFile=|^-XX:HeapDumpPath=|^-Djava\\.io\\.tmpdir=).*|(?<=[:=,]file=|[:=,]filename=)[^:,]*");

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
    return Json.texts(jvm, "flags").stream()
        .map(flag -> FILE.matcher(flag).replaceAll("FILE"))
        .toList();
  }
}
