package org.whichjvm.collector.model.fork;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Field.Measured;
import org.whichjvm.collector.io.Field.Most;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Response times of a fork at ascending rates, and its greatest throughput a second; NaN where that was not looked for.
 *
 * @param statuses how many requests of a service had each status, or {@link #NO_ANSWER}; else empty
 */
public record LoadCurve(
        @Measured(above0 = true) double maxRate,
        @Most(100) List<Point> curve,
        @Whole(most = LoadCurve.MOST_REQUESTS) Map<String, Long> statuses) {
    /** In place of a status. */
    public static final String NO_ANSWER = "none";

    private static final long MOST_REQUESTS = 1_000_000_000_000L;
    private static final Pattern STATUS = Pattern.compile("[1-9][0-9]{2}|" + NO_ANSWER);

    /**
     * A rate a second, percentiles of its response time, in ns, and the memory that was resident, in bytes; 0 if
     * unknown.
     */
    public record Point(
            @Measured(above0 = true) double rate,
            @Whole long p50Nanos,
            @Whole long p95Nanos,
            @Whole long p99Nanos,
            @Whole long residentBytes) {
        /** A logarithmic scale has no 0. */
        public Point {
            p50Nanos = Math.max(1, p50Nanos);
            p95Nanos = Math.max(1, p95Nanos);
            p99Nanos = Math.max(1, p99Nanos);
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

    /** Refuses one whose rates do not ascend, or with a status that is none of HTTP. */
    void check() throws UnusableFile {
        for (int i = 1; i < curve.size(); i++) {
            if (!(curve.get(i).rate > curve.get(i - 1).rate)) {
                throw new UnusableFile("the rates of its load do not ascend");
            }
        }
        for (String status : statuses.keySet()) {
            if (!STATUS.matcher(status).matches()) {
                throw new UnusableFile("its load has the status %s, which is none of HTTP", status);
            }
        }
    }
}
