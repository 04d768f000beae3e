package org.whichjvm.workload.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;

/**
 * The profile of a program: each of its JVMs loads async-profiler as an agent when it starts, and
 * writes a file of collapsed stacks when it ends.
 */
final class Profiler {
  private static final String LIBRARY = "libasyncProfiler.so";

  private Profiler() {}

  /**
   * Puts the agent into a folder.
   *
   * @return the option by which a JVM loads it
   * @throws CannotRun if there is none for this machine
   */
  static String install(final Path scratch, final Profiling profiling) throws IOException {
    final Path library = scratch.resolve(LIBRARY);
    try (InputStream from = open()) {
      Files.copy(from, library);
    }
    return "-agentpath:"
        + library
        + "=start,"
        + profiling.event
        + ",threads,collapsed,loglevel=warn,file="
        + scratch.resolve("profile-%p.collapsed");
  }

  /** The agent, as async-profiler's jar has it. */
  private static InputStream open() {
    final String arch = System.getProperty("os.arch");
    final String folder = arch.equals("aarch64") ? "linux-arm64" : "linux-x64";
    final InputStream from =
        arch.equals("aarch64") || arch.equals("amd64")
            ? Profiler.class.getResourceAsStream("/" + folder + "/" + LIBRARY)
            : null;
    if (from == null) {
      throw new CannotRun(
          "there is no profiler for the architecture %s; there is one for amd64 and aarch64", arch);
    }
    return from;
  }

  /**
   * Whether there is a profiler for this machine.
   *
   * @throws CannotRun if not
   */
  static void check() throws IOException {
    open().close();
  }

  /**
   * The stacks of all JVMs of the program that ended, added up: a line each, with frames from the
   * outermost to the innermost and a semicolon between, and a number of what is counted. The first
   * frame is the thread's name.
   *
   * @throws ForkFailure if no JVM left any, or too many
   */
  static byte[] stacks(final Path scratch) throws IOException {
    final Map<String, Long> stacks = new TreeMap<>();
    long bytes = -1;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(scratch, "profile-*.collapsed")) {
      for (final Path file : files) {
        // The program can write here too.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        bytes = Math.max(0, bytes) + Files.size(file);
        if (bytes > Profiling.MOST_BYTES) {
          throw new ForkFailure(
              "the profile has more than %d MB of stacks; explain a run of the program with fewer threads",
              Profiling.MOST_BYTES >> 20);
        }
        add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), stacks);
      }
    }
    if (bytes < 0) {
      throw new ForkFailure(
          "no JVM of the program has left a profile: a JVM writes it when it ends by itself, by"
              + " exit or by SIGTERM, and what a JVM cannot be profiled for is in its output");
    }
    return stacks.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue() + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void add(final String text, final Map<String, Long> stacks) {
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
}
