package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * The two-sided sign-flip test of paired differences, with the interval of all shifts that it does not reject, looked
 * at once or several times. If both of a pair have one distribution, then each difference is as likely to be above 0 as
 * below it whatever its size; the sum of the scores of those above 0 is compared with all signs there could have been
 * (Fisher, "The Design of Experiments", 1935, section 21; Maritz, "A note on exact robust confidence intervals for
 * location", Biometrika 66, 1979). Scores depend on sizes alone, so the test is exact for independent pairs of any
 * distribution, whatever its modes or tails. With {@link ScoreFunction#SIGN} it is the sign test with its
 * order-statistic interval; a difference of exactly 0 counts for neither side.
 *
 * <p>Of several analyses, a difference keeps the score that it had at the first analysis that saw it, so that the sums
 * are one random walk. The interval is the repeated one (Jennison and Turnbull, "Interim analyses: the repeated
 * confidence interval approach", JRSS B 51, 1989).
 */
public final class PairedTest {
    // p is looked for from 1 downwards, in steps of which none is passed over, and then to so much.
    private static final double P_STEP = 0.93;
    private static final double P_PRECISION = 1.0005;
    private static final double LEAST_P = 1e-7;

    // Ends are looked for outwards from the estimate in growing steps, the first of them so much of
    // the scale, and then found to so much of the first step.
    private static final double FIRST_STEP = 0.1;
    private static final double OUTWARDS = 1.3;
    private static final double FARTHEST = 1e9;
    private static final double END_PRECISION = 0.01;
    private static final int REWEIGHTED = 30;

    // How often, at most, a group is taken for one that cannot have the median and has it.
    private static final double TYPICAL_LEVEL = 0.05;

    private final double[] differences;
    private final InterimAnalyses analyses;
    private final ScoreFunction score;

    /**
     * A test of differences in the order in which they were measured.
     *
     * @param differences one a pair, of any size, also infinite
     * @param analyses at how many of them; the last analysis is at no more than there are
     * @param score what each counts
     */
    public PairedTest(double[] differences, InterimAnalyses analyses, ScoreFunction score) {
        if (analyses.last() > differences.length) {
            throw new IllegalArgumentException(
                    "an analysis at " + analyses.last() + " of " + differences.length + " pairs");
        }
        this.differences = Arrays.copyOf(differences, analyses.last());
        this.analyses = analyses;
        this.score = score;
    }

    /** A test that analyses once, at all of these differences. */
    public PairedTest(double[] differences, ScoreFunction score) {
        this(differences, InterimAnalyses.single(differences.length), score);
    }

    public int size() {
        return differences.length;
    }

    /**
     * The shift of the differences: their median, or of the redescending score the M-estimate that begins there; NaN
     * without a pair.
     */
    public double shift() {
        double shift = Medians.of(Arrays.stream(differences));
        if (score == ScoreFunction.SIGN || !Double.isFinite(shift)) {
            return shift;
        }
        double scale = ScoreFunction.scale(sizes(shift, differences.length));
        for (int i = 0; i < REWEIGHTED && scale > 0; i++) {
            double sum = 0;
            double weights = 0;
            for (double each : differences) {
                double size = Math.abs(each - shift) / scale;
                double weight = size == 0 ? 1 : ScoreFunction.hampel(size) / size;
                sum += weight > 0 ? weight * each : 0; // what is infinite has none
                weights += weight;
            }
            shift = sum / weights;
        }
        return shift;
    }

    /** The smallest level that rejects "the shift is 0" at an analysis, from 1e-7; 1 without a pair. */
    public double p() {
        Sums sums = new Sums(0);
        if (analyses.pairs().size() == 1 && analyses.spent().get(0) == 1) {
            return differences.length == 0 ? 1 : Math.min(1, 2 * sums.walk.tail(sums.most[0]));
        }
        return least(sums::rejectsAtAny);
    }

    private static double least(DoublePredicate rejects) {
        double rejecting = 1;
        if (!rejects.test(1)) {
            return 1;
        }
        while (rejecting > LEAST_P && rejects.test(rejecting * P_STEP)) {
            rejecting *= P_STEP;
        }
        double not = rejecting * P_STEP;
        while (rejecting > LEAST_P && rejecting / not > P_PRECISION) {
            double middle = Math.sqrt(rejecting * not);
            if (rejects.test(middle)) {
                rejecting = middle;
            } else {
                not = middle;
            }
        }
        return Math.max(LEAST_P, rejecting);
    }

    /** The sums of both sides at an assumed true shift. */
    private final class Sums {
        final SignedWalk walk;

        /** The larger of both sums at each analysis. */
        final int[] most;

        Sums(double shift) {
            int[] scores = scores(shift);
            walk = new SignedWalk(scores, analyses);
            most = new int[analyses.pairs().size()];
            for (int analysis = 0; analysis < most.length; analysis++) {
                int above = 0;
                int below = 0;
                for (int i = 0; i < analyses.pairs().get(analysis); i++) {
                    above += differences[i] > shift ? scores[i] : 0;
                    below += differences[i] < shift ? scores[i] : 0;
                }
                most[analysis] = Math.max(above, below);
            }
        }

        boolean rejectsAtAny(double alpha) {
            int[] needed = walk.needed(alpha / 2);
            return IntStream.range(0, needed.length).anyMatch(analysis -> most[analysis] >= needed[analysis]);
        }

        boolean rejectsAtLast(double alpha) {
            int last = most.length - 1;
            return most[last] >= walk.needed(alpha / 2)[last];
        }
    }

    private int[] scores(double shift) {
        int[] scores = new int[differences.length];
        int seen = 0;
        for (int pairs : analyses.pairs()) {
            double[] sizes = sizes(shift, pairs);
            int[] all = score.of(sizes, ScoreFunction.scale(sizes));
            System.arraycopy(all, seen, scores, seen, pairs - seen);
            seen = pairs;
        }
        return scores;
    }

    private double[] sizes(double shift, int pairs) {
        return Arrays.stream(differences, 0, pairs)
                .map(each -> Math.abs(each - shift))
                .toArray();
    }

    /**
     * The interval of the shift. The redescending score does not see what lies far out. So where the differences fall
     * apart into groups, and the signs cannot tell which of these has the median, the interval reaches over all groups
     * that may have it.
     *
     * @param alpha how often, at most, it may miss the shift at any of the analyses
     * @return unknown if there are too few pairs for one; an end is infinite if differences are
     */
    public Interval interval(double alpha) {
        Interval bySigns = bySigns(alpha);
        double estimate = shift();
        // If most are infinite, the order alone tells.
        if (score == ScoreFunction.SIGN || Double.isNaN(bySigns.low()) || !Double.isFinite(estimate)) {
            return bySigns;
        }
        double step = FIRST_STEP * Math.max(ScoreFunction.scale(sizes(estimate, differences.length)), 1e-9);
        double low = end(alpha, estimate, -step);
        double high = end(alpha, estimate, step);
        if (!new Sums(0).rejectsAtLast(alpha)) {
            // Farther out the redescending score may not reject again; no shift at all is never left out.
            low = Math.min(low, 0);
            high = Math.max(high, 0);
        }
        Interval typical = typicalGroups(estimate);
        return new Interval(Math.min(low, typical.low()), Math.max(high, typical.high()));
    }

    /** Whether the groups of the differences leave open which of them has the median. */
    public boolean fallsApart() {
        if (score == ScoreFunction.SIGN || differences.length == 0) {
            return false;
        }
        double estimate = shift();
        Interval typical = typicalGroups(estimate);
        return typical.low() < estimate || typical.high() > estimate;
    }

    private Interval bySigns(double alpha) {
        OptionalInt needed = needed(alpha);
        if (needed.isEmpty()) {
            return Interval.UNKNOWN;
        }
        double[] sorted = Arrays.stream(differences).sorted().toArray();
        return new Interval(sorted[sorted.length - needed.getAsInt()], sorted[needed.getAsInt() - 1]);
    }

    /** Whether "the shift is 0" is rejected, and no group that may be typical reaches over 0. */
    public boolean rejects(double alpha) {
        if (differences.length == 0 || !new Sums(0).rejectsAtLast(alpha)) {
            return false;
        }
        double estimate = shift();
        Interval typical = typicalGroups(estimate);
        return estimate > 0 ? typical.low() > 0 : typical.high() < 0;
    }

    /**
     * How far the differences lie from their shift, as a standard deviation of what is near it: 1.48 times the median
     * distance.
     */
    public double spread() {
        return ScoreFunction.scale(sizes(shift(), differences.length));
    }

    /**
     * The end to one side: the first shift that is rejected on the way out from the estimate. Further out a
     * redescending score may not reject again, where forks of two modes look like noise.
     */
    private double end(double alpha, double estimate, double step) {
        double kept = estimate;
        double out = step;
        while (!new Sums(estimate + out).rejectsAtLast(alpha)) {
            kept = estimate + out;
            out *= OUTWARDS;
            if (Math.abs(out) > FARTHEST * Math.abs(step)) {
                return out * Double.POSITIVE_INFINITY;
            }
        }
        double rejected = estimate + out;
        while (Math.abs(rejected - kept) > END_PRECISION * Math.abs(step)) {
            double middle = (kept + rejected) / 2;
            if (new Sums(middle).rejectsAtLast(alpha)) {
                rejected = middle;
            } else {
                kept = middle;
            }
        }
        return rejected;
    }

    /** The pairs that a side must win at the last analysis by signs alone; empty if all are too few. */
    public OptionalInt needed(double alpha) {
        int[] ones = new int[differences.length];
        Arrays.fill(ones, 1);
        int[] all = new SignedWalk(ones, analyses).needed(alpha / 2);
        boolean enough = all.length > 0 && all[all.length - 1] <= analyses.last();
        return enough ? OptionalInt.of(all[all.length - 1]) : OptionalInt.empty();
    }

    /** The least pairs of a fixed design with which a side that wins all of them is significant. */
    public static int leastPairs(double alpha) {
        return (int) Math.ceil(1 - Math.log(alpha) / Math.log(2)); // from 2 * 0.5^n <= alpha
    }

    /** The range of the groups that may have the median too; else the estimate twice. */
    private Interval typicalGroups(double estimate) {
        Interval median = new PairedTest(differences, ScoreFunction.SIGN).interval(TYPICAL_LEVEL);
        // Infinite differences are a group of their own.
        double low = median.low() == Double.NEGATIVE_INFINITY ? median.low() : estimate;
        double high = median.high() == Double.POSITIVE_INFINITY ? median.high() : estimate;
        double[] finite = Arrays.stream(differences).filter(Double::isFinite).toArray();
        for (double[] group : Groups.ofLogs(finite)) {
            double least = group[0];
            double greatest = group[group.length - 1];
            if (greatest >= median.low() && greatest < estimate) {
                low = Math.min(low, least);
            }
            if (least <= median.high() && least > estimate) {
                high = Math.max(high, greatest);
            }
        }
        return new Interval(low, high);
    }

    /** How many of {@code pairs} pairs must lie to one side of a group for it not to have the median. */
    static OptionalInt neededBesideGroup(int pairs) {
        return new PairedTest(new double[pairs], ScoreFunction.SIGN).needed(TYPICAL_LEVEL);
    }
}
