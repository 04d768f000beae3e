package org.whichjvm.collector.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.AtFloor;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.SlowStarts;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Quantity;

/** The verdicts in sentences. */
public final class VerdictText {
    // Up to this many scores of a contender get a sentence each. With more, only scores that differ do.
    private static final int MOST_SCORES = 4;

    /** A sentence for each contender's p50 service time, or for each score that differs. */
    static List<String> sentences(Result result) {
        return result.ofScores()
                ? scores(result)
                : result.comparisons().stream()
                        .filter(Comparison::headline)
                        .map(each -> sentence(result, each))
                        .toList();
    }

    private static String sentence(Result result, Comparison headline) {
        String others = result.comparisons().stream()
                .filter(each -> each.contender().equals(headline.contender()) && !each.headline())
                .filter(each -> each.verdict() != Verdict.INCONCLUSIVE)
                .map(each -> "%s at the %s (%s)"
                        .formatted(
                                each.verdict().key,
                                each.metric().label(),
                                RatioInterval.of(each).both()))
                .collect(Collectors.joining(", "));
        return sentence(headline) + (others.isEmpty() ? "" : " Also " + others + ".");
    }

    /** As in "a is 24 % slower than b at the p50 service time, in 19 of 20 blocks: 1.24 [1.20, …". */
    public static String sentence(Comparison comparison) {
        if (comparison.blocks() == 0) {
            return "%s cannot be compared with %s: %s."
                    .formatted(comparison.contender(), comparison.baseline(), ReasonText.of(comparison));
        }
        return "%s %s at %s%s%s: %s%s%s"
                .formatted(
                        comparison.contender(),
                        predicate(comparison, comparison.baseline()),
                        Words.place(comparison.metric()),
                        inBlocks(comparison),
                        starts(comparison),
                        numbers(comparison),
                        onlyAt(comparison),
                        ReasonText.end(comparison));
    }

    /** As in "; only at the core-to-core latency of 140 ns (1.13 [1.10, 1.16]), not at 560 ns (1.01 [0.99, …". */
    private static String onlyAt(Comparison comparison) {
        AtFloor only = comparison.onlyAt().orElse(null);
        return only == null
                ? ""
                : "; only at the core-to-core latency of "
                        + at(only, comparison.margin())
                        + ", not at "
                        + comparison.byFloor().stream()
                                .filter(each -> each != only)
                                .map(each -> at(each, comparison.margin()))
                                .collect(Collectors.joining(" or "));
    }

    private static String at(AtFloor floor, double margin) {
        return "%s (%s, %s)"
                .formatted(
                        Quantity.time(floor.floorNs()), ratio(floor, margin).both(), difference(floor.differenceNs()));
    }

    /** The ratio at one floor, by which that was decided. */
    static RatioInterval ratio(AtFloor floor, double margin) {
        return new RatioInterval(floor.ratio(), floor.low(), floor.high(), margin);
    }

    /** A difference is shown as in "+92 ns"; a dash if unknown. */
    public static String difference(double ns) {
        if (Double.isNaN(ns)) {
            return Quantity.NONE;
        }
        String shown = Math.abs(ns) < 0.05 ? "0 ns" : Quantity.time(Math.abs(ns));
        return shown.equals("0 ns") ? shown : (ns < 0 ? "−" : "+") + shown;
    }

    /** Reads as in ", in 21 of 24 blocks", of a decided direction. */
    private static String inBlocks(Comparison comparison) {
        if (!comparison.shift().differs()) {
            return "";
        }
        boolean slower = comparison.shift() == Verdict.SLOWER;
        return ", in %s of %s blocks"
                .formatted(slower ? comparison.slowerIn() : comparison.fasterIn(), comparison.blocks());
    }

    /** Ratio, interval and difference, as in "1.24 [1.20, 1.29], +92 ns". */
    static String numbers(Comparison comparison) {
        RatioInterval of = RatioInterval.of(comparison);
        return of.both()
                + (of.bounded() ? "" : " (no interval)")
                + (Double.isNaN(comparison.differenceNs()) ? "" : ", " + difference(comparison.differenceNs()))
                + (!inBlocks(comparison).isEmpty() ? "" : ", " + Words.count(comparison.blocks(), "block"));
    }

    /** Says how a cost compares, as in "is 24 % slower than jdk17". */
    static String predicate(Comparison comparison, String baseline) {
        return comparison.decidable() ? "is " + phrase(comparison, baseline) : "is not decided against " + baseline;
    }

    /** A decided verdict without its verb reads as in "24 % slower than jdk17". */
    static String phrase(Comparison comparison, String baseline) {
        // Slower starts of less than half of the forks could make the whole shift.
        boolean onTheWhole = comparison.shift().differs() && comparison.onTheWhole();
        return phrase(comparison.verdict(), comparison.ratio(), baseline) + (onTheWhole ? " on the whole" : "");
    }

    /**
     * The phrase of each verdict, for all reports. It has a ratio of two and more as a ratio, a smaller ratio in per
     * cent, and no number if the ratio is NaN.
     */
    public static String phrase(Verdict verdict, double ratio, String baseline) {
        String than = " than " + baseline;
        return switch (verdict) {
            case SLOWER ->
                Double.isInfinite(ratio)
                        ? "slower" + than + ", for it cannot keep the rate"
                        : ratio >= 2
                                ? Quantity.ratio(ratio) + " times as slow as " + baseline
                                : percent(ratio - 1) + "slower" + than;
            case FASTER ->
                ratio == 0 ? "faster" + than + ", which cannot keep the rate" : percent(1 - ratio) + "faster" + than;
            case EQUIVALENT -> "equivalent to " + baseline;
            case SLOWER_AT_TIMES -> "slower" + than + " in some starts";
            case FASTER_AT_TIMES -> "faster" + than + " in some starts";
            case INCONCLUSIVE -> "not shown to differ from " + baseline;
        };
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "" : Quantity.percent(share) + " ";
    }

