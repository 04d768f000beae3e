package org.whichjvm.collector.decide;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.distribution.TDistribution;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * A contender's metric over the baseline's, of what the metric costs, over the blocks in which both have a fork that
 * counts: how far it is shifted in the typical start, for forks fall into discrete JIT modes that a mean would mix up,
 * and how often each of the two starts in a slower mode.
 *
 * @param baseline the contender it is compared with; of a contrast the contender itself
 * @param against of a contrast the score of each fork that the metric is compared with; else null
 * @param starts how often each starts slow, of the metrics that tell; else null
 * @param decidable whether it rests on enough events to be decided at all
 * @param reason why there is no better verdict, or what to know about this one; null if nothing
 * @param baselineNs what the baseline takes in its typical block, in ns: the median over blocks; NaN of a score
 * @param falseAlarm how often it finds a difference between two that are alike, at most: its share of the campaign's
 *     error rate, 0 to 0.05; 0 if it decides nothing
 * @param byFloor the comparison at each floor that the campaign saw, of the p50 of a latency; empty unless it saw
 *     several
 * @param logRatios of each block, or of each fork of a contrast, the log ratio, infinite where one of the two alone
 *     could not keep the rate
 */
public record Comparison(
        String contender,
        String baseline,
        Metric metric,
        Metric against,
        Shift test,
        SlowStarts starts,
        Verdict verdict,
        boolean decidable,
        Reason reason,
        double baselineNs,
        double falseAlarm,
        List<AtFloor> byFloor,
        List<Double> logRatios) {
    /**
     * What the test of the shift says.
     *
     * @param ratio above 1 if the contender is slower; NaN without a common block
     * @param interval of the ratio, joint with all others of the campaign: in 19 of 20 campaigns every one of them is
     *     right; unknown if there are too few blocks for one, or it is not decided
     * @param single the ratio's own 95 % interval, which takes no account of others; unknown if there are too few
     *     blocks for one
     * @param p paid for repeated interim analyses; NaN if undecidable
     * @param adjustedP the same, corrected for all that the campaign decides; NaN if undecidable
     * @param mde computes the minimum detectable effect, 0.04 being 4 %: such a campaign finds it four times in five.
     *     NaN if no effect could be found. Interim analyses never ask for it: it takes longer than all other values
     * @param onTheWhole whether shift and mode may be mixed up: the blocks lie so far apart that slower starts of less
     *     than half of the forks could make the whole shift
     * @param margin within which a difference counts as none, 0.03 being 3 %
     * @param verdict on the shift alone
     */
    public record Shift(
            double ratio,
            Interval interval,
            Interval single,
            double p,
            double adjustedP,
            DoubleSupplier mde,
            boolean onTheWhole,
            double margin,
            Verdict verdict) {}

    /**
     * How far the true log ratios of sessions lie apart, for each of which blocks lie apart: what docs/method.md, "What
     * a verdict speaks for", has measured by turns, and of forks one after another.
     */
    static final double SESSIONS_BY_TURNS = 0.3;

    static final double SESSIONS_BY_FORKS = 0.8;

    /** In 19 of 20 cases: to one side. */
    private static final double SURE = 0.975;

    /**
     * So much of what a standard deviation knows the median distance does (Rousseeuw and Croux, "Alternatives to the
     * median absolute deviation", JASA 88, 1993).
     */
    private static final double EFFICIENCY = 0.37;

    // A time of as many ns is shown as a whole number of them.
    static final double WHOLE_BELOW = 10_000;

    public double ratio() {
        return test.ratio;
    }

    public double low() {
        return test.interval.low();
    }

    public double high() {
        return test.interval.high();
    }

    public double singleLow() {
        return test.single.low();
    }

    public double singleHigh() {
        return test.single.high();
    }

    /**
     * How far from this ratio that of a repeat in another session is, at most, in 19 of 20 cases: 0.04 is 4 %. Both
     * campaigns err as their intervals say, and each has its session's own ratio.
     *
     * @param byTurns whether forks took turns
     * @return NaN without an interval
     */
    public double repeat(boolean byTurns) {
        return repeat(ofBlocks(), Math.log(singleHigh() / singleLow()) / 2, sessionsApart(byTurns));
    }

    /** How far the blocks' log ratios lie apart, see {@link PairedTest#spread}. */
    public double spread() {
        return ofBlocks().spread();
    }

    private PairedTest ofBlocks() {
        return new PairedTest(logRatios.stream().mapToDouble(each -> each).toArray(), ScoreFunction.REDESCENDING);
    }

    /**
     * How far the true log ratios of sessions lie apart, of how far blocks do.
     *
     * @param byTurns whether forks took turns
     */
    public static double sessionsApart(boolean byTurns) {
        return byTurns ? SESSIONS_BY_TURNS : SESSIONS_BY_FORKS;
    }

    /**
     * A prediction interval, of blocks, half their interval, and the part of their spread that sessions have:
     * Student's, because the spread is these blocks' own.
     */
    static double repeat(PairedTest blocks, double half, double part) {
        if (Double.isNaN(half)) {
            return Double.NaN;
        }
        double t = TDistribution.of(EFFICIENCY * (blocks.size() - 1)).inverseCumulativeProbability(SURE);
        return Math.expm1(Math.sqrt(2) * Math.hypot(half, t * part * blocks.spread()));
    }

    public double p() {
        return test.p;
    }

    public double adjustedP() {
        return test.adjustedP;
    }

    public double mde() {
        return test.mde.getAsDouble();
    }

    public boolean onTheWhole() {
        return test.onTheWhole;
    }

    public double margin() {
        return test.margin;
    }

    public Verdict shift() {
        return test.verdict;
    }

    public int blocks() {
        return logRatios.size();
    }

    /** In how many of them the contender is slower. */
    public int slowerIn() {
        return (int) logRatios.stream().filter(each -> each > 0).count();
    }

    /** In how many of them it is faster. */
    public int fasterIn() {
        return (int) logRatios.stream().filter(each -> each < 0).count();
    }

    /**
     * The contender's time in the baseline's typical block, in ns; NaN if unknown, as where the baseline could not keep
     * the rate.
     */
    public double typicalNs() {
        return test.ratio > 0 ? baselineNs * test.ratio : Double.NaN;
    }

    /**
     * How much longer the contender takes there, in ns, by both times as they are shown; infinite if it could not keep
     * the rate, NaN of a score and where either time is unknown.
     */
    public double differenceNs() {
        return Math.max(typicalNs(), baselineNs) < WHOLE_BELOW
                ? Math.round(typicalNs()) - Math.round(baselineNs)
                : typicalNs() - baselineNs;
    }

    /** The one floor at which a decided verdict holds and no other bears it out; empty if none. */
    public Optional<AtFloor> onlyAt() {
        List<AtFloor> holds = verdict == Verdict.INCONCLUSIVE
                ? List.of()
                : byFloor.stream().filter(each -> each.verdict() == verdict).toList();
        return holds.stream()
                .filter(only -> holds.size() == 1)
                .filter(only -> byFloor.stream().allMatch(each -> each == only || each.contradicts(only)))
                .findFirst();
    }

    /** The one that a report speaks of first. */
    public boolean headline() {
        return metric.headline();
    }

    /** Whether the two are the same JVM: a difference between them is false. */
    public boolean control() {
        return Contender.of(contender).sameAs(Contender.of(baseline));
    }

    /** Whether it found a difference, of the shift or of slow starts, however small. */
    public boolean found() {
        return test.interval.excludes(1) || starts != null && starts.decided();
    }
}
