package org.whichjvm.workload.retail;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.JvmProfile;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.jvmlog.GcLog;
import org.whichjvm.workload.load.RateSearch;
import org.whichjvm.workload.load.RateStep;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreFork;
import org.whichjvm.workload.score.ScoreWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One fork of a supermarket company under load: how many transactions a second it keeps up with,
 * and with how many it answers in time. The shape is that of SPECjbb2015's business model as it is
 * described in public, its transactions and its code are this project's own.
 */
@Command(
    name = "retail",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "A supermarket company under an open load: the greatest rate of transactions that it keeps up"
            + " with, the rate at which it answers in time, and the response times by rate.")
public final class Retail implements Callable<Integer> {
  /** Customers have as many receipts from the start. */
  private static final int RECEIPTS = 8;

  /** The share of the heap that is alive where nobody says it. */
  private static final int LIVE_SHARE = 4;

  private static final long LEAST_LIVE = 32L << 20;
  private static final long MOST_USUAL_LIVE = 300L << 20;

  /** The last part of the warm-up tells how fast the workers are. */
  private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** For tests: by what share each transaction is made longer. */
  private static final String SLOW_DOWN = "whichjvm.retail.slowDown";

  private static final String RATE = "tx/s";

  @Option(
      names = "--warmup",
      converter = OptionTypes.Duration.class,
      defaultValue = "10s",
      paramLabel = "T",
      description = "How long all workers are busy before anything counts (100ms to 24h; 10s).")
  private long warmupNanos;

  @Option(
      names = "--step",
      converter = OptionTypes.Duration.class,
      defaultValue = "1500ms",
      paramLabel = "T",
      description = "How long each rate is kept up (100ms to 24h; 1500ms).")
  private long stepNanos;

  @Option(
      names = "--points",
      defaultValue = "10",
      paramLabel = "N",
      description = "Rates of the curve, from max throughput ÷ N to max throughput (5 to 100; 10).")
  private int points;

