package org.whichjvm.workload.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.jvmlog.Stacks;

/**
 * Where this JVM spends its CPU time while it measures, or what else is asked for: async-profiler
 * samples all threads from start to end. What sleeps takes no CPU time and is not sampled.
 */
public final class JvmProfile {
  private final AsyncProfiler profiler;
  private final Profiling profiling;
  private final Stacks stacks = new Stacks();

  /**
   * Loads the profiler, and samples nothing yet.
   *
   * @throws CannotRun if there is none for this machine
   * @throws ForkFailure if this JVM cannot load it
   */
  public JvmProfile(final Profiling profiling) {
    this.profiling = profiling;
    try {
      Stacks.check();
      // A loaded library needs its file no longer; where queues lie, none may be executed.
      final Path folder = Files.createTempDirectory("whichjvm-");
      final Path library = Stacks.install(folder);
      try {
        profiler = AsyncProfiler.getInstance(library.toString());
      } finally {
        Files.delete(library);
        Files.delete(folder);
      }
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    } catch (final UnsatisfiedLinkError | IllegalStateException e) {
      throw failure(e);
    }
  }

  /**
   * Samples from now on.
   *
   * @throws ForkFailure if this JVM, its kernel or its processor does not tell what is asked for
   */
  public void start() {
    execute("start");
  }

  /** Samples no longer; returns what was sampled, as {@link Stacks#bytes} has it. */
  public byte[] end() {
    stacks.add(execute("stop,collapsed"));
    return stacks.bytes();
  }

  /** The event says whether stacks count samples, or what all samples together stand for. */
  private String execute(final String command) {
    try {
      return profiler.execute(command + "," + profiling.event + ",threads");
    } catch (final IOException | IllegalArgumentException | IllegalStateException e) {
      throw failure(e);
    }
  }

  private static ForkFailure failure(final Throwable cause) {
    return new ForkFailure(cause, "this JVM cannot be profiled: %s", cause.getMessage());
  }

  /** What was sampled; see {@link Stacks#bytes}. */
  public byte[] stacks() {
    return stacks.bytes();
  }
}
