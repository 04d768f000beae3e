package org.whichjvm.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The frame around a workload whose result is scores: host lock, signals, the fork's file and its
 * table. What a workload does in between is its own.
 */
final class ScoreFork {

  private final long startedNanos = System.nanoTime();
  private final Instant started = Instant.now();
  private final String workload;
  private final String variant;
  private boolean interrupted;

  ScoreFork(final String workload) {
    this.workload = workload;
    final String named = JvmInfo.environment("WHICHJVM_VARIANT");
    variant = named == null ? "jvm" + JvmInfo.major() : named;
  }

  /**
   * Runs a checked workload and writes what came of it.
   *
   * @param parameters every effective setting
   * @param plan what is about to run, for a person
   * @return the exit code: 0, or 3 if the fork failed, its file says why
   * @throws CannotRun if this host cannot run it
   * @throws WrongUsage if the results folder cannot be used
   */
  @SuppressWarnings("try") // the lock is held, not used
  int run(
      final ForkOptions options,
      final JsonObject parameters,
      final String plan,
      final Measurement measurement)
      throws IOException, InterruptedException {
    final ForkId fork = options.fork == null ? ForkId.alone(started, variant) : options.fork;
    final ForkFiles files =
        new ForkFiles(options.outOrDefault(), fork, variant, options.fork == null);
    try (HostLock lock = HostLock.ofHost()) {
      say("%s: %s", variant, plan);
      if (options.checkOnly) {
        say("%s", JvmInfo.sentence());
        return 0;
      }
      // A file is written whole or not begun: a signal waits for the one or prevents the other.
      Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "on-signal"));
      final JsonObject json = header(fork, parameters);
      final List<Score> scores;
      try {
        scores = measurement.measure(json);
      } catch (final ForkFailure e) {
        return failed(files, json, e.getMessage());
      } catch (final OutOfMemoryError e) {
        return failed(
            files,
            json,
            "the heap of "
                + Units.bytes(Runtime.getRuntime().maxMemory())
                + " ran out; give a larger one (JAVA_OPTS=-Xmx…)");
      }
      json.add("scores", Score.json(scores));
      if (!write(files, json)) {
        return Main.FORK_FAILED;
      }
      System.out.print(Score.table(scores));
      say("wrote %s", files.json());
      return 0;
    }
  }

  private int failed(final ForkFiles files, final JsonObject json, final String reason)
      throws IOException {
    json.addProperty("status", "failed");
    json.addProperty("reason", reason);
    if (write(files, json)) {
      say("%s failed: %s", variant, reason);
    }
    return Main.FORK_FAILED;
  }

  /** In the order of a reader: who, how, on what; what was measured comes after. */
  private JsonObject header(final ForkId fork, final JsonObject parameters) {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", "whichjvm.fork/1");
    json.addProperty("status", "ok");
    json.add("reason", JsonNull.INSTANCE);
    json.addProperty("campaign", fork.campaign);
    json.addProperty("block", fork.block);
    json.addProperty("position", fork.position);
    json.addProperty("variant", variant);
    json.addProperty("workload", workload);
    json.addProperty("started", started.toString());
    json.add("parameters", parameters);
    json.add("jvm", JvmInfo.json());
    json.add("host", HostInfo.json());
    json.add("service", JsonNull.INSTANCE);
    json.add("response", JsonNull.INSTANCE);
    return json;
  }

  /** Whether it was written: not once a signal has come. */
  private synchronized boolean write(final ForkFiles files, final JsonObject json)
      throws IOException {
    if (interrupted) {
      return false;
    }
    final JsonObject cpuSeconds = new JsonObject();
    cpuSeconds.addProperty("process", JvmActivity.processCpuSeconds());
    cpuSeconds.add("threads", new JsonArray());
    json.add("cpuSeconds", cpuSeconds);
    json.addProperty("wallSeconds", Units.seconds(System.nanoTime() - startedNanos));
    files.write(json, null);
    return true;
  }

  private synchronized void interrupt() {
    interrupted = true;
  }

  private static void say(final String format, final Object... args) {
    System.err.println("whichjvm: " + String.format(Locale.ROOT, format, args));
  }

  /** What a workload measures between the header and the scores. */
  @FunctionalInterface
  interface Measurement {
    /**
     * @param json the fork's, to which what is no score is added
     * @throws ForkFailure if the numbers are not to be believed
     */
    List<Score> measure(JsonObject json) throws InterruptedException;
  }
}
