package org.whichjvm.workload.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnPlan;

/**
 * A system under load, in turns with the other contenders of its block: one rate in each round, the
 * same for all. A pass has a turn at each rate, and turns of a closed loop, in an order that is
 * drawn for it.
 */
public final class LoadTurns {
  /** What has no answer so long after a turn is cut off. */
  public static final long GRACE_NANOS = LoadTimes.REST_NANOS / 4;

  /** From the start of a slot to the first request: counters are read by then. */
  private static final long LEAD_NANOS = LoadTimes.REST_NANOS / 4;

  /** A percentile of a turn needs so many requests beyond it, else it belongs to the fork. */
  private static final int LEAST_BEYOND = 20;

  private static final List<Percentile> PERCENTILES =
      Arrays.asList(Percentile.P50, Percentile.P99, Percentile.P99_9);

  private static final String MAX = "max-throughput";
  private static final String CRITICAL = "critical-throughput";

  private final LoadedSystem system;
  private final LoadOptions options;
  private final String request;
  private final HostCounters[] hosts;
  private final TurnPlan plan;
  private final List<Double> rates;
  private final double busyRate;
  private final List<Turn> turns = new ArrayList<>();
  private long startsAt;

  /**
   * The turns of a fork.
   *
   * @param request the unit of what is answered: tx, req
   * @param busyRate answers a second in the warm-up, all busy
   * @param cpus that the system and its load may use
   */
  public LoadTurns(
      final LoadedSystem system,
      final LoadOptions options,
      final int block,
      final String request,
      final double busyRate,
      final List<Integer> cpus) {
    this.system = system;
    this.options = options;
    this.request = request;
    this.busyRate = busyRate;
    rates = options.rates(busyRate);
    final int saturating = options.asksForRates() ? 0 : LoadTimes.SATURATING;
    final int ofPass = rates.size() + saturating;
    plan =
        new TurnPlan(
            options.members,
            options.passes * ofPass,
            LoadTimes.REST_NANOS + options.turnNanos,
            options.turnSeed,
            block);
    final Random random = TurnPlan.random(options.turnSeed, block);
    for (int pass = 0; pass < options.passes; pass++) {
      final List<Double> order = new ArrayList<>(rates);
      order.addAll(Collections.nCopies(saturating, 0.0));
      TurnPlan.shuffle(order, random);
      for (final double rate : order) {
        turns.add(new Turn(turns.size(), pass, rate));
      }
    }
    hosts =
        Stream.generate(() -> new HostCounters(cpus))
            .limit(turns.size())
            .toArray(HostCounters[]::new);
  }

  /** One turn of this fork. */
  private final class Turn {
    final int round;
    final int pass;
    final double rate;
    private Supplier<RateStep> taken;
    private RateStep step;
    private long systemBefore;
    private long systemAfter;

    /** CPU time of system and load generator in the turn, in ns. */
    private long own;

    /** CPU time of the system from the turn's start to that of the next one, in ns. */
    private long charged;

    Turn(final int round, final int pass, final double rate) {
      this.round = round;
      this.pass = pass;
      this.rate = rate;
    }

    void take() throws InterruptedException {
      final long slot = startsAt + plan.startOf(round);
      sleepUntil(slot);
      hosts[round].start();
      systemBefore = system.cpuNanos();
      final long generator = system.generatorNanos();
      taken =
          rate == 0
              ? system.saturate(slot + LEAD_NANOS, options.turnNanos)
              : system.step(rate, slot + LEAD_NANOS, options.turnNanos);
      systemAfter = system.cpuNanos();
      own = systemAfter - systemBefore + system.generatorNanos() - generator;
      hosts[round].end();
    }

    JsonObject json(final Turn previous) {
      final JsonObject json = new JsonObject();
      json.addProperty("round", round);
      json.addProperty("slot", plan.place(round));
      json.addProperty("rate", Units.tenths(rate));
      json.addProperty("messages", step.sent);
      json.addProperty("errors", step.errors);
      json.addProperty("late", false);
      json.addProperty("overloaded", options.asksForRates() && !step.kept);
      json.addProperty("waitMicros", hostMicros());
      json.addProperty(
          "asleepMicros",
          previous == null
              ? null
              : TimeUnit.NANOSECONDS.toMicros(systemBefore - previous.systemAfter));
      json.addProperty("lagP99Nanos", step.lag.getValueAtPercentile(99));
      final JsonObject scores = new JsonObject();
      scores().forEach(scores::addProperty);
      json.add("scores", scores);
      return json;
    }

    /** For how long the host kept a CPU from this turn, the mean over the CPUs, in µs; or null. */
    private Long hostMicros() {
      final JsonObject host = hosts[round].json(own);
      return host.has("stealMillis") && host.has("otherMillis")
          ? (host.get("stealMillis").getAsLong() + host.get("otherMillis").getAsLong())
              * 1_000
              / hosts[round].cpus()
          : null;
    }

    private Map<String, Double> scores() {
      final Map<String, Double> scores = new TreeMap<>();
      if (rate == 0) {
        scores.put(MAX, step.throughput());
      } else if (step.answered > 0) {
        scores.put(cpuEach(), (double) charged / step.answered);
      }
      if (rate > 0 && options.asksForRates()) {
        percentiles(step).forEach(scores::put);
      } else if (rate == half()) {
        scores.put("p99-at-half", step.p99() / 1e6);
      }
      if (!options.asksForRates() && isLastOfPass()) {
        final List<RateStep> curve = curve(pass);
        new Curve(curve, max(pass))
            .critical()
            .ifPresent(critical -> scores.put(CRITICAL, critical));
      }
      return scores;
    }

    private boolean isLastOfPass() {
      return round + 1 == turns.size() || turns.get(round + 1).pass > pass;
    }
  }

