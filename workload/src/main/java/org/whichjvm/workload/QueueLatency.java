package org.whichjvm.workload;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One fork of the article's benchmark: options, checks, exchange, files, table. */
@Command(
    name = "queue-latency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Pinned threads exchange messages through Chronicle Queue; two latencies of each are kept.")
final class QueueLatency implements Callable<Integer> {
  private static final long CLEAN_UP_SECONDS = 10;

  private final long startedNanos = System.nanoTime();
  private final Instant started = Instant.now();
  private final CountDownLatch cleaned = new CountDownLatch(1);
  private volatile boolean interrupted;
  private volatile Exchange exchange;

  @Spec private CommandSpec spec;
  @Mixin private QueueLatencyOptions options;

  @Override
  public Integer call() throws Exception {
    final Thread onSignal = new Thread(this::interrupt, "on-signal");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      return run();
    } catch (final WrongUsage e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    } finally {
      cleaned.countDown();
      if (!interrupted) {
        Runtime.getRuntime().removeShutdownHook(onSignal);
      }
    }
  }

  private int run() throws IOException, InterruptedException {
    options.validate();
    final String named = JvmInfo.environment("WHICHJVM_VARIANT");
    final String variant = named == null ? "jvm" + JvmInfo.major() : named;
    final ForkFiles files = files(variant);
    final CpuChoice choice = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1);
    options.checkHeap(Runtime.getRuntime().maxMemory());
    final QueueMemory memory = QueueMemory.of(options.queueMemory, options.queueDir);
    if (options.role == null || options.common.checkOnly) {
      return alone(files, variant, choice, memory);
    }
    return oneOfPair(variant, choice, memory);
  }

  private ForkFiles files(final String variant) {
    return new ForkFiles(
        options.common.outOrDefault(), fork(variant), variant, options.common.fork == null);
  }

  private ForkId fork(final String variant) {
    return options.common.fork == null ? ForkId.alone(started, variant) : options.common.fork;
  }

  /** Both sides in this JVM. */
  @SuppressWarnings("try") // the lock is held, not used
  private int alone(
      final ForkFiles files, final String variant, final CpuChoice choice, final QueueMemory memory)
      throws IOException, InterruptedException {
    try (HostLock lock = HostLock.ofHost();
        JvmLog jvmLog = JvmLog.open();
        QueueFolder folder =
            QueueFolder.create(memory.folder, Exchange.queueBytes(options), options.blockSize)) {
      announce(variant, choice, memory);
      if (options.common.checkOnly) {
        say("%s", JvmInfo.sentence());
        return 0;
      }
      exchange = new Exchange(options, folder.path(), memory, choice.cpus(), null);
      return interrupted ? Main.FORK_FAILED : measure(files, variant, choice, memory, jvmLog, null);
    }
  }

  /** One side, the other one being in another JVM. */
  @SuppressWarnings("try") // the lock is held, not used
  private int oneOfPair(final String named, final CpuChoice own, final QueueMemory memory)
      throws IOException, InterruptedException {
    try (JvmLog jvmLog = JvmLog.open();
        QueueFolder folder =
            QueueFolder.join(
                memory.folder, options.pair, Exchange.queueBytes(options), options.blockSize);
        // One lock for both: whoever came first has it.
        HostLock lock = folder.isMade() ? HostLock.ofHost() : null;
        Pair pair = new Pair(folder.path(), options.role, () -> interrupted)) {
      try {
        return oneOfPair(named, own, memory, jvmLog, folder, pair);
      } catch (final Pair.Stopped e) {
        say("%s: nothing was kept", e.getMessage());
        return Main.FORK_FAILED;
      } catch (final InterruptedException e) {
        if (!interrupted) {
          throw e;
        }
        say("interrupted: nothing was kept");
        return Main.FORK_FAILED;
      } catch (final ForkFailure e) {
        pair.fail(e.getMessage());
        say("%s failed: %s", options.role, e.getMessage());
        return Main.FORK_FAILED;
      } catch (final RuntimeException | IOException e) {
        pair.fail(e.getMessage());
        throw e;
      }
    }
  }

  private int oneOfPair(
      final String named,
      final CpuChoice own,
      final QueueMemory memory,
      final JvmLog jvmLog,
      final QueueFolder folder,
      final Pair pair)
      throws IOException, InterruptedException {
    pair.greet(PairSide.json(options, named, own, memory), Pair.WAIT_NANOS);
    final PairSide other = new PairSide(pair.says(), options.role.other());
    // The consumer's JVM chooses the CPUs of both, and keeps the results.
    final boolean consumes = options.role == Role.CONSUMER;
    final CpuChoice choice = consumes ? own : other.cpus(Cpus.effective());
    final String variant = consumes ? other.pairWith(named) : named;
    final ForkFiles files = consumes ? files(variant) : null;
    announce(consumes ? variant : variant + " as producer", choice, memory);
    exchange = new Exchange(options, folder.path().resolve("queue"), memory, choice.cpus(), pair);
    if (interrupted) {
      return Main.FORK_FAILED;
    }
    if (consumes) {
      final int code = measure(files, variant, choice, memory, jvmLog, other);
      if (code != 0 && !interrupted) {
        pair.fail("its fork failed");
      }
      return code;
    }
    exchange.run();
    final String text = jvmLog.text();
    final Safepoints safepoints =
        text == null ? null : exchange.settle(safepoints(text, System.nanoTime()));
    pair.deliver(exchange.part(safepoints));
    say("sent %,d messages", options.messages());
    return 0;
  }

  private void announce(final String who, final CpuChoice choice, final QueueMemory memory) {
    if (QueueFolder.isOnDisk(memory.folder)) {
      say("warning: --queue-dir %s is no tmpfs; a disk's stalls are measured", memory.folder);
    }
    say(
        "%s: CPU %s, %,d messages of %d bytes at %,d a second for %.1f s after %.1f s of warm-up",
        who,
        Cpus.join(choice.cpus()),
        options.messages(),
        options.size,
        options.rate,
        Units.seconds(options.durationNanos),
        Units.seconds(options.warmupNanos));
    if (choice.reason() != null) {
      say("%s", choice.reason());
    }
    if (choice.warning() != null) {
      say("warning: %s", choice.warning());
    }
  }

  /**
   * Runs the exchange and keeps what came of it.
   *
   * @param producer the JVM of the producers, or null if it is this one
   */
  private int measure(
      final ForkFiles files,
      final String variant,
      final CpuChoice choice,
      final QueueMemory memory,
      final JvmLog jvmLog,
      final PairSide producer)
      throws IOException, InterruptedException {
    final String failure = failureOf(exchange);
    if (interrupted) {
      say("interrupted: nothing was kept");
      return Main.FORK_FAILED;
    }
    final JsonObject json = describe(variant, choice, memory, failure);
    if (producer != null) {
      producer.describe(json);
    }
    if (failure != null) {
      files.write(json, null);
      say("%s failed: %s", variant, failure);
      return Main.FORK_FAILED;
    }
    final Histogram service = exchange.intervals().total("service");
    final Histogram response = exchange.intervals().total("response");
    final Events serviceEvents = LatencySummary.events(service);
    final Events responseEvents = LatencySummary.events(response);
    exchange
        .intervals()
        .forEachMessage(
            (dueAt, serviceNs, responseNs) -> {
              serviceEvents.accept(serviceNs);
              responseEvents.accept(responseNs);
            });
    json.add("service", LatencySummary.json(service, serviceEvents));
    json.add("response", LatencySummary.json(response, responseEvents));
    final List<Attribution.Level> levels = attribute(json, jvmLog.text(), service, response);
    files.write(json, exchange.intervals());
    System.out.print(LatencySummary.table(service, response, exchange.floorNs()));
    levels.forEach(level -> System.out.println(level.line()));
    if (options.delayNanos > 0) {
      System.out.printf(
          Locale.ROOT,
          "each message was delayed by %,d ns on purpose: a calibration, not a measurement of"
              + " this JVM%n",
          options.delayNanos);
    }
    say("wrote %s", files.json());
    return 0;
  }

  /** Those of this JVM, from the start of the window to its end. */
  private Safepoints safepoints(final String jvmLog, final long end) {
    return Safepoints.parse(
        jvmLog, JvmInfo.major() < 9 ? Safepoints.uptimeZero() : 0, exchange.windowStart(), end);
  }

  /** Adds why the slowest messages were slow; returns what that is of the service time. */
  private List<Attribution.Level> attribute(
      final JsonObject json,
      final String jvmLog,
      final Histogram service,
      final Histogram response) {
    final long start = exchange.windowStart();
    final Safepoints safepoints =
        exchange.settle(safepoints(jvmLog == null ? "" : jvmLog, exchange.windowEnd()));
    final Evidence evidence = exchange.evidence(safepoints);
    final Attribution attribution = exchange.attribution(evidence);
    final List<Attribution.Level> ofService = attribution.levels(service);
    final JsonObject both = new JsonObject();
    both.add("service", Attribution.json(ofService));
    both.add("response", Attribution.json(attribution.levels(response)));
    json.add("attribution", both);
    final JsonObject disturbances = json.getAsJsonObject("disturbances");
    if (jvmLog != null) {
      disturbances.add("safepoints", safepoints.json(start));
    }
    disturbances.add("stalls", evidence.json(start));
    return ofService;
  }

  private static String failureOf(final Exchange exchange)
      throws IOException, InterruptedException {
    try {
      exchange.run();
      return null;
    } catch (final ForkFailure e) {
      return e.getMessage();
    }
  }

  /** SIGINT or SIGTERM: threads leave the queue, its folder goes, no file is written. */
  private void interrupt() {
    interrupted = true;
    final Exchange running = exchange;
    if (running != null) {
      running.stop();
    }
    try {
      if (!cleaned.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        say("gave up cleaning after %d s", CLEAN_UP_SECONDS);
      }
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonObject describe(
      final String variant,
      final CpuChoice choice,
      final QueueMemory memory,
      final String failure) {
    final ForkId fork = fork(variant);
    final JsonObject json = new JsonObject();
    json.addProperty("schema", "whichjvm.fork/1");
    json.addProperty("status", failure == null ? "ok" : "failed");
    json.addProperty("reason", failure);
    json.addProperty("campaign", fork.campaign);
    json.addProperty("block", fork.block);
    json.addProperty("position", fork.position);
    json.addProperty("variant", variant);
    json.addProperty("workload", "queue-latency");
    json.addProperty("started", started.toString());
    json.add("parameters", options.json(choice.cpus(), memory));
    json.add("jvm", JvmInfo.json());
    json.add("host", HostInfo.json());
    json.add("service", JsonNull.INSTANCE);
    json.add("response", JsonNull.INSTANCE);
    exchange.describe(json);
    if (choice.reason() != null) {
      json.getAsJsonObject("pinning").addProperty("reason", choice.reason());
    }
    json.addProperty("wallSeconds", Units.seconds(System.nanoTime() - startedNanos));
    return json;
  }

  private static void say(final String format, final Object... args) {
    System.err.println("whichjvm: " + String.format(Locale.ROOT, format, args));
  }
}