    private static List<String> scores(Result result) {
        return Stream.concat(
                        result.contenders().stream().flatMap(each -> scores(result, each.name()).stream()),
                        result.contrasts().stream().map(each -> contrast(result, each)))
                .toList();
    }

    private static List<String> scores(Result result, String contender) {
        List<Comparison> all = result.comparisons().stream()
                .filter(each -> each.contender().equals(contender))
                .toList();
        List<Comparison> decided = all.stream().filter(Comparison::decidable).toList();
        if (decided.size() <= MOST_SCORES) {
            return (decided.isEmpty() ? all.stream().limit(1) : decided.stream())
                    .map(VerdictText::sentence)
                    .toList();
        }
        return Stream.of(
                        decided.stream()
                                .filter(each -> each.verdict().differs())
                                .map(VerdictText::sentence),
                        rest(decided, Verdict.EQUIVALENT, ""),
                        rest(
                                decided,
                                Verdict.INCONCLUSIVE,
                                "; the table of verdicts has the smallest detectable difference of each"))
                .flatMap(each -> each)
                .toList();
    }

    /** All scores with a verdict that needs no numbers, in one sentence; none if there is no such score. */
    private static Stream<String> rest(List<Comparison> decided, Verdict verdict, String end) {
        Comparison any = decided.get(0);
        String phrase = phrase(verdict, Double.NaN, any.baseline());
        String places = decided.stream()
                .filter(each -> each.verdict() == verdict)
                .map(each -> each.metric().label())
                .collect(Collectors.joining(", "));
        return places.isEmpty()
                ? Stream.of()
                : Stream.of("%s is %s at %s%s.".formatted(any.contender(), phrase, places, end));
    }

    /** As in "adjacent is 2.48 times as slow as padded on jdk17 at 2 threads: 2.48 [2.03, …". */
    static String contrast(Result result, Comparison each) {
        int threads = each.metric().threads();
        boolean alike = threads == each.against().threads();
        String score = score(each);
        String against = alike ? each.against().name() : each.against().key();
        String where = " on "
                + Report.label(result, each.contender())
                + (alike ? " at " + Words.count(threads, "thread") + ": " : ": ");
        if (each.blocks() == 0) {
            return "%s cannot be compared with %s%s%s.".formatted(score, against, where, ReasonText.of(each));
        }
        return "%s is %s%s%s%s, %s%s"
                .formatted(
                        score,
                        phrase(each.verdict(), each.ratio(), against),
                        where,
                        RatioInterval.decided(each).both(),
                        Double.isNaN(each.low()) ? " (no interval)" : "",
                        Words.count(each.blocks(), "fork"),
                        ReasonText.end(each));
    }

    /** The name of a contrast's score; with its threads if these are not those of the other one. */
    static String score(Comparison each) {
        return each.metric().threads() == each.against().threads()
                ? each.metric().name()
                : each.metric().key();
    }

    /**
     * The second half of a verdict; empty where nothing is decided of it. It names who starts slow only where the
     * forks' own levels tell: "; 8 of its 40 starts are 57 % slower than its others", else "; in 8 of 40 blocks it is
     * 57 % slower than in the others, in 1 the other way round: one of the two starts in two ways, and which of them is
     * not known".
     */
    static String starts(Comparison comparison) {
        SlowStarts starts = comparison.starts();
        if (starts == null || !starts.decided()) {
            return "";
        }
        if (starts.mover() == SlowStarts.Mover.UNKNOWN) {
            return ofEither(starts);
        }
        boolean contender = starts.mover() == SlowStarts.Mover.CONTENDER;
        boolean slow = contender ? starts.slowerMore() : starts.fasterMore();
        // In the blocks of the baseline's slow starts the contender is faster.
        boolean slower = slow == contender;
        int some = slower ? starts.slower() : starts.faster();
        double by = slower ? starts.slowerBy() : starts.fasterBy();
        String how = slow && !Double.isFinite(by) // NaN: none of its starts kept it
                ? "could not keep the rate"
                : (some == 1 ? "is " : "are ") + apart(slow, by) + " than its others";
        return "; %s of %s %s starts %s"
                .formatted(some, contender ? "its" : comparison.baseline() + "'s", starts.blocks(), how);
    }

    private static String apart(boolean slower, double by) {
        return slower ? Quantity.percent(by - 1) + " slower" : Quantity.percent(1 - 1 / by) + " faster";
    }

    private static String ofEither(SlowStarts starts) {
        boolean slower = starts.slowerMore();
        int some = slower ? starts.slower() : starts.faster();
        int other = slower ? starts.faster() : starts.slower();
        return ("; in %s of %s blocks it is %s than in the others%s: one of the two starts in two ways, and which of them is not known")
                .formatted(
                        some,
                        starts.blocks(),
                        apart(slower, slower ? starts.slowerBy() : starts.fasterBy()),
                        other == 0 ? "" : ", in " + other + " the other way round");
    }

    /** Blocks apart, as in "8 slower, 0 faster of 40"; a dash where a metric does not tell. */
    static String farBlocks(SlowStarts starts) {
        return starts == null
                ? Quantity.NONE
                : starts.slower() + " slower, " + starts.faster() + " faster of " + starts.blocks();
    }
}
