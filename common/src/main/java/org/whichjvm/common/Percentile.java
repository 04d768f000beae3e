package org.whichjvm.common;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The percentiles of the article's tables. */
public enum Percentile {
    P50("p50", 2),
    P90("p90", 10),
    P99("p99", 100),
    P99_9("p99.9", 1_000),
    P99_99("p99.99", 10_000),
    /** It is shown where there are enough messages, and never decided. */
    P99_999("p99.999", 100_000);

    /** The percentiles that contenders are compared by. */
    public static final List<Percentile> REPORTED =
            Collections.unmodifiableList(Arrays.asList(P50, P90, P99, P99_9, P99_99));

    /** Its name in JSON and CSV: p99_9. */
    public final String key;

    /** Its name in options, sentences and tables: p99.9. */
    public final String label;

    /** Its place on a chart's axis: 99.9 %. */
    public final String axis;

    /** 0 to 100. */
    public final double percent;

    private final long oneIn;

    Percentile(String label, long oneIn) {
        this.key = label.replace('.', '_');
        this.label = label;
        this.axis = label.substring(1) + " %";
        this.percent = Double.parseDouble(label.substring(1));
        this.oneIn = oneIn;
    }

    /** How many of {@code count} messages lie above this percentile, rounded down. */
    public long messagesAbove(long count) {
        return count / oneIn;
    }
}
