package org.whichjvm.collector.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The words of a report, which a page explains. */
final class Glossary {
    private static final List<Map.Entry<String, String>> OF_LATENCIES = List.of(
            Map.entry("service time", "goes from just before a message is written to just after it is read."),
            Map.entry(
                    "response time",
                    "counts from the time at which the message was due."
                            + " A stall is charged to every message that it delayed, so coordinated omission hides nothing."),
            Map.entry(
                    "percentile",
                    "p99.9 is the time that one message in a thousand exceeds."
                            + " A stall makes many slow messages, but it is one event."),
            Map.entry(
                    "cause",
                    "is what the fork recorded at the time of a slow message: page fault, safepoint, preemption and so on."
                            + " Preemption means that the thread waited for its CPU, which ran something else."
                            + " A message is unexplained if nothing was recorded."),
            Map.entry(
                    "spread",
                    "says how far the forks of a contender lie apart within their largest JIT mode, without what the core-to-core latency explains."));

    private static final List<Map.Entry<String, String>> OF_SCORES = List.of(
            Map.entry(
                    "score",
                    "is what one benchmark took with a number of threads, as in adjacent@2. A fork has each once."),
            Map.entry("ratio", "compares what a score costs: above 1 is worse, also where more is better."),
            Map.entry("contrast", "is one score of a fork over another one of the same fork."));

    private static final List<Map.Entry<String, String>> OF_BOTH = List.of(
            Map.entry(
                    "core-to-core latency (floor)",
                    "is the round trip of one cache line between the two CPUs, measured in each fork."
                            + " No exchange can beat it."),
            Map.entry("fork", "is one JVM start of one contender with one result: the unit of every statistic."),
            Map.entry("block", "is one fork of every contender, in random order. Ratios are taken within it."),
            Map.entry(
                    "exclusion rule",
                    "is declared before the run, and excludes a fork for what hit it from outside, never for what it measured."
                            + " Excluded forks are shown hollow, and no verdict uses them."));

    static Table<?> of(boolean scores) {
        return new Table<>(
                        "Words of this report",
                        Stream.concat((scores ? OF_SCORES : OF_LATENCIES).stream(), OF_BOTH.stream())
                                .toList())
                .words("word", Map.Entry::getKey)
                .words("meaning", Map.Entry::getValue);
    }
}
