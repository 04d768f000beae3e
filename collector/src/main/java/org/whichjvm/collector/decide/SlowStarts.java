package org.whichjvm.collector.decide;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.collector.stats.SharesApart;

/**
 * Blocks in which two contenders lie far apart, as a slower JIT mode of one of them makes it, or because one of them
 * could not keep the rate. A block is far by the size of its log ratio alone: it lies in another group than the
 * smallest sizes. So whether it lies above or below 0 is a fair coin where both have one distribution, and the sign
 * test of the far blocks is exact, however often both start slow. Within a block both have the same host, so a host
 * that moves its CPUs makes no far block.
 *
 * <p>The sign of a ratio does not tell which of the two moved. That is told by the forks' own levels,
 * {@link #mover(double[], Levels)}, or not at all.
 *
 * @param blocks in which both have a fork
 * @param slower those in which the contender is far slower than the baseline
 * @param faster those in which it is far faster
 * @param slowerBy how much slower than in near blocks it is in those, a ratio above 1; infinite if it could not keep
 *     the rate, NaN without any
 * @param fasterBy how much slower the baseline is in the far faster blocks; infinite if it could not keep the rate, NaN
 *     without any
 * @param mover whose starts make most of the far blocks
 * @param p that both start slow equally often
 * @param adjustedP the same, corrected for all that the campaign decides; NaN if it does not decide this
 */
