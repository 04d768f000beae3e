package org.whichjvm.workload.load;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.turn.Members;

/**
 * A system under load, in turns with the other contenders of its block: one rate in each round, the same for all. A
 * pass has a turn at each rate, and turns of a closed loop, in an order that is drawn for it.
 */
public final class LoadTurns {
    /** What has no answer so long after a turn is cut off. */
    public static final long GRACE_NANOS = LoadTimes.REST_NANOS / 4;

    /** From the start of a slot to the first request: counters are read by then. */
    private static final long LEAD_NANOS = LoadTimes.REST_NANOS / 4;

    /** A turn has a percentile only if this many requests lie beyond it; else only the fork has it. */
    private static final int LEAST_BEYOND = 20;

    private static final String AT_HALF = "p99-at-half";

    /** The first one is what a campaign is named after. */
    private static final List<Percentile> PERCENTILES = Arrays.asList(Percentile.P99, Percentile.P50, Percentile.P99_9);

    private final LoadedSystem system;
    private final LoadPlan plan;
    private final LoadNames names;
    private final List<Turn> turns = new ArrayList<>();
    private long startsAt;

    /** The turns of a fork; its system and its load may use some CPUs. */
    public LoadTurns(LoadedSystem system, LoadPlan plan, LoadNames names, List<Integer> cpus) {
        this.system = system;
        this.plan = plan;
        this.names = names;
        for (double rate : plan.ofRounds) {
            turns.add(new Turn(turns.size(), rate, new HostCounters(cpus)));
        }
    }

    private final class Turn {
        final int round;
        final int pass;
        final double rate;
        private final HostCounters host;
        private Supplier<RateStep> taken;
        private RateStep step;
        private long systemBefore;
        private long systemAfter;
        private long residentBytes;

        /** CPU time of system and load generator in the turn, in ns. */
        private long own;

        /** CPU time of the system from the turn's start to that of the next one, in ns. */
        private long charged;

        Turn(int round, double rate, HostCounters host) {
            this.round = round;
            this.pass = round / plan.passRounds;
            this.rate = rate;
            this.host = host;
        }

        void take() throws InterruptedException {
            long slot = startsAt + plan.turns.startOf(round);
            sleepUntil(slot);
            host.start();
            systemBefore = system.cpuNanos();
            long generator = system.generatorNanos();
            taken = rate == 0
                    ? system.saturate(slot + LEAD_NANOS, plan.turnNanos)
                    : system.step(rate, slot + LEAD_NANOS, plan.turnNanos);
            systemAfter = system.cpuNanos();
            own = systemAfter - systemBefore + system.generatorNanos() - generator;
            host.end();
            residentBytes = system.residentBytes();
        }

        JsonObject json() {
            JsonObject json = new JsonObject();
            json.addProperty("round", round);
            json.addProperty("slot", plan.turns.place(round));
            json.addProperty("rate", Units.tenths(rate));
            json.addProperty("messages", step.sent);
            json.addProperty("errors", step.errors);
            json.addProperty("late", !step.taken());
            json.addProperty("overloaded", !plan.climbs && !step.kept);
            json.addProperty("waitMicros", hostMicros());
            json.addProperty(
                    "asleepMicros",
                    round == 0 ? null : TimeUnit.NANOSECONDS.toMicros(systemBefore - turns.get(round - 1).systemAfter));
            json.addProperty("lagP99Nanos", step.lag.getValueAtPercentile(99));
            JsonObject scores = new JsonObject();
            scores().forEach(scores::addProperty);
            json.add("scores", scores);
            return json;
        }

        /** For how long the host kept a CPU from this turn, the mean over the CPUs, in µs; or null. */
        private Long hostMicros() {
            JsonObject json = host.json(own);
            return json.has("stealMillis") && json.has("otherMillis")
                    ? (json.get("stealMillis").getAsLong()
                                    + json.get("otherMillis").getAsLong())
                            * 1_000
                            / host.cpus()
                    : null;
        }

