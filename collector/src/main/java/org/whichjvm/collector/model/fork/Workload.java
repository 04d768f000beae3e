package org.whichjvm.collector.model.fork;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.WrongUsage;

/** The workloads, and the size of each preset: a workload is declared here and nowhere else. */
public enum Workload {
    QUEUE_LATENCY(
            "queue-latency",
            List.of(
                    new Times(Preset.QUICK, 12, "1s", "1s"),
                    // The options are the workload's defaults: the preset is the article's whatever they
                    // become.
                    new Times(Preset.ARTICLE, 1, "100s", "5s", "--rate", "100000", "--size", "256"),
                    new Times(Preset.FULL, 20, "20s", "5s"),
                    new Times(Preset.DEEP, 15, "120s", "10s")),
            // A turn of quick and full has 8,000 messages that count: enough for p99. Those of deep are
            // long enough for p99.9. Three of quick's eight rounds may be excluded: a comparison takes five,
            // which tell as much of a p50 as fifteen do. Of other percentiles they do not.
            List.of(
                    new Times(Preset.QUICK, 12, "800ms", "300ms", TurnTimes.TURN, "100ms"),
                    new Times(Preset.QUICK, 12, "1500ms", "1s", TurnTimes.TURN, "100ms"),
                    new Times(Preset.FULL, 20, "10s", "2s", TurnTimes.TURN, "100ms"),
                    new Times(Preset.DEEP, 15, "60s", "5s", TurnTimes.TURN, "1s"))),
    GC_STEAL(
            "gc-steal",
            new Times(Preset.QUICK, 12, "3s", "1s"),
            new Times(Preset.FULL, 20, "10s", "2s"),
            new Times(Preset.DEEP, 15, "60s", "5s")),
    // A contender has 13, 36 and 69 turns.
    RETAIL(
            "retail",
            List.of(),
            List.of(
                    load(Preset.QUICK, 12, "8s", "1500ms", 10, 1),
                    load(Preset.FULL, 20, "20s", "2s", 15, 2),
                    load(Preset.DEEP, 15, "30s", "5s", 20, 3))),
    // A server has 11, 28 and 57 turns.
    SERVICE(
            "service",
            List.of(),
            List.of(
                    load(Preset.QUICK, 12, "10s", "1500ms", 8, 1),
                    load(Preset.FULL, 20, "20s", "2s", 11, 2),
                    load(Preset.DEEP, 15, "30s", "5s", 16, 3))),
    // The queue of a turn has a million messages at most: longer ones have fewer rates that differ.
    QUEUE_RATE(
            "queue-rate",
            List.of(),
            List.of(
                    load(Preset.QUICK, 12, "1s", "250ms", 10, 1),
                    load(Preset.FULL, 20, "5s", "500ms", 20, 2),
                    load(Preset.DEEP, 15, "10s", "1s", 40, 3))),
    // A program says itself how long it takes.
    COMMAND(
            "command",
            new Times(Preset.QUICK, 12, null, null),
            new Times(Preset.FULL, 20, null, null),
            new Times(Preset.DEEP, 30, null, null));

    public enum Preset {
        QUICK,
        ARTICLE,
        FULL,
        DEEP;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Preset of(String text) {
            return named("--preset", text, values(), Preset::text);
        }
    }

    /**
     * How long campaigns of a preset take; what nobody knows before is null.
     *
     * @param duration of a fork, of all its turns together
     * @param warmup of a fork
     */
    public record Times(Preset preset, int blocks, String duration, String warmup, List<String> more) {
        Times(Preset preset, int blocks, String duration, String warmup, String... more) {
            this(preset, blocks, duration, warmup, List.of(more));
        }
    }

    /** Open load by turns, at {@code points} rates in each pass. */
    private static Times load(Preset preset, int blocks, String warmup, String turn, int points, int passes) {
        return new Times(
                preset,
                blocks,
                null,
                warmup,
                TurnTimes.TURN,
                turn,
                LoadTimes.POINTS,
                Integer.toString(points),
                LoadTimes.PASSES,
                Integer.toString(passes));
    }

    private final String text;
    private final List<Times> byForks;
    private final List<Times> byTurns;

    Workload(String text, Times... byForks) {
        this(text, List.of(byForks), List.of());
    }

    Workload(String text, List<Times> byForks, List<Times> byTurns) {
        this.text = text;
        this.byForks = byForks;
        this.byTurns = byTurns;
    }

    public String text() {
        return text;
    }

    public static Workload of(String text) {
        return named("--workload", text, values(), Workload::text);
    }

    private static <T> T named(String option, String text, T[] known, Function<T, String> name) {
        List<String> names = Arrays.stream(known).map(name).toList();
        if (!names.contains(text)) {
            throw new WrongUsage("%s is '%s'", option, text).orTry("one of %s", String.join(", ", names));
        }
        return known[names.indexOf(text)];
    }

    /** Whether forks of that workload are known to have scores; others may have latencies. */
    public static boolean hasScores(String name) {
        return Arrays.stream(values()).anyMatch(each -> each.text.equals(name) && each.hasScores());
    }

    /** Whether forks exchange messages between two CPUs. */
    public boolean hasMessages() {
        return this == QUEUE_LATENCY || this == QUEUE_RATE;
    }

    /** Whether forks run a program that is not this project's. */
    public boolean ofProgram() {
        return this == COMMAND || this == SERVICE;
    }

    /** Whether the contenders of a block get open load by turns, all at the same rates. */
    public boolean underLoad() {
        return this == SERVICE || this == RETAIL || this == QUEUE_RATE;
    }

    public boolean hasScores() {
        return this != QUEUE_LATENCY;
    }

    /** Whether its forks of a preset take turns unless something else is asked for. */
    public boolean takesTurns(Preset preset) {
        return underLoad() || byTurns.stream().anyMatch(each -> each.preset == preset);
    }

    /**
     * The size of a preset.
     *
     * @param medians whether nothing but the p50 of messages at the usual rate is asked for
     */
    public Times times(Preset preset, boolean turns, boolean medians) {
        // A program takes as long by turns as in one piece.
        return (turns && this != COMMAND ? byTurns : byForks)
                .stream()
                        .filter(each -> each.preset == preset)
                        // The first of two is for medians.
                        .reduce((first, second) -> medians ? first : second)
                        .orElseThrow(() -> new WrongUsage(
                                        "--workload %s has no preset %s by %s",
                                        text, preset.text(), turns ? "turns" : "forks")
                                .orTry("another --preset or --interleave"));
    }
}
