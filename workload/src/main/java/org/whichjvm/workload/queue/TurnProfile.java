package org.whichjvm.workload.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.jvmlog.Stacks;

/**
 * Where the CPU time of a JVM goes in its turns: async-profiler samples all threads from before the
 * first turn to after the last. In others' turns they sleep, and what sleeps is not sampled.
 */
final class TurnProfile {
  private final AsyncProfiler profiler;
  private final Stacks stacks = new Stacks();

  /**
   * Loads the profiler, and samples nothing yet.
   *
   * @throws ForkFailure if this JVM cannot load it
   */
  TurnProfile() {
    try {
      // A loaded library needs its file no longer; where queues lie, none may be executed.
      final Path folder = Files.createTempDirectory("whichjvm-");
      try {
        profiler = AsyncProfiler.getInstance(Stacks.install(folder).toString());
      } finally {
        QueueFolder.delete(folder);
      }
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    } catch (final UnsatisfiedLinkError | IllegalStateException e) {
      throw new ForkFailure(e, "this JVM cannot be profiled: %s", e.getMessage());
    }
  }

  void start() {
    execute("start," + Profiling.CPU.event + ",threads");
  }

  void end() {
    stacks.add(execute("stop,collapsed,threads"));
  }

  private String execute(final String command) {
    try {
      return profiler.execute(command);
    } catch (final IOException | IllegalStateException e) {
      throw new ForkFailure(e, "this JVM cannot be profiled: %s", e.getMessage());
    }
  }

  /** What was sampled; see {@link Stacks#bytes}. */
  byte[] stacks() {
    return stacks.bytes();
  }
}
