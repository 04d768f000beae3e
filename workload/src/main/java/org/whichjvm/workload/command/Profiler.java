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
import org.whichjvm.workload.fork.Recording;
import org.whichjvm.workload.jvmlog.CompilationLog;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;

/**
 * The profile of a program: each of its JVMs loads async-profiler as an agent when it starts, which
 * records until that JVM ends.
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
    final List<String> options = new ArrayList<>();
    options.add(
        "-agentpath:"
            + ProfilerLibrary.install(scratch)
            + "=start,loglevel=warn,"
            + ProfilerLibrary.recording(profiling, scratch.resolve("profile-%p.jfr")));
    if (profiling == Profiling.COMPILERS) {
      options.addAll(CompilationLog.options(scratch.resolve("compilations-%p.log")));
    }
    return options;
  }

  /**
   * What was recorded in all JVMs of the program that ended.
   *
   * @throws ForkFailure if no JVM left any, or too much
   */
  static Recording recording(final Path scratch) throws IOException {
    final Recording recording = Recording.read(files(scratch, "profile-*.jfr"));
    if (recording.isEmpty()) {
      throw new ForkFailure(
          "no JVM of the program has left a profile: a JVM writes it when it ends by itself, by"
              + " exit or by SIGTERM, and what a JVM cannot be profiled for is in its output");
    }
    return recording;
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
      throw ForkFailure.tooLong("list of compilations", JitDecision.MOST_BYTES);
    }
    return decisions;
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
