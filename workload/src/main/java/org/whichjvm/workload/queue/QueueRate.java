package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.CheckResult;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperCpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.load.RateSearch;
import org.whichjvm.workload.load.RateStep;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreFork;
import org.whichjvm.workload.score.ScoreWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One fork that looks for the greatest rate at which the queue answers in time: the loops are those
 * of {@code queue-latency}, and each rate has a queue of its own.
 */
@Command(
    name = "queue-rate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "The greatest rate of messages through Chronicle Queue whose 99th percentile of the response"
            + " time is within a service level, and the response times by rate.")
public final class QueueRate implements Callable<Integer> {
  private static final long LEAST_LEVEL = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long MOST_LEVEL = TimeUnit.SECONDS.toNanos(10);
  private static final long MOST_SIZE = 1 << 16;

  /** Rates that are close together can be told by longer steps. */
  private static final int FINE_STEPS = 2;

  @Option(
      names = "--service-level",
      converter = OptionTypes.Duration.class,
      defaultValue = "100us",
      paramLabel = "T",
      description =
          "A rate is kept if p99 of the response time is within this, and the queue does not stay behind"
              + " (1us to 10s; 100us).")
  private long levelNanos;

  @Option(
      names = "--step",
      converter = OptionTypes.Duration.class,
      defaultValue = "250ms",
      paramLabel = "T",
      description =
          "How long each rate is kept up (100ms to 24h; 250ms), at most 1,000,000 messages.")
  private long stepNanos;

  @Option(
      names = "--points",
      defaultValue = "10",
      paramLabel = "N",
      description = "Rates of the curve, from the greatest ÷ N to the greatest (5 to 100; 10).")
  private int points;

  @Option(
      names = "--warmup",
      converter = OptionTypes.Duration.class,
      defaultValue = "1s",
      paramLabel = "T",
      description =
          "How long to warm up at 100,000 messages a second, after 200,000 without a pause (100ms to"
              + " 24h; 1s).")
  private long warmupNanos;

  @Option(
      names = "--size",
      converter = OptionTypes.Size.class,
      defaultValue = "256",
      paramLabel = "BYTES",
      description = "Payload of a message in bytes (32 to 64k; default 256).")
  private long size;

  @Option(
      names = "--wait",
      converter = OptionTypes.Wait.class,
      completionCandidates = OptionTypes.WaitChoices.class,
      defaultValue = "spin",
      paramLabel = "HOW",
      description =
          "What both threads do while there is nothing to do: ${COMPLETION-CANDIDATES} (default"
              + " spin).")
  private WaitStrategy wait;

  @Option(
      names = "--queue-memory",
      defaultValue = "shm",
      paramLabel = "KIND",
      description = "Memory of the queue: shm or huge, as for queue-latency (default shm).")
  private String queueMemory;

  @Option(
      names = "--queue-dir",
      paramLabel = "DIR",
      description =
          "Where else the queue's own folder is made and removed (default: by --queue-memory).")
  private Path queueDir;

  @Option(
      names = "--cpus",
      split = ",",
      paramLabel = "A,B",
      description = "CPUs of the producer and the consumer (default: the fittest).")
  private List<Integer> cpus;

  @Mixin private ForkOptions options;

  @Override
  public Integer call() throws Exception {
    validate();
    final CpuChoice choice = Cpus.choose(Cpus.effective(), cpus, 2);
    final QueueMemory memory = QueueMemory.of(queueMemory, queueDir);
    final JsonObject parameters = new JsonObject();
    parameters.addProperty("serviceLevelNanos", levelNanos);
    parameters.addProperty("stepSeconds", Units.seconds(stepNanos));
    parameters.addProperty("points", points);
    parameters.addProperty("warmupSeconds", Units.seconds(warmupNanos));
    parameters.addProperty("size", size);
    parameters.addProperty("wait", wait.toString());
    parameters.addProperty("queueMemory", memory.name);
    parameters.addProperty("cpus", Cpus.join(choice.cpus()));
    final String plan =
        String.format(
            Locale.ROOT,
            "rates of %.2f s after %.1f s of warm-up, p99 within %,.0f µs, on CPU %s",
            Units.seconds(stepNanos),
            Units.seconds(warmupNanos),
            levelNanos / 1e3,
            Cpus.join(choice.cpus()));
    return new ScoreFork("queue-rate")
        .run(
            options,
            parameters,
            plan,
            CheckResult.json(),
            json -> measure(json, choice.cpus(), memory));
  }

  private void validate() {
    ForkOptions.checkTime("--warmup", warmupNanos);
    ForkOptions.checkTime("--step", stepNanos);
    QueueLatencyOptions.checkWait(wait);
    if (levelNanos < LEAST_LEVEL || levelNanos > MOST_LEVEL) {
      throw new WrongUsage("--service-level is %,d ns; it goes from 1 µs to 10 s", levelNanos);
    }
    if (points < 5 || points > 100) {
      throw new WrongUsage("--points is %d; it goes from 5 to 100", points);
    }
    if (size < Payload.MIN_SIZE || size > MOST_SIZE) {
      throw new WrongUsage(
          "--size is %,d; it goes from %,d to %,d bytes", size, Payload.MIN_SIZE, MOST_SIZE);
    }
  }

  private List<Score> measure(
      final JsonObject json, final List<Integer> pinned, final QueueMemory memory)
      throws InterruptedException {
    HelperThreads.isMeasured();
    HelperCpus.keepOff(Cpus.effective(), pinned);
    final CompilersIdle compilers = new CompilersIdle();
    try (QueueFolder folder =
            QueueFolder.create(
                memory.folder, RateExchange.mostBytes(size), RateExchange.BLOCK_BYTES, 1);
        RateExchange exchange = new RateExchange(folder.path(), size, wait, memory, pinned)) {
      exchange.warmUp(warmupNanos, compilers);
      compilers.await();
      json.add("warmUp", compilers.json());
      final double busy = exchange.unpaced();
      final ScoreWindow window = new ScoreWindow(pinned);
      window.start();
      final RateSearch search =
          new RateSearch(
              rate -> exchange.step(rate, stepNanos, levelNanos),
              rate -> exchange.step(rate, FINE_STEPS * stepNanos, levelNanos));
      final double max = search.max(busy);
      final List<RateStep> steps = new ArrayList<>();
      for (int i = 1; i <= points; i++) {
        steps.add(exchange.step(max * i / points, stepNanos, levelNanos));
      }
      window.end();
      json.add("disturbances", window.disturbances());
      json.add("load", RateStep.load(busy, max, search.steps(), steps));
      return Arrays.asList(
          new Score("max-rate", 0, "msg/s", max, Double.NaN).better("more"),
          new Score("p99-at-half", 0, "ns", steps.get((points - 1) / 2).p99(), Double.NaN)
              .better("less")
              .beside(),
          // No gate judges it: over as many steps as a search has, a floor that moves does so for
          // all.
          new Score("floor", 0, "ns", exchange.floor(), Double.NaN).better("less").beside());
    }
  }
}
