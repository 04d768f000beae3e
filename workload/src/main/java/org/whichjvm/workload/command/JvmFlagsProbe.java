package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.JsonArrays;

/**
 * Asks a JVM of the program what it makes of its options: this JVM, which only watches, has others.
 * What the program adds itself is not known.
 */
final class JvmFlagsProbe {
  private final List<String> flags;
  private final Map<String, String> values;
  private final List<String> warnings;

  private JvmFlagsProbe(final List<String> flags, final List<String> lines) {
    this.flags = flags;
    values = JvmOptions.parse(lines);
    warnings = lines.stream().filter(line -> line.contains("warning")).collect(Collectors.toList());
  }

  /**
   * Asks the java on the PATH.
   *
   * @throws CannotRun if it refuses the options
   */
  static JvmFlagsProbe of(final List<String> flags) throws InterruptedException {
    final List<String> words = new ArrayList<>(Collections.singletonList("java"));
    words.addAll(flags);
    words.add("-XX:+PrintFlagsFinal");
    words.add("-version");
    final Output output = new Output(Collections.emptyList());
    try {
      final Process java = new ProcessBuilder(words).redirectErrorStream(true).start();
      output.read(java.getInputStream());
      if (java.waitFor() != 0 && !flags.isEmpty()) {
        throw new CannotRun(
            "this JVM refuses " + String.join(" ", flags) + ": " + firstLine(output.text()));
      }
    } catch (final IOException e) {
      throw new CannotRun("there is no java on the PATH: " + e.getMessage());
    }
    return new JvmFlagsProbe(flags, Arrays.asList(output.text().split("\r?\n")));
  }

  private static String firstLine(final String text) {
    return text.trim().split("\r?\n")[0];
  }

  /** Its warnings of options that it goes on without. */
  List<String> warnings() {
    return warnings;
  }

  /** Puts it in place of what this JVM tells of itself. */
  void describe(final JsonObject jvm) {
    jvm.add("flags", JsonArrays.of(flags));
    jvm.addProperty("garbageCollector", JvmInfo.garbageCollector(values::get).orElse("not told"));
    jvm.remove("maxHeapBytes");
    final Long heap = HostFiles.toNumber(values.get("MaxHeapSize"));
    if (heap != null && heap > 0) {
      jvm.addProperty("maxHeapBytes", heap);
    }
  }
}
