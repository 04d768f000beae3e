package org.whichjvm.collector.model;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.WrongUsage;

/**
 * What a contender must keep to win a race: {@code peak-memory:1.2x}, at most 1.2 times the baseline's, or
 * {@code p99<5ms}.
 *
 * @param metric its key or name; of a percentile alone the one of the response time
 * @param times whether the limit is a multiple of the baseline's value
 * @param limit such a multiple, or ns, bytes or in the metric's own unit
 * @param unit that was given; empty for the metric's own
 */
public record Within(String text, String metric, boolean times, double limit, String unit) {
    public static final String OPTION = "--within";

    private static final Pattern TIMES = Pattern.compile("([a-z0-9][a-z0-9_.@-]*):([0-9]{1,4}(?:\\.[0-9]{1,3})?)x");
    private static final Pattern BELOW =
            Pattern.compile("([a-z0-9][a-z0-9_.@-]*)<([0-9]{1,12}(?:\\.[0-9]{1,3})?)(ns|us|ms|s|MB|GB|)");

    /** Of units that a limit may have and a metric may have, how much of the smallest each is. */
    private static final Map<String, Double> UNITS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "B", 1.0, "MB", 1e6, "GB", 1e9);

    /** Parses one; a WrongUsage says what it takes. */
    public static Within of(String text) {
        Matcher relative = TIMES.matcher(text);
        if (relative.matches()) {
            return new Within(text, key(relative.group(1)), true, Double.parseDouble(relative.group(2)), "");
        }
        Matcher below = BELOW.matcher(text);
        if (below.matches()) {
            double unit = UNITS.getOrDefault(below.group(3), 1.0);
            return new Within(
                    text, key(below.group(1)), false, Double.parseDouble(below.group(2)) * unit, below.group(3));
        }
        throw new WrongUsage("%s is '%s'", OPTION, text)
                .orTry(
                        "a metric and what it may be of the baseline's, as in peak-memory:1.2x, or at most, as in p99<5ms or wall<2s");
    }

    private static String key(String metric) {
        return Metric.meant(metric).map(Metric::key).orElse(metric);
    }

    /** Whether a value of the metric, or a ratio to the baseline's where that counts, keeps it. */
    public boolean keeps(Metric of, double value) {
        return (unit.isEmpty() ? value : value * UNITS.getOrDefault(of.unit(), 1.0)) <= limit;
    }
}
