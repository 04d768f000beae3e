package org.whichjvm.collector.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The harnesses whose scores a fork knows, each with the least number of these, its time limit (null: that of any
 * program), the bytes of memory that it needs, and the seconds that it takes (0: not known).
 */
enum Adapter {
    JMH(1, null, 0, 0),
    RENAISSANCE(1, null, 0, 0),
    DACAPO(1, null, 0, 0),
    // Its run rules make a run about two hours long, and slow hosts take longer.
    SPECJBB2015(2, "6h", 8_000_000_000L, 7_200);

    final int scores;
    final String timeout;
    final long leastBytes;
    final long forkSeconds;

    Adapter(int scores, String timeout, long leastBytes, long forkSeconds) {
        this.scores = scores;
        this.timeout = timeout;
        this.leastBytes = leastBytes;
        this.forkSeconds = forkSeconds;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The harness that a program's options name, if it is known how long a run of that takes. */
    static Optional<Adapter> ofKnownTime(List<String> options) {
        return of(Values.last("--adapter", options)).filter(each -> each.forkSeconds > 0);
    }

    /** Empty if there is none of that name, or no name. */
    static Optional<Adapter> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findAny();
    }
}
