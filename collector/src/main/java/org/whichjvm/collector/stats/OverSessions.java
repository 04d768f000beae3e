package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference that the log ratios of several sessions show together. Each session has a true ratio of its own,
 * around which its blocks lie: more blocks do not bring it nearer to that of other sessions. So a session counts once,
 * by the shift of its blocks, and the interval is Student's of these (Kalibera and Jones, "Rigorous benchmarking in
 * reasonable time", ISMM 2013: replicate at the highest level that varies). No share of signs can serve instead: those
 * of five sessions never have a p below 0.06.
 */
public final class OverSessions {
    /** How often the minimum detectable effect is found. */
    private static final double POWER = 0.8;

    /** A block that lies this many standard deviations from its session's shift is of another mode. */
    private static final double FAR = 5;

    private final double[] shifts;
    private final double mean;
    private final double variance;
    private final double within;

    /** The variance of the means of blocks that are not far. */
    private final double ofMeans;

    /** The mean over the sessions of 1 over the number of these. */
    private final double perBlock;

    private final int blocks;

    /**
     * Sessions in any order.
     *
     * @param logRatios of each session, one of each block; a session without any does not count
     */
    public OverSessions(List<double[]> logRatios) {
        List<double[]> some = logRatios.stream().filter(each -> each.length > 0).toList();
        shifts = some.stream()
                .mapToDouble(each -> new PairedTest(each, ScoreFunction.REDESCENDING).shift())
                .toArray();
        mean = mean(shifts);
        variance = variance(List.of(shifts));
        blocks = some.stream().mapToInt(each -> each.length).sum();
        List<double[]> near = near(some);
        within = Math.sqrt(variance(near));
        perBlock =
                near.stream().mapToDouble(each -> 1.0 / each.length).average().orElse(Double.NaN);
        ofMeans = variance(List.of(near.stream().mapToDouble(OverSessions::mean).toArray()));
    }

    static double mean(double... some) {
        return Arrays.stream(some).average().orElse(Double.NaN);
    }

    /** The blocks without those that are far from their session's shift: slow starts are no noise. */
    private List<double[]> near(List<double[]> some) {
        double far = FAR
                * Medians.TO_DEVIATION
                * Medians.of(IntStream.range(0, shifts.length)
                        .boxed()
                        .flatMapToDouble(i -> Arrays.stream(some.get(i)).map(each -> Math.abs(each - shifts[i]))));
        return IntStream.range(0, shifts.length)
                .mapToObj(i -> Arrays.stream(some.get(i))
                        .filter(each -> Math.abs(each - shifts[i]) <= far)
                        .toArray())
                .filter(each -> each.length > 0)
                .toList();
    }

    /** The mean square of the distances from the mean of each. */
    static double variance(List<double[]> some) {
        double squares = 0;
        int free = 0;
        for (double[] each : some) {
            double middle = mean(each);
            squares += Arrays.stream(each)
                    .map(one -> (one - middle) * (one - middle))
                    .sum();
            free += each.length - 1;
        }
        return squares / free;
    }

    public int sessions() {
        return shifts.length;
    }

    /** The log ratio of each session. */
    public double[] shifts() {
        return shifts.clone();
    }

    /** The log ratio over all sessions: the mean of theirs. */
    public double mean() {
        return mean;
    }

    /**
     * The interval of the log ratio over all sessions that there could be.
     *
     * @return unknown with fewer than two sessions, or where a block's ratio is infinite
     */
    public Interval interval(double alpha) {
        return around(Math.sqrt(variance / shifts.length), alpha);
    }

    /** Where the log ratio of one more session will be: a prediction interval; unknown as above. */
    public Interval next(double alpha) {
        return around(Math.sqrt(variance * (1 + 1.0 / shifts.length)), alpha);
    }

    private Interval around(double deviation, double alpha) {
        if (!known()) {
            return Interval.UNKNOWN;
        }
        double reach = deviation * quantile(1 - alpha / 2);
        return new Interval(mean - reach, mean + reach);
    }

    private boolean known() {
        return shifts.length > 1 && Double.isFinite(variance);
    }

    private double quantile(double probability) {
        return TDistribution.of(shifts.length - 1.0).inverseCumulativeProbability(probability);
    }

    /** The smallest log ratio that this number of sessions finds four times in five; NaN as above. */
    public double smallest(double alpha) {
        return known() ? Math.sqrt(variance / shifts.length) * (quantile(1 - alpha / 2) + quantile(POWER)) : Double.NaN;
    }

    /**
     * How far a block's log ratio lies from its session's, as a standard deviation of those that are near; NaN without
     * a session of two blocks.
     */
    public double within() {
        return blocks > shifts.length ? within : Double.NaN;
    }

    /**
     * How far the sessions' true log ratios lie apart, as a standard deviation: what their shifts spread by beyond what
     * their blocks explain, by the analysis of variance; NaN as above.
     */
    public double between() {
        return ofExcess(ratio -> ratio - 1);
    }

    /**
     * The interval of {@link #between()}, exact for normal blocks and sessions of as many blocks (Searle, "Linear
     * Models", 1971, section 9.9); unknown as above.
     */
    public Interval betweenInterval(double alpha) {
        if (Double.isNaN(within()) || !known()) {
            return Interval.UNKNOWN;
        }
        FDistribution f = FDistribution.of(shifts.length - 1.0, (double) blocks - shifts.length);
        return new Interval(
                ofExcess(ratio -> ratio / f.inverseCumulativeProbability(1 - alpha / 2) - 1),
                ofExcess(ratio -> ratio / f.inverseCumulativeProbability(alpha / 2) - 1));
    }

    /** The deviation of sessions, by how much their variance exceeds that of their blocks' means. */
    private double ofExcess(DoubleUnaryOperator excess) {
        double ofBlocks = within() * within() * perBlock;
        return known() ? Math.sqrt(ofBlocks * Math.max(0, excess.applyAsDouble(ofMeans / ofBlocks))) : Double.NaN;
    }

    /**
     * The part of the significance level that an analysis at all sessions may spend, however often somebody goes on:
     * 1/2, 1/6, 1/12, … of it, which are 1 together.
     *
     * @param analysis from 1 on
     */
    public static double share(int analysis) {
        return 1.0 / (analysis * (analysis + 1.0));
    }
}
