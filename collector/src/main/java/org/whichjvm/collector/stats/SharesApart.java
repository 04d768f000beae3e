package org.whichjvm.collector.stats;

import org.apache.commons.statistics.distribution.BetaDistribution;

/** How much larger one share of pairs may be than another one of the same pairs. */
public final class SharesApart {
    /** Two shares count as alike only if the upper bound of their difference is below this: one pair in four. */
    public static final double TOLD = 0.25;

    // One in twenty for the upper bound of a share minus the lower bound of the other share. Most of it
    // goes to the upper bound, because the other share is mostly 0.
    private static final double UPPER = 0.04;
    private static final double LOWER = 0.01;

    /**
     * The 95 % upper bound of one share less another: the exact upper bound of the one less the exact lower bound of
     * the other (Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the
     * binomial", Biometrika 26, 1934).
     *
     * @param one pairs that have the one
     * @param other pairs that have the other
     * @param pairs all of them, 1 or more
     * @return −1 to 1
     */
    public static double atMost(int one, int other, int pairs) {
        double upper =
                one == pairs ? 1 : BetaDistribution.of(one + 1.0, pairs - one).inverseSurvivalProbability(UPPER);
        double lower =
                other == 0 ? 0 : BetaDistribution.of(other, pairs - other + 1.0).inverseCumulativeProbability(LOWER);
        return upper - lower;
    }

    /** The least pairs of which none has it and that tell that {@link #TOLD} is too much. */
    public static int leastPairs() {
        return (int) Math.ceil(Math.log(UPPER) / Math.log(1 - TOLD)); // (1 - 0.25)^n <= 0.04
    }
}
