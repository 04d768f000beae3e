package org.whichjvm.collector.model.fork;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Response times of a fork at ascending rates, and its greatest throughput a second; NaN where that was not looked for.
 *
 * @param statuses how many requests of a service had each status, or {@link #NO_ANSWER}; else empty
 */
public record LoadCurve(double maxRate, List<Point> curve, Map<String, Long> statuses) {
    /** In place of a status. */
    public static final String NO_ANSWER = "none";

    static final long MOST_REQUESTS = 1_000_000_000_000L;
    private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}|" + NO_ANSWER);

    /**
     * A rate a second, percentiles of its response time, in ns, and the memory that was resident, in bytes; 0 if
     * unknown.
     */
    public record Point(double rate, long p50Nanos, long p95Nanos, long p99Nanos, long residentBytes) {
        /** A logarithmic scale has no 0. */
        static Point of(ForkFile.Step step) {
            return new Point(
                    step.rate(),
                    Math.max(1, step.p50Nanos()),
                    Math.max(1, step.p95Nanos()),
                    Math.max(1, step.p99Nanos()),
                    step.residentBytes());
        }
    }

    /** The unit of a workload's rates: transactions, requests or messages. */
    public static String requests(String workload) {
        return switch (workload) {
            case "retail" -> "transactions";
            case "service" -> "requests";
            default -> "messages";
        };
    }

    /** That of a fork, unless its rates do not ascend, or it has a status that is none of HTTP. */
    static LoadCurve of(ForkFile.Load load) throws UnusableFile {
        for (int i = 1; i < load.curve().size(); i++) {
            if (!(load.curve().get(i).rate() > load.curve().get(i - 1).rate())) {
                throw new UnusableFile("the rates of its load do not ascend");
            }
        }
        for (String status : load.statuses().keySet()) {
            if (!STATUS.matcher(status).matches()) {
                throw new UnusableFile("its load has the status %s, which is none of HTTP", status);
            }
        }
        return new LoadCurve(
                load.maxRate(), load.curve().stream().map(Point::of).toList(), load.statuses());
    }
}
