package org.whichjvm.workload.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.common.JitDecision;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.jvmlog.CompilationLog;
import org.whichjvm.workload.jvmlog.Stacks;

/**
 * The profile of a program: each of its JVMs loads async-profiler as an agent when it starts, and
 * writes a file of collapsed stacks when it ends.
 */
final class Profiler {
  private Profiler() {}

  /**
   * Puts the agent into a folder.
   *
   * @return the options by which a JVM loads it, and logs what is to be known beside
   * @throws CannotRun if there is no agent for this machine
   */
  static List<String> options(final Path scratch, final Profiling profiling) throws IOException {
    final Path library = Stacks.install(scratch);
    final List<String> options = new ArrayList<>();
    options.add(
        "-agentpath:"
            + library
            + "=start,"
            + profiling.event
            + ",threads,collapsed,loglevel=warn,file="
            + scratch.resolve("profile-%p.collapsed"));
    if (profiling == Profiling.COMPILERS) {
      options.addAll(CompilationLog.options(scratch.resolve("compilations-%p.log")));
    }
    return options;
  }

  /**
   * The stacks of all JVMs of the program that ended, added up: a line each, with frames from the
   * outermost to the innermost and a semicolon between, and a number of what is counted. The first
   * frame is the thread's name.
   *
   * @throws ForkFailure if no JVM left any, or too many
   */
  static byte[] stacks(final Path scratch) throws IOException {
    final Stacks stacks = new Stacks();
    long bytes = 0;
    final List<Path> files = files(scratch, "profile-*.collapsed");
    for (final Path file : files) {
      bytes += Files.size(file);
      if (bytes > Profiling.MOST_BYTES) {
        throw tooLong("profile", Profiling.MOST_BYTES);
      }
      stacks.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }
    if (files.isEmpty()) {
      throw new ForkFailure(
          "no JVM of the program has left a profile: a JVM writes it when it ends by itself, by"
              + " exit or by SIGTERM, and what a JVM cannot be profiled for is in its output");
    }
    return stacks.bytes();
  }

  /**
   * What the optimizing compilers of all JVMs of the program decided; see {@link JitDecision}.
   *
   * @throws ForkFailure if no JVM has logged it, or it is too much
   */
  static byte[] decisions(final Path scratch) throws IOException {
    final CompilationLog log = new CompilationLog();
    final List<Path> files = files(scratch, "compilations-*.log");
    for (final Path file : files) {
      log.read(file);
    }
    if (files.isEmpty()) {
      throw new ForkFailure(
          "no JVM of the program has logged what it compiled: HotSpot JVMs do, when they end by"
              + " themselves, by exit or by SIGTERM");
    }
    final byte[] decisions = log.lines().getBytes(StandardCharsets.UTF_8);
    if (decisions.length > JitDecision.MOST_BYTES) {
      throw tooLong("list of compilations", JitDecision.MOST_BYTES);
    }
    return decisions;
  }

  private static ForkFailure tooLong(final String what, final int bytes) {
    return new ForkFailure(
        "the %s has more than %d MB; explain a shorter run of the program", what, bytes >> 20);
  }

  /** The program can write there too, so that what is no file of its own is left out. */
  private static List<Path> files(final Path scratch, final String pattern) throws IOException {
    final List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(scratch, pattern)) {
      for (final Path file : all) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          files.add(file);
        }
      }
    }
    return files;
  }
}
