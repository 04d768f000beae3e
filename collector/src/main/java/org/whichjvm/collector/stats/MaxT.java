package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Which of many paired differences are there, all of them asked at once: the max-T test of Westfall and Young,
 * "Resampling-Based Multiple Testing", 1993, section 2.6, by sign flips. If both of a pair have one distribution, then
 * in each block all differences may change their signs together, whatever depends on what among them. The greatest
 * statistic of all under such flips says how far the greatest may come by chance.
 *
 * <p>The statistic is the sum of a row's differences over the root of the sum of their squares, which no flip changes
 * and which is a t statistic in another form: t² = (n − 1) T² / (n − T²). So the interval of a row, in which lie all
 * shifts that its statistic does not reject, is that of Student with another factor. A row is found where its interval
 * leaves 0 out.
 */
public final class MaxT {
    /** All flips are tried if they have at most this many bits; else flips are drawn at random. */
    private static final int MOST_BITS = 14;

    private final double[][] rows;
    private final int blocks;
    private final double factor;

    /**
     * A difference that was asked about.
     *
     * @param low lower end of its interval; all intervals hold together at {@link Family#LEVEL}
     * @param high its upper end; both are infinite with too few blocks for an interval
     */
    public record Shift(double difference, double low, double high) {
        /** Whether it is there: its interval leaves 0 out. */
        public boolean found() {
            return low > 0 || high < 0;
        }
    }

    /**
     * Tests differences.
     *
     * @param rows a row for each difference, with its value in each block
     * @param seed of the flips that are drawn
     */
    public MaxT(double[][] rows, long seed) {
        this.rows = rows;
        this.blocks = rows.length == 0 ? 0 : rows[0].length;
        factor = blocks < 2 ? Double.POSITIVE_INFINITY : factor(seed);
    }

    /** How many standard errors the interval of each row reaches to both sides. */
    private double factor(long seed) {
        double[] greatest = greatest(seed).sorted().toArray();
        // The number of flips that may lie above the critical value.
        int above = (int) Math.floor(Family.LEVEL * greatest.length);
        // What is as far as that is not found, whatever rounding makes of it.
        double critical = greatest[greatest.length - 1 - above] * (1 + 1e-9);
        double square = critical * critical;
        // No more than n can be reached, by differences that are all the same.
        return square >= blocks ? Double.POSITIVE_INFINITY : critical * Math.sqrt((blocks - 1) / (blocks - square));
    }

    /** The greatest statistic of all rows under each flip, of which the first is none. */
    private DoubleStream greatest(long seed) {
        double[] roots = Arrays.stream(rows)
                .mapToDouble(row ->
                        Math.sqrt(Arrays.stream(row).map(each -> each * each).sum()))
                .toArray();
        SplittableRandom random = new SplittableRandom(seed);
        // A flip and its opposite have the same statistics, so the last block keeps its sign.
        boolean all = blocks - 1 <= MOST_BITS;
        int flips = 1 << Math.min(blocks - 1, MOST_BITS);
        return IntStream.range(0, flips)
                .mapToObj(flip -> all ? new long[] {flip} : signs(flip == 0 ? () -> 0 : random::nextLong))
                .mapToDouble(signs -> greatest(signs, roots));
    }

    /** A bit for each block, which is its sign. */
    private long[] signs(LongSupplier bits) {
        long[] signs = new long[(blocks + Long.SIZE - 1) / Long.SIZE];
        Arrays.setAll(signs, each -> bits.getAsLong());
        return signs;
    }

    private double greatest(long[] signs, double[] roots) {
        double greatest = 0;
        for (int row = 0; row < rows.length; row++) {
            double sum = 0;
            for (int block = 0; block < blocks; block++) {
                long sign = signs[block / Long.SIZE] >> block % Long.SIZE & 1;
                sum += sign == 0 ? rows[row][block] : -rows[row][block];
            }
            greatest = roots[row] > 0 ? Math.max(greatest, Math.abs(sum) / roots[row]) : greatest;
        }
        return greatest;
    }

    public List<Shift> shifts() {
        return Arrays.stream(rows).map(this::shift).toList();
    }

    private Shift shift(double[] row) {
        double mean = OverSessions.mean(row);
        double error = Math.sqrt(OverSessions.variance(List.of(row)) / blocks);
        return Double.isInfinite(factor)
                ? new Shift(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Shift(mean, mean - factor * error, mean + factor * error);
    }
}
