package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.queue.turn.TurnMeeting;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreFork;
import org.whichjvm.workload.score.ScoreWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One fork that looks for the greatest rate at which the queue answers in time: the exchange is
 * that of {@code queue-latency}, and each rate has a queue of its own.
 */
@Command(
    name = "queue-rate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "The greatest rate of messages through Chronicle Queue whose 99th percentile of the response"
            + " time is within a service level, and the response times by rate. Options of"
            + " queue-latency are for it too, but for those of its window, its turns and its pair.")
public final class QueueRate implements Callable<Integer> {
  private static final long LEAST_LEVEL = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long MOST_LEVEL = TimeUnit.SECONDS.toNanos(10);

  /** A step of a million larger messages would not fit where queues lie. */
  private static final long MOST_SIZE = 1 << 16;

  private static final String[] NOT_FOR_RATES = {
    "--rate", "--duration", "--turn", "--turn-seed", "--role", "--pair"
  };

  @Spec private CommandSpec spec;

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

  @Mixin private QueueLatencyOptions options;

  @Override
  public Integer call() throws Exception {
    validate();
    final CpuChoice choice = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1);
    options.checkHeap(Runtime.getRuntime().maxMemory());
    final QueueMemory memory = QueueMemory.of(options.queueMemory, options.queueDir);
    final JsonObject parameters = new JsonObject();
    parameters.addProperty("serviceLevelNanos", levelNanos);
    parameters.addProperty("stepSeconds", Units.seconds(stepNanos));
    parameters.addProperty("points", points);
    parameters.addProperty("warmupSeconds", Units.seconds(options.warmupNanos));
    parameters.addProperty("size", options.size);
    parameters.addProperty("wait", options.wait.toString());
    parameters.addProperty("queueMemory", memory.name);
    parameters.addProperty("cpus", Cpus.join(choice.cpus));
    final String plan =
        String.format(
            Locale.ROOT,
            "rates of %.2f s after %.1f s of warm-up, p99 within %,.0f µs, on CPU %s",
            Units.seconds(stepNanos),
            Units.seconds(options.warmupNanos),
            levelNanos / 1e3,
            Cpus.join(choice.cpus));
    return new ScoreFork("queue-rate")
        .run(options.common, parameters, plan, json -> measure(json, choice.cpus, memory));
  }

  private void validate() {
    for (final String name : NOT_FOR_RATES) {
      if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new WrongUsage(
            "%s is for queue-latency, and queue-rate finds its rates; leave it out", name);
      }
    }
    options.validateExchange();
    ForkOptions.checkTime("--step", stepNanos);
    QueueLatencyOptions.range("--size", options.size, Payload.MIN_SIZE, MOST_SIZE, "bytes");
    QueueLatencyOptions.range("--points", points, 5, 100, "rates");
    if (levelNanos < LEAST_LEVEL || levelNanos > MOST_LEVEL) {
      throw new WrongUsage("--service-level is %,d ns; it goes from 1 µs to 10 s", levelNanos);
    }
    // The time that is measured is not known before, and is counted by steps.
    options.durationNanos = 0;
  }

  private List<Score> measure(
      final JsonObject json, final List<Integer> cpus, final QueueMemory memory)
      throws IOException, InterruptedException {
    final ScoreWindow window = new ScoreWindow(cpus);
    final RateSteps steps = new RateSteps(options.producers, levelNanos, stepNanos, points, window);
    // The queue of the warm-up is still there when a step has one.
    final long bytes =
        QueueSize.mapped(options.queueBytes(), options.blockSize)
            + QueueSize.bytes(RateSteps.MOST_MESSAGES, options.size);
    try (JvmLog jvmLog = JvmLog.open();
        QueueFolder folder = QueueFolder.create(memory.folder, bytes, options.blockSize, 1)) {
      final ExchangeRecord record = new ExchangeRecord(options, folder.path, memory, cpus, steps);
      new Exchange(record, null, TurnMeeting.alone()).run(jvmLog);
      json.add("warmUp", record.compilers.json());
      json.add("disturbances", window.disturbances());
      json.add("load", steps.load());
      return steps.scores();
    }
  }
}
