package org.whichjvm.workload.service;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;

/** Requests that were not answered well, by why. */
final class Errors {
    private static final int MOST_REASONS = 5;

    private final Map<String, Long> counts = new TreeMap<>();

    void add(String reason, long count) {
        counts.merge(reason, count, Long::sum);
    }

    void add(Errors others) {
        others.counts.forEach(this::add);
    }

    long sum() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The most frequent reasons, such as {@code 500 Internal Server Error (120 times)}. */
    String shown() {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue((one, other) -> Long.compare(other, one)))
                .limit(MOST_REASONS)
                .map(each -> Units.text("%s (%,d times)", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }
}
