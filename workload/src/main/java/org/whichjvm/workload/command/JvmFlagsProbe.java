package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.JsonArrays;

/**
 * Asks a JVM of the program for the values of its options: this JVM, which only watches, has
 * others. Options that the program adds itself are not known.
 */
final class JvmFlagsProbe {
  private final List<String> flags;
  private final Map<String, String> values;

  /** Its warnings of options that it goes on without. */
  final List<String> warnings;

  /**
   * Asks the java on the PATH.
   *
   * @throws CannotRun if it refuses the options
   */
  JvmFlagsProbe(final List<String> flags) throws InterruptedException {
    final List<String> lines = JvmOptions.print("java", flags);
    this.flags = flags;
    values = JvmOptions.parse(lines);
    warnings = lines.stream().filter(line -> line.contains("warning")).collect(Collectors.toList());
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
