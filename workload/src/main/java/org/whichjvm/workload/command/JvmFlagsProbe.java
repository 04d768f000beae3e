package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.host.CannotRun;

/**
 * What a JVM of the program makes of the options that it gets: this JVM, which only watches, has
 * others. What the program adds itself is not known.
 */
final class JvmFlagsProbe {
  private static final Pattern COLLECTOR = Pattern.compile(" Use(\\w+)GC +:?= true ");
  private static final Pattern HEAP = Pattern.compile(" MaxHeapSize +:?= (\\d+) ");
  private static final String UNKNOWN = "not told";

  private final List<String> flags;
  private String collector = UNKNOWN;
  private Long heap;
  private final List<String> warnings = new ArrayList<>();

  private JvmFlagsProbe(final List<String> flags) {
    this.flags = flags;
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
    return new JvmFlagsProbe(flags).read(output.text());
  }

  private static String firstLine(final String text) {
    return text.trim().split("\r?\n")[0];
  }

  JvmFlagsProbe read(final String text) {
    for (final String line : text.split("\r?\n")) {
      final Matcher used = COLLECTOR.matcher(line);
      final Matcher size = HEAP.matcher(line);
      // UseMaximumCompactionOnSystemGC and the like are no garbage collectors.
      if (used.find()
          && used.group(1).matches("G1|Parallel|Serial|Shenandoah|Z|Epsilon|ConcMarkSweep")) {
        collector = used.group(1).equals("Z") ? "ZGC" : used.group(1);
      } else if (size.find()) {
        heap = Long.valueOf(size.group(1));
      } else if (line.contains("warning")) {
        warnings.add(line);
      }
    }
    return this;
  }

  /** What it says of options that it goes on without. */
  List<String> warnings() {
    return warnings;
  }

  /** Puts it in place of what this JVM tells of itself. */
  void describe(final JsonObject jvm) {
    final JsonArray given = new JsonArray();
    flags.forEach(given::add);
    jvm.add("flags", given);
    jvm.addProperty("garbageCollector", collector);
    jvm.remove("maxHeapBytes");
    if (heap != null && heap > 0) {
      jvm.addProperty("maxHeapBytes", heap);
    }
  }
}