  @Option(
      names = "--live",
      converter = OptionTypes.Size.class,
      paramLabel = "BYTES",
      description =
          "What is alive at any time, in bytes with compressed references (32m to half of the heap;"
              + " default: a quarter of the heap, at most 300m).")
  private Long live;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "The seed of everything random (default 1).")
  private long seed;

  @Option(
      names = "--profile",
      converter = OptionTypes.Profiled.class,
      paramLabel = "EVENT",
      description =
          "To explain with: sample where the JVM spends cpu time, or alloc, lock, faults, cycles,"
              + " cache-misses or branch-misses, into a file beside the fork's; compilers, with"
              + " --fork, has the launcher log what they decide too.")
  private Profiling profiling;

  @Mixin private ForkOptions options;

  @Override
  public Integer call() throws Exception {
    ForkOptions.checkTime("--warmup", warmupNanos);
    ForkOptions.checkTime("--step", stepNanos);
    if (points < 5 || points > 100) {
      throw new WrongUsage("--points is %d; it goes from 5 to 100", points);
    }
    final long heap = Runtime.getRuntime().maxMemory();
    final long bytes = live == null ? Math.min(MOST_USUAL_LIVE, heap / LIVE_SHARE) : live;
    if (bytes < LEAST_LIVE || bytes > heap / 2) {
      throw new WrongUsage(
          "--live is %s; it goes from 32 MiB to half of this JVM's heap, %s (--heap)",
          Units.bytes(bytes), Units.bytes(heap / 2));
    }
    if (profiling == Profiling.COMPILERS && options.isAlone()) {
      throw new WrongUsage("--profile compilers is for the forks of a campaign; give --fork");
    }
    final int workers = Cpus.effective().size();
    final int customers = Company.customers(bytes);
    final JsonObject parameters = new JsonObject();
    parameters.addProperty("warmupSeconds", Units.seconds(warmupNanos));
    parameters.addProperty("stepSeconds", Units.seconds(stepNanos));
    parameters.addProperty("points", points);
    parameters.addProperty("seed", seed);
    parameters.addProperty("customers", customers);
    parameters.addProperty("workers", workers);
    if (profiling != null) {
      parameters.addProperty("profile", profiling.text());
    }
    final String plan =
        String.format(
            Locale.ROOT,
            "%d workers, %,d customers, rates of %.1f s after %.1f s of warm-up",
            workers,
            customers,
            Units.seconds(stepNanos),
            Units.seconds(warmupNanos));
    final ScoreFork fork = new ScoreFork("retail");
    return fork.run(options, parameters, plan, json -> measure(fork, json, customers, workers));
  }

  private List<Score> measure(
      final ScoreFork fork, final JsonObject json, final int customers, final int workers)
      throws InterruptedException {
    HelperThreads.registerMeasured();
    Kernel.wakeInTime(); // Where it cannot, the injector's lag says so.
    final Company company = new Company(customers, seed);
    final Transactions transactions = new Transactions(company);
    final CompilersIdle compilers = new CompilersIdle();
    populate(transactions, workers);
    final double slowDown = Double.parseDouble(System.getProperty(SLOW_DOWN, "0"));
    final OpenLoop loop = new OpenLoop(transactions, workers, seed, slowDown);
    loop.saturate(warmupNanos);
    compilers.await();
    final double busy = loop.saturate(Math.min(warmupNanos, BUSY_NANOS));
    json.add("warmUp", compilers.json());
    final Optional<GcLog> log = GcLog.find();
    final ScoreWindow window = new ScoreWindow(Cpus.effective());
    final Optional<JvmProfile> profile = Optional.ofNullable(profiling).map(JvmProfile::new);
    log.ifPresent(GcLog::start);
    profile.ifPresent(JvmProfile::start);
    final long before = loop.answered();
    window.start();
    final RateSearch search = new RateSearch(loop::step, stepNanos);
    final double max = search.run(busy, points);
    window.end();
    final long answered = loop.answered() - before;
    profile.ifPresent(JvmProfile::end);
    profile.ifPresent(each -> fork.keep(each.recording(), profiling));
    json.add("disturbances", window.disturbances());
    company.check();
    final Curve curve = new Curve(search.curve(), max);
    json.add("load", search.json());
    json.getAsJsonObject("load").add("rateAtLevel", curve.json());
    final List<Score> scores = scores(max, curve, search.half(), log);
    add(scores, Profiling.CPU_EACH, "ns/tx", window.cpuSeconds() * 1e9 / answered);
    if (profile.isPresent()) {
      scores.add(Score.of(Profiling.TRANSACTIONS, "count", answered).beside());
    }
    return scores;
  }

  /** By as many threads as there are CPUs: one alone takes longer than all that comes after. */
  private static void populate(final Transactions transactions, final int workers)
      throws InterruptedException {
    final List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      final int part = i;
      threads.add(
          new Thread(() -> transactions.populate(RECEIPTS, part, workers), "populate-" + i));
    }
    threads.forEach(Thread::start);
    for (final Thread thread : threads) {
      thread.join();
    }
  }

  private static List<Score> scores(
      final double max, final Curve curve, final RateStep half, final Optional<GcLog> log) {
    final List<Score> scores = new ArrayList<>();
    scores.add(Score.of("max-throughput", RATE, max).better("more"));
    curve
        .critical()
        .ifPresent(rate -> scores.add(Score.of("critical-throughput", RATE, rate).better("more")));
    add(scores, "p99-at-half", "ms", half.p99() / 1e6);
    add(scores, "injector-lag", "ms", half.lag.getValueAtPercentile(99) / 1e6);
    if (log.isPresent()) {
      final double[] pauses = log.get().pauseMillis();
      add(scores, "gc-pauses", "ms", DoubleStream.of(pauses).sum());
      add(scores, "gc-pause-max", "ms", Arrays.stream(pauses).max().orElse(0));
    }
    final String peak = HostFiles.HOST.field("/proc/self/status", "VmHWM");
    if (peak != null) {
      add(scores, "peak-rss", "MB", Units.kib(peak) * 1_024 / 1e6);
    }
    return scores;
  }

  private static void add(
      final List<Score> scores, final String name, final String unit, final double value) {
    if (value > 0) {
      scores.add(Score.of(name, unit, value).better("less").beside());
    }
  }
}
