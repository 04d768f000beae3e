package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.workload.host.CannotRun;

/** Stacks that async-profiler sampled, and its library, which the workload's jar has. */
public final class Stacks {
  private static final String LIBRARY = "libasyncProfiler.so";

  private final Map<String, Long> stacks = new TreeMap<>();

  /**
   * Puts the library into a folder.
   *
   * @throws CannotRun if there is none for this machine
   */
  public static Path install(final Path folder) throws IOException {
    final Path library = folder.resolve(LIBRARY);
    try (InputStream from = open()) {
      Files.copy(from, library);
    }
    return library;
  }

  /**
   * Checks whether there is a library for this machine.
   *
   * @throws CannotRun if not
   */
  public static void check() throws IOException {
    open().close();
  }

  private static InputStream open() {
    final String arch = System.getProperty("os.arch");
    final String folder = arch.equals("aarch64") ? "linux-arm64" : "linux-x64";
    final InputStream from =
        arch.equals("aarch64") || arch.equals("amd64")
            ? Stacks.class.getResourceAsStream("/" + folder + "/" + LIBRARY)
            : null;
    if (from == null) {
      throw new CannotRun(
          "there is no profiler for the architecture %s; there is one for amd64 and aarch64", arch);
    }
    return from;
  }

  /** Adds collapsed stacks: a line each, of a thread, its frames and a number. */
  public void add(final String text) {
    for (final String line : text.split("\n")) {
      final int blank = line.lastIndexOf(' ');
      if (blank > 0 && line.substring(blank + 1).matches("[0-9]{1,15}")) {
        // The number of a thread is another one in each run.
        final String stack =
            line.substring(0, blank).replaceFirst("^\\[(.*?) tid=[0-9]+\\]", "[$1]");
        stacks.merge(stack, Long.parseLong(line.substring(blank + 1)), Long::sum);
      }
    }
  }

  /**
   * All stacks that were added: a line each, with frames from the outermost to the innermost and a
   * semicolon between, and a number of what is counted. The first frame is the thread's name.
   */
  public byte[] bytes() {
    return stacks.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue() + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }
}
