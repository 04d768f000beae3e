package org.whichjvm.collector.model.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Map;
import org.whichjvm.collector.io.Field;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.UnusableFile;

/**
 * One fork as its JSON tells it. Every text in it is of unknown origin: escape it before showing. What is unknown is
 * null, an empty object or NaN.
 *
 * @param turns null if it measured one window
 */
public record Fork(ForkName name, End end, Setup setup, Floor floor, Measured measured, Turns turns) {
    /**
     * How a fork ended.
     *
     * @param status {@link #OK}, {@link #FAILED}, {@link #OVERLOADED} or {@link #DOES_NOT_FIT}
     * @param reason why it is not ok; null if it is, or did not say
     * @param wallSeconds how long it took, warm-up and all
     * @param stillCompiled whether its warm-up hit its limit before the JIT compilers were idle
     */
    public record End(String status, String reason, Instant started, double wallSeconds, boolean stillCompiled) {}

    /**
     * What ran on what.
     *
     * @param classData whose archive of classes the JVM started with: workload, jdk or none
     */
    public record Setup(String workload, JsonObject parameters, JsonObject jvm, JsonObject host, String classData) {}

    /**
     * The results of a fork.
     *
     * @param summaries of both latencies; empty unless the fork is ok and has some
     * @param scores with their values; empty unless the fork is ok and has some instead of latencies
     * @param failed why benchmarks of it have no score, by the names that their scores would have
     * @param load its response times by rate; null if it had one rate, or messages
     */
    public record Measured(
            Map<Latency, Summary> summaries,
            Map<Metric, Double> scores,
            Map<String, String> failed,
            LoadCurve load,
            Disturbances disturbances,
            SlowMessages attribution,
            QueuePages memory) {}

    /** Round trips before and after the measured window, in ns; NaN if not measured. */
    public record Floor(
            @Field.Measured double before, @Field.Measured double after) {
        /** A fork that failed says 0 of one that it did not measure. */
        Floor known() {
            return new Floor(before == 0 ? Double.NaN : before, after == 0 ? Double.NaN : after);
        }
    }

    /**
     * The memory that a fork's queue lay in, shm, huge or other; NaN is what was not recorded.
     *
     * @param pageBytes what a first touch faults in
     */
    public record QueuePages(
            String queue,
            @Field.Measured double pageBytes,
            @Field.Measured double residentKb,
            @Field.Measured double hugeKb) {

        /** The part of the resident pages that are huge, 0 to 1; NaN if not recorded. */
        public double hugeShare() {
            return residentKb > 0 ? hugeKb / residentKb : Double.NaN;
        }
    }

    public static final String OK = "ok";
    public static final String FAILED = "failed";
    public static final String OVERLOADED = "overloaded";

    /** Its program had too little memory, of its container or of its JVM. */
    public static final String DOES_NOT_FIT = "does-not-fit";

    /** How long it measured, in seconds; NaN if it does not say. */
    public double durationSeconds() {
        return Json.number(setup.parameters, "durationSeconds");
    }

    /** How many CPUs it measured; NaN if it does not say. */
    public double cpus() {
        return setup.parameters.get("cpus") instanceof JsonArray cpus && !cpus.isEmpty() ? cpus.size() : Double.NaN;
    }

    /** Whether its threads give their CPUs away while they wait. */
    public boolean givesCpuAway() {
        String wait = Json.shown(setup.parameters, Contender.WAIT);
        return wait.equals("yield") || wait.startsWith("park");
    }

    public boolean overloaded() {
        return end.status.equals(OVERLOADED);
    }

    /** Whether a fork of that status has measured nothing: one that was overloaded has. */
    static boolean isWithoutNumbers(String status) {
        return status.equals(FAILED) || status.equals(DOES_NOT_FIT);
    }

    public boolean doesNotFit() {
        return end.status.equals(DOES_NOT_FIT);
    }

    /** Whether it measured by turns, with the other contenders of its block alive beside it. */
    public boolean byTurns() {
        return turns != null;
    }

    public boolean byTurnsOfMessages() {
        return turns != null && turns.ofMessages();
    }

    public boolean ofScores() {
        return !scores().isEmpty();
    }

    /** A metric of it, in the metric's unit; NaN if it has none. */
    public double get(Metric metric) {
        Summary summary = metric.latency().map(summaries()::get).orElse(null);
        return summary == null
                ? scores().getOrDefault(metric, measured.disturbances.get(metric))
                : summary.at(metric.percentile().orElseThrow());
    }

    /** The cost of a metric, the more the worse; NaN if it has none. */
    public double cost(Metric metric) {
        return metric.cost(get(metric));
    }

    public double p50() {
        return get(Metric.HEADLINE);
    }

    /** This fork with parts that it may share with others. */
    public Fork keptIn(KeptJson kept) throws UnusableFile {
        Setup shared = new Setup(
                setup.workload,
                kept.keep(setup.parameters),
                kept.keep(setup.jvm),
                kept.keep(setup.host),
                setup.classData);
        return new Fork(name, end, shared, floor, measured, turns);
    }

    public Fork withTurns(Turns judged) {
        return new Fork(name, end, setup, floor, measured, judged);
    }

    /** Mean of the round trips before and after, in ns; NaN if not measured. */
    public double floorNs() {
        return (floor.before + floor.after) / 2;
    }

    public Map<Latency, Summary> summaries() {
        return measured.summaries;
    }

    public Map<Metric, Double> scores() {
        return measured.scores;
    }
}
