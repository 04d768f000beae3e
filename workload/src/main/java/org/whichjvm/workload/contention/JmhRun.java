package org.whichjvm.workload.contention;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;

/**
 * Runs JMH inside this process, a fork of whichjvm: one process, one result, and the plan says
 * which process comes next, so that contenders interleave. JMH's own forks would run back to back
 * and its error would be of one contender's forks alone. No other class knows JMH but the
 * benchmarks.
 */
final class JmhRun {
  private static final int WARMUP_ITERATIONS = 10;
  private static final int ITERATIONS = 10;

  private final long warmupNanos;
  private final long durationNanos;
  private final List<RunResult> results = new ArrayList<>();

  /** Takes times of {@value #WARMUP_ITERATIONS} and {@value #ITERATIONS} iterations. */
  JmhRun(final long warmupNanos, final long durationNanos) {
    this.warmupNanos = warmupNanos;
    this.durationNanos = durationNanos;
    // Whichjvm's own lock keeps others off the host; JMH's is a file that it leaves in /tmp.
    System.setProperty("jmh.ignoreLock", "true");
    // JMH's choices by the JVM's version must not differ between contenders.
    System.setProperty("jmh.blackhole.autoDetect", "false");
  }

  /**
   * Warms a benchmark up: {@link #run} measures without a warm-up of its own. All that a run does
   * is done here too and forgotten, or what it loads would throw away compiled code.
   *
   * @param method class and method, as JMH knows them
   * @param cpus of each thread, which are as many
   * @throws ForkFailure if the benchmark throws or does not end
   */
  void warmUp(final String name, final String method, final List<Integer> cpus) {
    BenchmarkThread.next(cpus, new ScoreWindow(cpus));
    score(name, cpus.size(), runOnce(name, method, cpus.size(), WARMUP_ITERATIONS, warmupNanos));
    BenchmarkThread.forget();
  }

  /** Measures a benchmark as {@link #warmUp} does; what hit its iterations adds to the window. */
  Score run(
      final String name, final String method, final List<Integer> cpus, final ScoreWindow window) {
    BenchmarkThread.next(cpus, window);
    final RunResult run = runOnce(name, method, cpus.size(), ITERATIONS, durationNanos);
    results.add(run);
    return score(name, cpus.size(), run);
  }

  private static Score score(final String name, final int threads, final RunResult run) {
    final double[] iterations =
        run.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
            .toArray();
    final Result<?> score = run.getPrimaryResult();
    return Score.of(name, score.getScoreUnit(), score.getScore())
        .threads(threads)
        .measured(score.getScoreError(), iterations);
  }

  JsonArray json() {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true))
        .writeOut(results);
    return JsonParser.parseString(new String(bytes.toByteArray(), StandardCharsets.UTF_8))
        .getAsJsonArray();
  }

  private static RunResult runOnce(
      final String name,
      final String method,
      final int threads,
      final int iterations,
      final long nanos) {
    try {
      return new Runner(
              new OptionsBuilder()
                  .include("^" + Pattern.quote(method) + "$")
                  .forks(0)
                  .threads(threads)
                  .mode(Mode.AverageTime)
                  .timeUnit(TimeUnit.NANOSECONDS)
                  .warmupIterations(0)
                  .measurementIterations(iterations)
                  .measurementTime(TimeValue.nanoseconds(nanos / iterations))
                  .syncIterations(true)
                  .shouldFailOnError(true)
                  .build(),
              OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT))
          .runSingle();
    } catch (final RunnerException | RuntimeException | LinkageError e) {
      final Throwable cause = unwrapped(e);
      if (cause instanceof CannotRun) {
        throw (CannotRun) cause;
      }
      throw new ForkFailure(
          e, "the benchmark %s ended: %s", name, cause.toString().replaceAll("\\s+", " "));
    }
  }

  /** The benchmark's own exception: JMH wraps it more than once, and one for each thread. */
  private static Throwable unwrapped(final Throwable thrown) {
    Throwable each = thrown;
    while (each.getClass().getName().startsWith("org.openjdk.jmh.")) {
      if (each.getCause() != null) {
        each = each.getCause();
      } else if (each.getSuppressed().length > 0) {
        each = each.getSuppressed()[0];
      } else {
        return each;
      }
    }
    return each;
  }
}