  /** Takes all turns, the first round from a time on; returns when all contenders have theirs. */
  public void run(final long start) throws InterruptedException {
    startsAt = start;
    for (final Turn turn : turns) {
      turn.take();
    }
    // What comes now must not be in another contender's turn.
    sleepUntil(start + plan.totalNanos());
    final long end = system.cpuNanos();
    for (final Turn turn : turns) {
      turn.step = turn.taken.get();
      turn.charged =
          (turn.round + 1 < turns.size() ? turns.get(turn.round + 1).systemBefore : end)
              - turn.systemBefore;
    }
  }

  private static void sleepUntil(final long at) throws InterruptedException {
    final long left = at - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  /** Requests that were answered in all turns. */
  public long answered() {
    return turns.stream().mapToLong(each -> each.step.answered).sum();
  }

  /** Adds the turns, and what came of each rate; returns the scores. */
  public List<Score> describe(final JsonObject json) {
    final JsonObject all = new JsonObject();
    all.addProperty("step", options.members.count == 1 ? null : Members.step());
    all.addProperty("startedNanos", startsAt);
    all.addProperty("slotMillis", plan.slotNanos() / 1e6);
    final JsonArray list = new JsonArray();
    Turn previous = null;
    for (final Turn turn : turns) {
      list.add(turn.json(previous));
      previous = turn;
    }
    all.add("list", list);
    json.add("turns", all);
    final JsonObject load = new JsonObject();
    load.addProperty("busyRate", Units.tenths(busyRate));
    final List<RateStep> curve = curve();
    final JsonArray steps = new JsonArray();
    curve.forEach(step -> steps.add(step.json()));
    load.add("curve", steps);
    json.add("load", load);
    return options.asksForRates() ? ofAsked(curve) : ofLadder(load, curve);
  }

  private List<Score> ofAsked(final List<RateStep> curve) {
    final List<Score> scores = new ArrayList<>();
    for (final RateStep step : curve) {
      percentiles(step).forEach((name, millis) -> scores.add(Score.of(name, "ms", millis)));
    }
    scores.addAll(beside(curve.get(0)));
    return scores;
  }

  private List<Score> ofLadder(final JsonObject load, final List<RateStep> curve) {
    final double[] busy =
        turns.stream()
            .filter(each -> each.rate == 0)
            .mapToDouble(e -> e.step.throughput())
            .toArray();
    final Curve all = new Curve(curve, median(busy));
    load.addProperty("maxRate", Units.tenths(median(busy)));
    load.add("rateAtLevel", all.json());
    final List<Score> scores = new ArrayList<>();
    scores.add(
        Score.of(MAX, request + "/s", median(busy)).better("more").measured(Double.NaN, busy));
    all.critical()
        .ifPresent(rate -> scores.add(Score.of(CRITICAL, request + "/s", rate).better("more")));
    final RateStep half = curve.get((curve.size() - 1) / 2);
    scores.add(Score.of("p99-at-half", "ms", half.p99() / 1e6).beside());
    scores.addAll(beside(half));
    return scores;
  }

  /** What is told beside, and how much later than intended requests were sent at a rate. */
  private List<Score> beside(final RateStep at) {
    final List<Turn> open =
        turns.stream().filter(each -> each.rate > 0).collect(Collectors.toList());
    final long answered = open.stream().mapToLong(each -> each.step.answered).sum();
    if (answered == 0) {
      throw new ForkFailure("none of its requests was answered well");
    }
    final long charged = open.stream().mapToLong(each -> each.charged).sum();
    final List<Score> scores = new ArrayList<>();
    scores.add(
        Score.of(cpuEach(), "ns/" + request, (double) charged / answered).better("less").beside());
    final double lag = at.lag.getValueAtPercentile(99) / 1e6;
    if (lag > 0) {
      scores.add(Score.of("injector-lag", "ms", lag).better("less").beside());
    }
    final long errors = turns.stream().mapToLong(each -> each.step.errors).sum();
    if (errors > 0) {
      scores.add(Score.of("errors", "count", errors).better("less").beside());
    }
    return scores;
  }

  private String cpuEach() {
    return request.equals("tx") ? "cpu-per-transaction" : "cpu-per-request";
  }

  private double half() {
    return rates.get((rates.size() - 1) / 2);
  }

  /** Percentiles of a step, in ms, that enough requests lie beyond. */
  private Map<String, Double> percentiles(final RateStep step) {
    final Map<String, Double> all = new TreeMap<>();
    final String at = rates.size() == 1 ? "" : "-at-" + Math.round(step.rate);
    for (final Percentile each : PERCENTILES) {
      if (each.messagesAbove(step.responses.getTotalCount()) >= LEAST_BEYOND) {
        all.put(each.label + at, step.responses.getValueAtPercentile(each.percent) / 1e6);
      }
    }
    return all;
  }

  /** The median throughput of the closed loop in a pass. */
  private double max(final int pass) {
    return median(
        turns.stream()
            .filter(each -> each.pass == pass && each.rate == 0)
            .mapToDouble(each -> each.step.throughput())
            .toArray());
  }

  private static double median(final double[] values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private List<RateStep> curve(final int pass) {
    return turns.stream()
        .filter(each -> each.pass == pass && each.rate > 0)
        .map(each -> each.step)
        .sorted((one, other) -> Double.compare(one.rate, other.rate))
        .collect(Collectors.toList());
  }

  /** All steps of each rate together, at ascending rates. */
  private List<RateStep> curve() {
    return new ArrayList<>(
        turns.stream()
            .filter(each -> each.rate > 0)
            .map(each -> each.step)
            .collect(
                Collectors.toMap(step -> step.rate, step -> step, RateStep::plus, TreeMap::new))
            .values());
  }
}
