package org.whichjvm.collector.stats;

import java.util.Arrays;

/** The score of a difference, by its size alone: whole numbers, so that sums of them are exact. */
public enum ScoreFunction {
    /** Each difference counts the same, however large. */
    SIGN {
        @Override
        double of(double size, double scale) {
            return size > 0 ? 1 : 0;
        }
    },

    /**
     * A difference counts by its size up to {@link #FULL} times the scale, no more than that up to {@link #FALLING},
     * then less and less, and nothing from {@link #NONE} on: Hampel's three-part redescending function (Hampel,
     * Ronchetti, Rousseeuw and Stahel, "Robust Statistics", 1986, section 2.6). Between forks in one JIT mode noise is
     * a few per cent, while another mode lies ten times as far away: what lies there says nothing of the shift within a
     * mode.
     */
    REDESCENDING {
        @Override
        double of(double size, double scale) {
            // Where most are infinite these alone count: what is finite is small beside them.
            double score = Double.isInfinite(scale) ? Double.isInfinite(size) ? FULL : 0 : hampel(size / scale);
            return STEPS * score / FULL;
        }
    };

    private static final double FULL = 1.5;
    private static final double FALLING = 2.5;
    private static final double NONE = 4;

    // The largest score. Rounding to it is part of the score, so the test stays exact; its power is
    // within half of a per cent of that without rounding.
    private static final int STEPS = 32;

    // The median size of a difference is so much of the standard deviation of normal ones.
    private static final double NORMAL = 0.6745;

    /** The score of a difference, before it is rounded; NaN for 0 where all differences are 0. */
    abstract double of(double size, double scale);

    /** The scores of differences of these sizes, 0 or more, of which a scale is known. */
    int[] of(double[] sizes, double scale) {
        return Arrays.stream(sizes)
                .mapToInt(size -> (int) Math.rint(of(size, scale))) // NaN is 0
                .toArray();
    }

    static double hampel(double x) {
        if (x <= FULL) {
            return x;
        }
        if (x <= FALLING) {
            return FULL;
        }
        return x < NONE ? FULL * (NONE - x) / (NONE - FALLING) : 0;
    }

    /** The size from which a difference counts nothing among differences of these sizes. */
    static double farFrom(double[] sizes) {
        return NONE * scale(sizes);
    }

    /** The scale of differences of these sizes; where most are 0 of the others, 0 if all are. */
    static double scale(double[] sizes) {
        double median = sizes.length == 0 ? 0 : Medians.of(Arrays.stream(sizes));
        if (median > 0) {
            return median / NORMAL;
        }
        double ofSome = Medians.of(Arrays.stream(sizes).filter(size -> size > 0));
        return Double.isNaN(ofSome) ? 0 : ofSome / NORMAL;
    }
}
