package org.whichjvm.workload.contention;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreFork;
import org.whichjvm.workload.score.ScoreWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One fork of what atomics, false sharing and a lock cost between the CPUs of this host, on JMH.
 *
 * <p>It names no class of JMH, because picocli looks into this one for every workload.
 */
@Command(
    name = "contention",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Atomic operations, two fields in one cache line or in two, and a lock, by pinned threads:"
            + " ns per operation of each thread.")
public final class Contention implements Callable<Integer> {
  private static final String MAX = "max";

  @Option(
      names = "--benchmark",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which ones: cas, add, set (each thread on a cell of its own), cas-contended,"
              + " add-contended, set-contended (all on one), adjacent, padded (two threads, two"
              + " fields), hand-off (a lock), round-trip (a cache line) (default: all).")
  private List<String> benchmarks;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of threads, each from 1 to the CPUs of this process, or max for these"
              + " (default: 1, 2, 4 … and max).")
  private List<String> threads;

  @Option(
      names = "--duration",
      converter = OptionTypes.Duration.class,
      defaultValue = "1s",
      paramLabel = "T",
      description =
          "How long to measure each benchmark with each number of threads (100ms to 24h; default"
              + " 1s).")
  private long durationNanos;

  @Option(
      names = "--warmup",
      converter = OptionTypes.Duration.class,
      defaultValue = "500ms",
      paramLabel = "T",
      description =
          "How long to warm each of them up (100ms to 24h; default 500ms); then all wait until the"
              + " JIT compilers are idle, 30 s at most.")
  private long warmupNanos;

  @Mixin private ForkOptions options;

  private List<Integer> cpus;
  private List<ContentionBenchmark> chosen;

  /** Numbers of threads. */
  private List<Integer> counts;

  @Override
  public Integer call() throws Exception {
    cpus = Cpus.effective();
    ForkOptions.checkTime("--duration", durationNanos);
    ForkOptions.checkTime("--warmup", warmupNanos);
    counts = threadCounts(threads, cpus.size());
    chosen =
        benchmarks == null
            ? Arrays.asList(ContentionBenchmark.values())
            : benchmarks.stream()
                .map(ContentionBenchmark::of)
                .distinct()
                .collect(Collectors.toList());
    int runs = 0;
    for (final ContentionBenchmark each : chosen) {
      final int fit = each.threads(counts).size();
      if (fit == 0) {
        throw needsTwo(each);
      }
      runs += fit;
    }
    final String plan =
        Units.text(
            "%d benchmarks in %d runs of %.1f s after %.1f s of warm-up, on CPU %s",
            chosen.size(),
            runs,
            Units.seconds(durationNanos),
            Units.seconds(warmupNanos),
            Cpus.join(cpus));
    return new ScoreFork("contention").ofRuns(runs).run(options, parameters(), plan, this::measure);
  }

  private RuntimeException needsTwo(final ContentionBenchmark benchmark) {
    if (cpus.size() > 1) {
      return new WrongUsage(
          "--benchmark %s needs two threads or more, and --threads has no such number for it;"
              + " add 2",
          benchmark);
    }
    return new CannotRun(
        "%s needs two threads with a CPU each, and this process may use only CPU %s; give it"
            + " more (compose: WHICHJVM_CPUSET, or taskset), or --benchmark cas,add,set",
        benchmark, Cpus.join(cpus));
  }

  private List<Score> measure(final JsonObject json) throws InterruptedException {
    if (chosen.contains(ContentionBenchmark.ADJACENT)
        || chosen.contains(ContentionBenchmark.PADDED)) {
      FieldBenchmarks.check();
    }
    // This thread waits for the compilers: the CPU time of its looks is not theirs.
    HelperThreads.registerMeasured();
    final CompilersIdle compilers = new CompilersIdle();
    final JmhRun jmh = new JmhRun(warmupNanos, durationNanos);
    final ScoreWindow window = new ScoreWindow(cpus);
    final List<Runnable> warmUps = new ArrayList<>();
    final List<Supplier<Score>> runs = new ArrayList<>();
    for (final ContentionBenchmark each : chosen) {
      for (final int count : each.threads(counts)) {
        final List<Integer> own = last(count);
        warmUps.add(() -> jmh.warmUp(each.toString(), each.method(), own));
        runs.add(() -> jmh.run(each.toString(), each.method(), own, window));
      }
    }
    final List<Integer> order = order(runs.size(), seed(json));
    // All of them warm up first: what one leaves to the compilers is not done while another one
    // measures. So is the floor's own code, or the floor would move with the compilers' work.
    floor();
    order.forEach(next -> warmUps.get(next).run());
    compilers.await();
    json.add("warmUp", compilers.json());
    final double before = floor();
    final Score[] scores = new Score[runs.size()];
    for (final int next : order) {
      scores[next] = runs.get(next).get();
    }
    if (cpus.size() > 1) {
      final JsonObject floorNs = new JsonObject();
      floorNs.addProperty("before", before);
      floorNs.addProperty("after", floor());
      json.add("floorNs", floorNs);
    }
    // The sum of all runs, without their warm-ups: a fork has one window, by which gates judge it.
    final JsonObject disturbances = window.disturbances();
    disturbances.addProperty("windowSeconds", Math.round(window.seconds() * 1e3) / 1e3);
    disturbances.add("threads", BenchmarkThread.counted());
    json.add("disturbances", disturbances);
    json.add("jmh", jmh.json());
    return Arrays.asList(scores);
  }

  /** A seed of its own for each fork, the same if the fork is run again. */
  private static long seed(final JsonObject fork) {
    return Objects.hash(
        fork.get("campaign").getAsString(),
        fork.get("block").getAsInt(),
        fork.get("contender").getAsString());
  }

  /** A random order of benchmarks: one that always follows another gains or loses by it. */
  static List<Integer> order(final int runs, final long seed) {
    final List<Integer> order =
        IntStream.range(0, runs).boxed().collect(Collectors.toCollection(ArrayList::new));
    // Random alone begins alike with seeds that are near each other, as those of forks are.
    Collections.shuffle(order, new Random(new SplittableRandom(seed).nextLong()));
    return order;
  }

  /** The floor of the two CPUs that two threads are pinned to; 0 if there is only one. */
  private double floor() throws InterruptedException {
    if (cpus.size() < 2) {
      return 0;
    }
    final List<Integer> two = last(2);
    return Floor.between(two.get(0), two.get(1));
  }

  /** The first CPUs take most of a machine's interrupts and housekeeping. */
  private List<Integer> last(final int count) {
    return cpus.subList(cpus.size() - count, cpus.size());
  }

  /**
   * The numbers of threads to measure with, ascending: those asked for, or 1, 2, 4 … and all CPUs
   * if null; {@link WrongUsage} if one is none, or more than a CPU each.
   */
  static List<Integer> threadCounts(final List<String> asked, final int cpus) {
    final TreeSet<Integer> counts = new TreeSet<>();
    if (asked == null) {
      for (int count = 1; count < cpus; count *= 2) {
        counts.add(count);
      }
      counts.add(cpus);
      return new ArrayList<>(counts);
    }
    for (final String each : asked) {
      final int count =
          each.equals(MAX) ? cpus : each.matches("\\d{1,6}") ? Integer.parseInt(each) : 0;
      if (count < 1 || count > cpus) {
        throw new WrongUsage(
            "--threads is %s; each number goes from 1 to %d, a CPU for each thread, or is max",
            String.join(",", asked), cpus);
      }
      counts.add(count);
    }
    return new ArrayList<>(counts);
  }

  private JsonObject parameters() {
    final JsonObject json = new JsonObject();
    json.add(
        "benchmarks",
        JsonArrays.of(
            chosen.stream().map(ContentionBenchmark::toString).collect(Collectors.toList())));
    json.add("threads", JsonArrays.of(counts));
    json.addProperty("durationSeconds", Units.seconds(durationNanos));
    json.addProperty("warmupSeconds", Units.seconds(warmupNanos));
    json.add("cpus", JsonArrays.of(cpus));
    return json;
  }
}
