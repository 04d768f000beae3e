package org.whichjvm.collector.model.fork;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Units;

/**
 * A metric by which a fork or a turn is judged: a name, a unit, which direction is better, and whether a campaign
 * decides it. Metrics of one kind with one key and unit are equal.
 *
 * @param name as plans and options have it: service-p99_9, adjacent, stealMillis
 * @param threads that ran a score, or that the garbage collector had; 0 where it is no matter of these
 * @param label its name in sentences and tables: p99.9 response time, adjacent@2
 * @param unit of its values: ns, ops/s, count
 * @param more whether more of it is better
 * @param usual whether a campaign decides it that is not asked for others of its kind
 * @param optional whether a fork may have none of it though nothing failed
 * @param latency that it is a percentile of; empty of all other metrics
 */
public record Metric(
        Kind kind,
        String name,
        int threads,
        String label,
        String unit,
        boolean more,
        boolean usual,
        boolean optional,
        Optional<Latency> latency,
        Optional<Percentile> percentile) {
    public enum Kind {
        /** A percentile of the service or response time, in ns. */
        LATENCY,
        SCORE,
        /** A disturbance or a cost of a fork: {@link Disturbances} has all of them. */
        RECORDED
    }

    /** The form of a score's unit. */
    public static final String UNIT = "[A-Za-z]{1,12}(/[A-Za-z]{1,12})?";

    /** The unit of an operation's whole time: it can be set beside the floor. */
    public static final String NS_PER_OP = "ns/op";

    /** The most memory of a program, as the kernel counts it for a control group. */
    public static final String PEAK_MEMORY = "peak-memory";

    private static final String COUNT = "count";
    private static final double MEGABYTE = 1e6;

    // Below it a whole number a second has less than three digits, and of a slow program none.
    private static final double LEAST_OF_WHOLE = 99.5;

    /** The percentiles of both latencies that contenders are compared by, in the tables' order. */
    public static final List<Metric> OF_LATENCIES = Arrays.stream(Latency.values())
            .flatMap(latency -> Percentile.REPORTED.stream().map(each -> of(latency, each)))
            .toList();

    /** A campaign of latencies is named after it; it gets half of the significance level. */
    public static final Metric HEADLINE = of(Latency.SERVICE, Percentile.P50);

    // So few pauses lie beyond these that they are the length of whatever came along.
    private static final Set<String> RARE = Set.of("pause-p99", "pause-max");

    public static Metric of(Latency latency, Percentile percentile) {
        return new Metric(
                Kind.LATENCY,
                latency.key + "-" + percentile.key,
                0,
                percentile.label + " " + latency.label,
                "ns",
                false,
                isUsual(latency, percentile),
                false,
                Optional.of(latency),
                Optional.of(percentile));
    }

    /** Whether it is decided where nobody says which: the median, and the tail that users see. */
    private static boolean isUsual(Latency latency, Percentile percentile) {
        return latency == Latency.SERVICE
                ? percentile == Percentile.P50
                : percentile == Percentile.P99 || percentile == Percentile.P99_9;
    }

    /** The percentile of a latency that has this key; empty if none has. */
    public static Optional<Metric> ofLatency(String key) {
        return OF_LATENCIES.stream().filter(each -> each.name.equals(key)).findAny();
    }

    /**
     * The percentile that a person names, such as p99.9 or service-p99: p50 alone is of the service time, each other
     * percentile alone of the response time, in which a stall counts for all that it delayed. Empty if the word is
     * none.
     */
    public static Optional<Metric> meant(String word) {
        String key = word.replace('.', '_');
        Latency alone = key.equals(Percentile.P50.key) ? Latency.SERVICE : Latency.RESPONSE;
        return ofLatency(key).or(() -> ofLatency(alone.key + "-" + key));
    }

    public static Metric score(String name, int threads, String unit, boolean more, boolean usual) {
        return score(name, threads, unit, more, usual, false);
    }

    public static Metric score(String name, int threads, String unit, boolean more, boolean usual, boolean optional) {
        return new Metric(
                Kind.SCORE,
                name,
                threads,
                key(name, threads),
                unit,
                more,
                usual && !RARE.contains(name),
                optional,
                Optional.empty(),
                Optional.empty());
    }

    /** A score whose unit says what is better, and that is usually decided. */
    public static Metric score(String name, int threads, String unit) {
        return score(name, threads, unit, isRate(unit), true);
    }

    /** A metric that was recorded beside those that are compared; less of it is better. */
    static Metric recorded(String name, String label, String unit) {
        return new Metric(Kind.RECORDED, name, 0, label, unit, false, false, false, Optional.empty(), Optional.empty());
    }

    private static String key(String name, int threads) {
        return threads == 0 ? name : name + "@" + threads;
    }

    /** Its name in files: service-p99_9, adjacent@2, stealMillis. */
    public String key() {
        return key(name, threads);
    }

    public boolean ofLatency() {
        return kind == Kind.LATENCY;
    }

    public boolean ofScore() {
        return kind == Kind.SCORE;
    }

    public boolean is(Percentile which) {
        return percentile.filter(which::equals).isPresent();
    }

    /** Whether it is the answer to the question of a campaign of latencies. */
    public boolean headline() {
        return equals(HEADLINE);
    }

    /** Whether it is a number of something, of which neither more nor less is better. */
    public boolean counted() {
        return unit.equals(COUNT);
    }

    /** Whether a fork has too few events for it, however long it measures. */
    public boolean rare() {
        return RARE.contains(name);
    }

    /** Whether a person or a plan that names this means it: by its key, or without its threads. */
    public boolean named(String text) {
        return text.equals(name) || text.equals(key());
    }

    /** The cost of a value, which grows where the metric gets worse: a rate's inverse, a time. */
    public double cost(double value) {
        return more ? 1 / value : value;
    }

    /** A value as tables show it, with its unit. */
    public String shown(double value) {
        if (Double.isNaN(value)) {
            return Quantity.NONE;
        }
        return switch (kind) {
            case LATENCY -> Quantity.time(value);
            case SCORE -> score(value);
            case RECORDED -> recorded(value);
        };
    }

    private String score(double value) {
        String number = isRate(unit) && value >= LEAST_OF_WHOLE || counted()
                ? Quantity.count(Math.round(value))
                : Quantity.ratio(value);
        return counted() ? number : number + " " + unit;
    }

    private String recorded(double value) {
        return switch (unit) {
            case COUNT -> Quantity.count(Math.round(value));
            case "us" -> value == 0 ? "0" : Quantity.time(value * 1e3);
            case "ms" -> value == 0 ? "0" : Quantity.time(value * 1e6);
            case "s" -> Units.text("%.1f s", value);
            case "B" ->
                value < MEGABYTE / 10
                        ? Quantity.count(Math.round(value)) + " B"
                        : Units.text(value < 99.5e6 ? "%.1f MB" : "%.0f MB", value / MEGABYTE);
            default -> Units.text(value < 9.995 ? "%.2f" : "%,.0f", value);
        };
    }

    static boolean isRate(String unit) {
        return unit.endsWith("/s");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Metric metric
                && metric.kind == kind
                && metric.key().equals(key())
                && metric.unit.equals(unit);
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return key();
    }
}
