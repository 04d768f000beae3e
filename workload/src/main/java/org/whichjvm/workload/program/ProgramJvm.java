package org.whichjvm.workload.program;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.JsonArrays;

/** The JVM of a program, as it tells of itself before there is a fork. */
public final class ProgramJvm {
  private final List<String> flags;
  private final Map<String, String> values;

  /** The CPUs that it sizes its threads by. */
  private final int processors;

  private ProgramJvm(final List<String> flags, final List<String> lines) {
    this.flags = flags;
    values = JvmOptions.parse(lines);
    final Long told = HostFiles.toNumber(values.get("ActiveProcessorCount"));
    // It sees what this thread may use, and a container's quota as this JVM does.
    processors =
        told == null || told <= 0 ? Runtime.getRuntime().availableProcessors() : told.intValue();
  }

  /**
   * Asks it, with the options that are known by now, and shows its warnings; {@link CannotRun} if
   * it refuses the options.
   */
  public static ProgramJvm ask(final List<String> flags) throws InterruptedException {
    final List<String> known = ProgramLine.known(flags);
    final List<String> lines = JvmOptions.print("java", known);
    lines.stream().filter(line -> line.contains("warning")).forEach(System.err::println);
    return new ProgramJvm(known, lines);
  }

  /**
   * Puts what the program's JVM tells of its options in place of what this JVM, which only watches,
   * tells of its own. Options that the program adds itself are not known.
   */
  public void describe(final JsonObject jvm) {
    jvm.add("flags", JsonArrays.of(flags));
    jvm.addProperty("garbageCollector", JvmInfo.garbageCollector(values::get).orElse("not told"));
    jvm.addProperty("processors", processors);
    jvm.remove("maxHeapBytes");
    final Long heap = HostFiles.toNumber(values.get("MaxHeapSize"));
    if (heap != null && heap > 0) {
      jvm.addProperty("maxHeapBytes", heap);
    }
  }
}
