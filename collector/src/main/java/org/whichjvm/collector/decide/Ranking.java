package org.whichjvm.collector.decide;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.PairedTest;

/**
 * The order of a campaign's contenders, and which of them may be the fastest, without words.
 *
 * @param outcome whether anything was decided, and if not why
 * @param places of all contenders, the fastest first, then those that do not take part
 * @param fastest those that may be the fastest, one of which is; empty of scores
 * @param within by how much each of these is slower than the fastest, at most, 0.02 being 2 %; 0 of one alone, NaN if
 *     unknown
 * @param scores of a campaign of scores what is decided, the greatest ratio first, then what is open
 */
public record Ranking(
        Outcome outcome,
        List<RankedContender> places,
        List<RankedContender> fastest,
        double within,
        List<Comparison> scores) {
    /** Two floors that differ by this ratio or more are different. */
    public static final double FLOORS_APART = 1.10;

    public enum Outcome {
        /** At least one comparison has a verdict. */
        DECIDED,
        NOTHING_COUNTS,
        ALONE,
        /** There are several contenders, and one of them has forks that count. */
        ONE_LEFT,
        NO_BASELINE,
        TOO_EARLY,
        TOO_FEW_BLOCKS,
        /** The floor was another for some contenders than for others. */
        FLOOR_MOVED,
        /** Nothing is known against the campaign, but the differences are smaller than it finds. */
        NOT_FOUND
    }

    /**
     * A contender's place.
     *
     * @param comparison of its p50 service time; null of the campaign's baseline, of a campaign of scores, and where
     *     nothing was compared
     * @param overloaded how many of its forks could not keep the rate
     * @param level its ratio to the campaign's baseline, by way of its own baseline; NaN if unknown
     * @param typicalNs its p50 service time in the campaign's typical block, in ns: the baseline's median over the
     *     blocks, times the ratio, or its own median without such a ratio; infinite if it could not keep the rate, NaN
     *     of a campaign of scores and where nothing is known
     */
    public record RankedContender(
            ContenderResult contender,
            Status status,
            Comparison comparison,
            int overloaded,
            double level,
            double typicalNs,
            boolean fastest) {
        /** Whether a contender takes part, and if not why: in the order in which they are ranked. */
        public enum Status {
            RUNS,
            EXCLUDED,
            /** None of its forks could keep the rate. */
            OVERLOADED,
            /** It has none that counts, and one at least had too little memory. */
            DOES_NOT_FIT,
            FAILED,
            MISSING
        }

        public String name() {
            return contender.name();
        }

        public boolean runs() {
            return status == Status.RUNS;
        }
    }

    public static Ranking of(Result result) {
        List<RankedContender> places = result.contenders().stream()
                .map(each -> place(result, each))
                .sorted(
                        // Double.compare has NaN last. Without a ratio the contender's own forks tell.
                        Comparator.comparing(RankedContender::status)
                                .thenComparingDouble(RankedContender::level)
                                .thenComparingDouble(RankedContender::typicalNs))
                .toList();
        Outcome outcome = outcome(result, places);
        boolean ranks = outcome == Outcome.DECIDED && !result.ofScores();
        return new Ranking(
                outcome,
                places,
                ranks ? places.stream().filter(RankedContender::fastest).toList() : List.of(),
                ranks ? result.best().within() : Double.NaN,
                scores(result));
    }

    private static RankedContender place(Result result, ContenderResult contender) {
        int overloaded = count(result, contender, ContenderForks::overloaded);
        return new RankedContender(
                contender,
                status(result, contender),
                headline(result, contender.name()),
                overloaded,
                result.best().level(contender.name()),
                typicalNs(result, contender.name()),
                result.best().fastest().contains(contender.name()));
    }

    private static double typicalNs(Result result, String name) {
        if (result.ofScores()) {
            return Double.NaN;
        }
        double level = result.best().level(name);
        // A contender that was not compared, or whose baseline could not keep the rate, has its own
        // blocks alone.
        boolean alone = !(level > 0);
        return (alone ? 1 : level)
                * Decision.medianNs(
                        result.campaign().contenders(),
                        alone ? name : result.baseline(),
                        Metric.HEADLINE,
                        result.progress());
    }

    private static Comparison headline(Result result, String contender) {
        return result.comparisons().stream()
                .filter(each -> each.headline() && each.contender().equals(contender))
                .findFirst()
                .orElse(null);
    }

    private static int count(Result result, ContenderResult contender, ToIntFunction<ContenderForks> forks) {
        return result.campaign().contenders().stream()
                .filter(each -> each.name().equals(contender.name()))
                .mapToInt(forks)
                .sum();
    }

    static RankedContender.Status status(Result result, ContenderResult contender) {
        if (contender.ok() > 0) {
            return RankedContender.Status.RUNS;
        }
        if (count(result, contender, ContenderForks::overloaded) > 0) {
            return RankedContender.Status.OVERLOADED;
        }
        if (contender.excluded() > 0) {
            return RankedContender.Status.EXCLUDED;
        }
        if (count(result, contender, each -> each.unfit().size()) > 0) {
            return RankedContender.Status.DOES_NOT_FIT;
        }
        return contender.failed() > 0 ? RankedContender.Status.FAILED : RankedContender.Status.MISSING;
    }

    private static Outcome outcome(Result result, List<RankedContender> places) {
        List<RankedContender> running =
                places.stream().filter(RankedContender::runs).toList();
        if (running.isEmpty()) {
            return Outcome.NOTHING_COUNTS;
        }
        if (verdicts(result).anyMatch(each -> each != Verdict.INCONCLUSIVE)
                || running.stream().filter(RankedContender::fastest).count()
                        < result.best().ranked()) {
            return Outcome.DECIDED;
        }
        if (places.size() == 1 && result.contrasts().isEmpty()) {
            return Outcome.ALONE;
        }
        if (places.size() > 1 && running.size() == 1) {
            return Outcome.ONE_LEFT;
        }
        if (running.stream().noneMatch(each -> each.name().equals(result.baseline()))) {
            return Outcome.NO_BASELINE;
        }
        if (result.progress().beforeFirstLook()) {
            return Outcome.TOO_EARLY;
        }
        if (blocks(result) < PairedTest.leastPairs(Decision.ALPHA)) {
            return Outcome.TOO_FEW_BLOCKS;
        }
        return floorMoved(running) ? Outcome.FLOOR_MOVED : Outcome.NOT_FOUND;
    }

    public static int blocks(Result result) {
        return Stream.concat(result.comparisons().stream(), result.contrasts().stream())
                .mapToInt(Comparison::blocks)
                .max()
                .orElse(0);
    }

    /** The verdicts that answer the question: not those of a control or a delay. */
    private static Stream<Verdict> verdicts(Result result) {
        return Stream.concat(
                result.comparisons().stream()
                        .filter(each -> each.headline() || result.ofScores())
                        .filter(each -> Contender.of(each.contender()).plain())
                        .map(Comparison::verdict),
                result.contrasts().stream().map(Comparison::verdict));
    }

    private static boolean floorMoved(List<RankedContender> places) {
        DoubleSummaryStatistics floors = places.stream()
                .mapToDouble(each -> each.contender().floorNs())
                .filter(each -> each > 0)
                .summaryStatistics();
        return floors.getMax() > FLOORS_APART * floors.getMin();
    }

    private static List<Comparison> scores(Result result) {
        return result.comparisons().stream()
                .filter(each -> result.ofScores() && each.decidable())
                .sorted(Comparator.comparing((Comparison each) -> each.verdict() == Verdict.INCONCLUSIVE)
                        .thenComparingDouble(each -> -each.ratio()))
                .toList();
    }
}