public record SlowStarts(
        int blocks,

        @About("Far blocks in which the contender is slower.")
        int slower,

        @About("Far blocks in which it is faster.") int faster,

        @Nullable
        @About("How much slower than in near blocks it is in those, a ratio; null without any, or if"
                + " it could not keep the rate.")
        double slowerBy,

        @Nullable @About("How much slower the baseline is in the far faster ones, likewise.")
        double fasterBy,

        @About("Whose forks are at another level in the far blocks, as far as the levels of the forks"
                + " tell; looked at if it is decided that there are slow starts.")
        Mover mover,

        @Range(most = 1) @About("Of the sign test of the far blocks.")
        double p,

        @Nullable @Range(most = 1) double adjustedP) {
    // The wrong JVM is named in at most half of this share of campaigns, and only if the test misses the
    // JVM that really moved.
    private static final double NAMED = 0.005;

    /** Whose forks are at another level in the far blocks than in the near ones. */
    public enum Mover {
        /** The contender's are, and the baseline's are not found to be. */
        CONTENDER,
        /** The baseline's are, and the contender's are not found to be. */
        BASELINE,
        /** Both are, or neither is: the data do not tell. */
        UNKNOWN
    }

    /** The level of both forks of each block, as a logarithm; NaN if unknown. */
    record Levels(double[] contender, double[] baseline) {
        /**
         * The levels of a sample. Where every block has forks of other contenders that were compared with the same
         * baseline, their common part is the host or the baseline, and is taken off.
         */
        static Levels of(Sample sample, List<Sample> all) {
            List<Map<Integer, Double>> others = all.stream()
                    .filter(each -> each != sample && each.metric().equals(sample.metric()))
                    .filter(each ->
                            each.pairs().baseline().equals(sample.pairs().baseline()))
                    .map(Levels::centred)
                    .toList();
            List<Pairs.Pair> forks = sample.pairs().forks();
            boolean everywhere =
                    forks.stream().allMatch(pair -> others.stream().anyMatch(each -> each.containsKey(pair.block())));
            double[] contender = new double[forks.size()];
            double[] baseline = new double[forks.size()];
            for (int i = 0; i < contender.length; i++) {
                Pairs.Pair pair = forks.get(i);
                double ratio = sample.logRatios()[i];
                double common = everywhere
                        ? Medians.of(others.stream()
                                .filter(each -> each.containsKey(pair.block()))
                                .mapToDouble(each -> each.get(pair.block())))
                        : pair.finite() ? ratio - Math.log(pair.cost(sample.metric())) : Double.NaN;
                contender[i] = ratio - common;
                baseline[i] = -common;
            }
            return new Levels(contender, baseline);
        }

        /** The log ratio of each block, less their median. */
        private static Map<Integer, Double> centred(Sample sample) {
            Map<Integer, Double> centred = new HashMap<>();
            double median = Medians.of(Arrays.stream(sample.logRatios()));
            for (int i = 0; i < sample.logRatios().length; i++) {
                double ratio = sample.logRatios()[i] - median;
                if (Double.isFinite(ratio)) {
                    centred.put(sample.pairs().forks().get(i).block(), ratio);
                }
            }
            return centred;
        }
    }

    /**
     * The slow starts that the log ratios of a contender to its baseline show.
     *
     * @param logRatios a block each, in their order, above 0 where the contender is slower
     * @param analyses at how many of them
     */
    static SlowStarts of(double[] logRatios, InterimAnalyses analyses) {
        int[] far = far(logRatios);
        double near = Medians.of(only(logRatios, far, 0));
        double[] signs = Arrays.stream(far).asDoubleStream().toArray();
        return new SlowStarts(
                far.length,
                (int) Arrays.stream(far).filter(each -> each > 0).count(),
                (int) Arrays.stream(far).filter(each -> each < 0).count(),
                by(Medians.of(only(logRatios, far, 1)), near),
                by(-Medians.of(only(logRatios, far, -1)), -near),
                Mover.UNKNOWN,
                new PairedTest(signs, analyses, ScoreFunction.SIGN).p(),
                Double.NaN);
    }

    /** How much slower far blocks are than near ones, of which there may be none. */
    private static double by(double far, double near) {
        return Double.isInfinite(far) ? Double.POSITIVE_INFINITY : Math.exp(far - near);
    }

    private static DoubleStream only(double[] values, int[] far, int which) {
        return IntStream.range(0, far.length).filter(i -> far[i] == which).mapToDouble(i -> values[i]);
    }

    /** 1 for each block where the contender is far slower, −1 where it is far faster, else 0. */
    private static int[] far(double[] logRatios) {
        List<double[]> groups = Groups.ofLogs(
                Arrays.stream(logRatios).map(Math::abs).filter(Double::isFinite).toArray());
        double near = groups.isEmpty() ? 0 : groups.get(0)[groups.get(0).length - 1] + 1e-9; // rounding
        return Arrays.stream(logRatios)
                .mapToInt(each -> Math.abs(each) > near ? (int) Math.signum(each) : 0)
                .toArray();
    }

    /** Finds out whose starts make most of the far blocks, as far as these levels tell. */
    Mover mover(double[] logRatios, Levels levels) {
        int[] far = far(logRatios);
        int which = slower >= faster ? 1 : -1;
        boolean overloaded = only(logRatios, far, which).allMatch(Double::isInfinite) && slower + faster > 0;
        boolean contender = overloaded ? which > 0 : moved(levels.contender(), far, which, 1);
        boolean baseline = overloaded ? which < 0 : moved(levels.baseline(), far, which, -1);
        Mover moved = contender ? Mover.CONTENDER : Mover.BASELINE;
        return contender == baseline ? Mover.UNKNOWN : moved;
    }

    /**
     * Whether these levels differ between the far and the near blocks, in the direction that makes the blocks far. A
     * fork starts fast or slow at random in each block, whatever the host does from block to block. So the Mann-Whitney
     * test of the two groups is exact for the JVM that did not move. The distance of the two groups is the estimate of
     * Hodges and Lehmann ("Estimates of location based on rank tests", Annals of Mathematical Statistics 34, 1963).
     */
    private static boolean moved(double[] levels, int[] far, int which, int up) {
        double[] there = only(levels, far, which).filter(Double::isFinite).toArray();
        double[] near = only(levels, far, 0).filter(Double::isFinite).toArray();
        if (there.length == 0 || near.length == 0) {
            return false;
        }
        double shift = Medians.of(
                Arrays.stream(there).flatMap(each -> Arrays.stream(near).map(other -> each - other)));
        return shift * which * up > 0
                && MannWhitneyUTest.withDefaults().test(there, near).getPValue() <= NAMED;
    }

    SlowStarts with(Mover whose, double corrected) {
        return new SlowStarts(blocks, slower, faster, slowerBy, fasterBy, whose, p, corrected);
    }

    /** Whether it is decided that one of the two starts slow more often. */
    public boolean decided() {
        return adjustedP <= Decision.ALPHA;
    }

    /** Whether the contender is far slower in more blocks than it is far faster, if decided. */
    public boolean slowerMore() {
        return decided() && slower > faster;
    }

    /** Whether it is far faster in more blocks, if decided. */
    public boolean fasterMore() {
        return decided() && faster > slower;
    }

    /** Whether so few blocks leave open that one of the two starts slow in one start of four more than the other. */
    boolean open() {
        return blocks == 0
                || SharesApart.atMost(slower, faster, blocks) >= SharesApart.TOLD
                || SharesApart.atMost(faster, slower, blocks) >= SharesApart.TOLD;
    }
}