        private Map<String, Double> scores() {
            Map<String, Double> scores = new TreeMap<>();
            if (!step.hasTimes()) {
                return scores;
            }
            if (rate == 0) {
                scores.put(names.max, step.throughput());
            } else if (step.answered > 0) {
                scores.put(names.cpuEach, (double) charged / step.answered);
            }
            if (!plan.climbs) {
                percentiles(step).forEach(scores::put);
            } else if (rate == plan.half()) {
                scores.put(AT_HALF, names.time(step.p99()));
            }
            boolean endsPass = plan.climbs && (round + 1) % plan.passRounds == 0;
            if (endsPass && ofPass(pass).allMatch(each -> each.step.hasTimes())) {
                curve(pass).critical().ifPresent(critical -> scores.put(names.critical, critical));
            }
            // A system that stalled all the time has no score, for nothing has no ratio.
            scores.values().removeIf(score -> score == 0);
            return scores;
        }
    }

    /** Takes all turns, the first round from a time on; returns when all contenders have theirs. */
    public void run(long start) throws InterruptedException {
        startsAt = start;
        for (Turn turn : turns) {
            turn.take();
        }
        // What comes now must not be in another contender's turn.
        sleepUntil(start + plan.turns.totalNanos());
        long end = system.cpuNanos();
        for (Turn turn : turns) {
            turn.step = turn.taken.get();
            turn.charged =
                    (turn.round + 1 < turns.size() ? turns.get(turn.round + 1).systemBefore : end) - turn.systemBefore;
        }
    }

