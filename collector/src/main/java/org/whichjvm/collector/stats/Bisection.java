package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds the build from which on a metric has stepped, where each measurement is noisy: probabilistic bisection
 * (Horstein, "Sequential transmission using noiseless feedback", IEEE Transactions on Information Theory 9, 1963;
 * Waeber, Frazier and Henderson, "Bisection search with noisy responses", SIAM Journal on Control and Optimization 51,
 * 2013). Each build is as likely at first. A build that was measured beside the first one makes likely the steps that
 * it is on the right side of, by as much as its ratio tells, and the next one is where the step is as likely before as
 * after. So no comparison has to be decided by itself, and one that misled is outvoted.
 *
 * <p>Each measurement is a session of its own, whose true ratio differs from that of other sessions whatever its blocks
 * say. One session of the two ends therefore does not show that there is a step: they are measured again until all
 * their sessions do.
 */
public final class Bisection {
    /** The errors, with tails so heavy that one odd measurement does not settle it. */
    private static final TDistribution ERRORS = TDistribution.of(10);

    private static final double TIE = 1e-12;

    /**
     * A measurement has as many blocks as it takes for the two ends to lie this many standard errors apart. If all goes
     * as expected, more blocks are wasted. With fewer, the cost of starting a measurement is paid more often.
     */
    private static final double APART = 2;

    private static final int LEAST_BLOCKS = 2;
    private static final int MOST_BLOCKS = 30;

    /**
     * The ends differ once they are this many standard errors apart: more than one analysis at all needs, because they
     * are looked at after each of their sessions.
     */
    private static final double SURE = 3;

    /** {@code PARTS} effects are tried, up to this many standard errors around the estimate of the ends. */
    private static final double REACH = 2.5;

    private static final int PARTS = 11;

    /** The effect is at least this part of what the ends say. */
    private static final double LEAST_SHARE = 0.3;

    /** The log ratios that the step may have. */
    private final double[] effects = new double[PARTS];

    /** How likely each build is the first that has stepped, by each effect; all together 1. */
    private final double[][] joint;

    /** The same by whatever effect. */
    private final double[] likelihoods;

    private final boolean differs;

    /**
     * What one session has measured.
     *
     * @param logRatio of a build to the first one
     * @param error its standard error, above 0
     */
    public record Measured(double logRatio, double error) {
        /**
         * A session with this number of blocks.
         *
         * @param within how far a block's log ratio lies from its session's, as a standard deviation
         * @param between how far the sessions' true log ratios lie apart, likewise
         */
        public static Measured of(double logRatio, int blocks, double within, double between) {
            return new Measured(logRatio, Math.hypot(within / Math.sqrt(blocks), between));
        }

        private double weight() {
            return 1 / (error * error);
        }
    }

    /**
     * A search before anything but its two ends is known.
     *
     * @param builds how many there are, the first and the last included
     * @param ends what each session of the last one has measured, one at least; what builds after the step have tells
     *     it too
     */
    public Bisection(int builds, List<Measured> ends) {
        double weight = ends.stream().mapToDouble(Measured::weight).sum();
        double effect =
                ends.stream().mapToDouble(each -> each.weight() * each.logRatio).sum() / weight;
        double effectError = 1 / Math.sqrt(weight);
        differs = Math.abs(effect) >= SURE * effectError;
        joint = new double[builds][PARTS];
        likelihoods = new double[builds];
        for (int part = 0; part < PARTS; part++) {
            double off = REACH * (2.0 * part / (PARTS - 1) - 1);
            // The ends differ for sure, and by nothing a build would never be told from the first one.
            effects[part] = effect * Math.max(LEAST_SHARE, 1 + off * effectError / Math.abs(effect));
            for (int build = 1; build < builds; build++) {
                joint[build][part] = Math.exp(-off * off / 2);
            }
        }
        normalize();
    }

    private void normalize() {
        double sum = 0;
        for (int build = 0; build < joint.length; build++) {
            likelihoods[build] = 0;
            for (double each : joint[build]) {
                likelihoods[build] += each;
            }
            sum += likelihoods[build];
        }
        for (int build = 0; build < joint.length; build++) {
            likelihoods[build] /= sum;
            for (int part = 0; part < PARTS; part++) {
                joint[build][part] /= sum;
            }
        }
    }

    /**
     * Takes what a build was measured to have.
     *
     * @param build from 0
     */
    public void observe(int build, Measured measured) {
        double before = ERRORS.density(measured.logRatio / measured.error);
        double[] after = Arrays.stream(effects)
                .map(each -> ERRORS.density((measured.logRatio - each) / measured.error))
                .toArray();
        for (int first = 1; first < joint.length; first++) {
            for (int part = 0; part < PARTS; part++) {
                joint[first][part] *= build < first ? before : after[part];
            }
        }
        normalize();
    }

    /** The log ratio of the last build to the first, as their sessions say. */
    public double effect() {
        return effects[PARTS / 2];
    }

    /** Whether their sessions show that the two ends differ. */
    public boolean differs() {
        return differs;
    }

    /**
     * The build to measure next: the last one until the ends are shown to differ; then the one that leaves the step as
     * likely after it as not. Only one that has others on both sides tells where the step is, so never the first or the
     * last.
     */
    public int next() {
        if (!differs) {
            return joint.length - 1;
        }
        int best = 1;
        double nearest = Double.MAX_VALUE;
        double upTo = 0;
        for (int build = 1; build < joint.length - 1; build++) {
            upTo += likelihood(build);
            if (Math.abs(upTo - 0.5) < nearest - TIE) {
                nearest = Math.abs(upTo - 0.5);
                best = build;
            }
        }
        return best;
    }

    /**
     * How many blocks a measurement is to have: no more than those whose mean lies as far from its session's ratio as
     * that lies from the ratios of other sessions. Beyond them another session tells more.
     *
     * @param within how far a block's log ratio lies from its session's, as a standard deviation
     * @param between how far the sessions' true log ratios lie apart, likewise
     */
    public int blocks(double within, double between) {
        double wanted = Math.pow(APART * within / effect(), 2);
        double blocks = Math.ceil(Math.min(wanted, Math.pow(within / between, 2)));
        return (int) Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, blocks));
    }

    /** The first build that has stepped, once it is as likely as that; empty before. */
    public OptionalInt found(double probability) {
        int best = likeliest();
        return differs && likelihood(best) >= probability ? OptionalInt.of(best) : OptionalInt.empty();
    }

    public int likeliest() {
        int best = 1;
        for (int build = 2; build < joint.length; build++) {
            best = likelihood(build) > likelihood(best) ? build : best;
        }
        return best;
    }

    public double likelihood(int build) {
        return likelihoods[build];
    }
}