    /** Sleeps until a time of {@link System#nanoTime()}, not at all if it has passed. */
    public static void sleepUntil(long at) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(at - System.nanoTime());
    }

    /** Requests that were answered in all turns. */
    public long answered() {
        return turns.stream().mapToLong(each -> each.step.answered).sum();
    }

    /**
     * Adds the turns, and what came of each rate; returns the scores. {@link ForkFailure} if a rate has no turn that
     * took place, or nothing was sent at it.
     */
    public List<Score> describe(JsonObject json) {
        Set<Double> rates = taken(turns.stream()).map(each -> each.rate).collect(Collectors.toSet());
        if (!turns.stream().allMatch(each -> rates.contains(each.rate))) {
            throw new ForkFailure(
                    "the host is so busy that the load generator did not begin before its turns were over,"
                            + " in all turns of a rate; end what runs beside it");
        }
        List<RateStep> steps = steps(turns.stream());
        for (RateStep step : steps) {
            if (!step.hasTimes()) {
                throw plan.tooFew(step.rate);
            }
        }
        JsonObject all = new JsonObject();
        all.addProperty("step", plan.members.count == 1 ? null : Members.step());
        all.addProperty("startedNanos", startsAt);
        all.addProperty("slotMillis", plan.turns.slotNanos / 1e6);
        JsonArray list = new JsonArray();
        turns.forEach(turn -> list.add(turn.json()));
        all.add("list", list);
        json.add("turns", all);
        JsonObject load = new JsonObject();
        load.addProperty("busyRate", Units.tenths(plan.busyRate));
        JsonArray curve = new JsonArray();
        steps.forEach(step -> {
            JsonObject point = step.json();
            point.addProperty("residentBytes", residentBytes(step.rate));
            curve.add(point);
        });
        load.add("curve", curve);
        json.add("load", load);
        return plan.climbs ? ofLadder(load, steps) : ofAsked(steps);
    }

    /** The most memory that was resident at the end of a turn at this rate. */
    private long residentBytes(double rate) {
        return turns.stream()
                .filter(each -> each.rate == rate)
                .mapToLong(each -> each.residentBytes)
                .max()
                .orElse(0);
    }

    private List<Score> ofAsked(List<RateStep> steps) {
        List<Score> scores = new ArrayList<>();
        for (RateStep step : steps) {
            percentiles(step)
                    .forEach((name, time) ->
                            scores.add(Score.of(name, names.time, time).optional()));
        }
        scores.addAll(beside(steps.get(0)));
        return scores;
    }

    private List<Score> ofLadder(JsonObject load, List<RateStep> steps) {
        double[] busy = throughputs(turns.stream());
        double max = median(busy);
        if (max == 0) {
            throw new ForkFailure("none of its requests was answered well in the turns in which it was always busy");
        }
        Curve curve = new Curve(steps, max, plan.levels);
        load.addProperty("maxRate", Units.tenths(max));
        load.add("rateAtLevel", curve.json());
        List<Score> scores = new ArrayList<>();
        String unit = names.request + "/s";
        curve.critical()
                .ifPresent(rate -> scores.add(
                        Score.of(names.critical, unit, rate).better("more").optional()));
        Score greatest = Score.of(names.max, unit, max).better("more");
        // An iteration is above 0, which a loop in which the system stalled is not; the median counts that loop too.
        scores.add(DoubleStream.of(busy).allMatch(each -> each > 0) ? greatest.measured(busy) : greatest);
        RateStep half = steps.get(plan.rates.indexOf(plan.half()));
        scores.add(Score.of(AT_HALF, names.time, names.time(half.p99())).beside());
        scores.addAll(beside(half));
        return scores;
    }

    /** What is told beside, and how much later than intended requests were sent at a rate. */
    private List<Score> beside(RateStep at) {
        List<Turn> open = turns.stream().filter(each -> each.rate > 0).collect(Collectors.toList());
        long answered = open.stream().mapToLong(each -> each.step.answered).sum();
        if (answered == 0) {
            throw new ForkFailure("none of its requests was answered well");
        }
        long charged = open.stream().mapToLong(each -> each.charged).sum();
        List<Score> scores = new ArrayList<>();
        Score.addBeside(scores, names.cpuEach, "ns/" + names.request, (double) charged / answered);
        Score.addBeside(scores, "injector-lag", names.time, names.time(at.lag.getValueAtPercentile(99)));
        long errors = turns.stream().mapToLong(each -> each.step.errors).sum();
        Score.addBeside(scores, "errors", "count", errors);
        return scores;
    }

    /**
     * Percentiles of a step that enough requests lie beyond. The median is of the service time, for a load generator's
     * timer makes half of all requests some hundred µs late; the others are of the response time, in which a stall
     * counts for all that it delayed.
     */
    private Map<String, Double> percentiles(RateStep step) {
        Map<String, Double> all = new LinkedHashMap<>();
        String at = plan.rates.size() == 1 ? "" : "-at-" + Math.round(step.rate);
        for (Percentile each : PERCENTILES) {
            Histogram of = each == Percentile.P50 ? step.servicesOrResponses() : step.responses;
            if (each.messagesAbove(of.getTotalCount()) >= LEAST_BEYOND) {
                all.put(each.label + at, names.time(of.getValueAtPercentile(each.percent)));
            }
        }
        return all;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private Curve curve(int pass) {
        return new Curve(steps(ofPass(pass)), median(throughputs(ofPass(pass))), plan.levels);
    }

    private Stream<Turn> ofPass(int pass) {
        return turns.stream().filter(each -> each.pass == pass);
    }

    private static Stream<Turn> taken(Stream<Turn> some) {
        return some.filter(each -> each.step.taken());
    }

    /** What the closed loops among some turns got answered, a second. */
    private static double[] throughputs(Stream<Turn> some) {
        return taken(some)
                .filter(each -> each.rate == 0)
                .mapToDouble(each -> each.step.throughput())
                .toArray();
    }

    /** The steps of each rate among some turns together, at ascending rates. */
    private static List<RateStep> steps(Stream<Turn> some) {
        return new ArrayList<>(taken(some)
                .filter(each -> each.rate > 0)
                .map(each -> each.step)
                .collect(Collectors.toMap(step -> step.rate, step -> step, RateStep::plus, TreeMap::new))
                .values());
    }
}
