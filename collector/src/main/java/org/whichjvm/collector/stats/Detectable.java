package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How small a difference data like these would have shown as a verdict, by the interval of the redescending
 * {@link PairedTest}. It is computed, not drawn: noise of both signs gives the mean and the variance of a pair's signed
 * score, the walk of scores gives the sum that the test asks for, and the sum of independent scores is taken as normal.
 * Pairs that lie in a group of their own, apart from most, must be too few for the interval to reach over them.
 */
public final class Detectable {
    /** The customary power: found four times in five. */
    public static final double POWER = 0.8;

    // Shifts are tried from a tenth of the noise upwards, then between the last two.
    private static final double FIRST = 0.1;
    private static final double STEP = 1.4;
    private static final double MOST = 1e4;
    private static final int HALVINGS = 7;

    // The number of values in the mixture of noise.
    private static final int MIXED = 400;

    // Multiples of it lie evenly in any stretch of them (the golden ratio less 1).
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    // Noise that counts, noise that lies too far out to count, and how much of all that is.
    private final double[] near;
    private final double[] outside;
    private final double far;

    private final InterimAnalyses analyses;
    private final double alpha;

    // The answer once it was asked for.
    private OptionalDouble shift = OptionalDouble.empty();

    /**
     * Prepares campaigns of one design.
     *
     * @param noise differences of pairs that differ by nothing else; infinite ones lie far out
     * @param analyses the pairs that a campaign has at each
     * @param alpha the significance level of the comparison
     */
    public Detectable(double[] noise, InterimAnalyses analyses, double alpha) {
        double limit = ScoreFunction.farFrom(Arrays.stream(noise).map(Math::abs).toArray());
        this.near = Arrays.stream(noise)
                .filter(each -> Math.abs(each) <= limit)
                .sorted()
                .toArray();
        this.outside = Arrays.stream(noise)
                .filter(each -> Math.abs(each) > limit)
                .sorted()
                .toArray();
        this.far = noise.length == 0 ? 1 : (double) outside.length / noise.length;
        this.analyses = analyses;
        this.alpha = alpha;
    }

    /** The probability that a shift is found, as a verdict of its own direction. */
    public double power(double shift) {
        if (near.length == 0 || analyses.last() == 0) {
            return 0;
        }
        if (far == 0) {
            return rejects(shift, near);
        }
        // How many of the pairs lie far out is chance: three points of a normal distribution.
        double deviation = Math.sqrt(3 * far * (1 - far) / analyses.last());
        double power = (4 * rejects(shift, mixed(far))
                        + rejects(shift, mixed(Math.max(0, far - deviation)))
                        + rejects(shift, mixed(Math.min(1, far + deviation))))
                / 6;
        return power * staysInOneGroup();
    }

    /** A mixture of noise of which this share lies far out. */
    private double[] mixed(double share) {
        int some = (int) Math.round(share * MIXED);
        double[] mixed = new double[MIXED];
        for (int i = 0; i < MIXED; i++) {
            boolean out = i < some;
            double[] from = out ? outside : near;
            double place = out ? (i + 0.5) / some : (i - some + 0.5) / (MIXED - some);
            mixed[i] = from[(int) (place * from.length)];
        }
        return mixed;
    }

    /** The probability that no more pairs lie far out to one side than the signs can leave out. */
    private double staysInOneGroup() {
        int pairs = analyses.last();
        OptionalInt needed = PairedTest.neededBesideGroup(pairs);
        if (needed.isEmpty()) {
            return 0;
        }
        // Either sign is as likely, so half of those outside lie on the side that matters.
        return BinomialDistribution.of(pairs, far / 2).cumulativeProbability(pairs - needed.getAsInt());
    }

    /** The probability that the test rejects "no shift" in the shift's own direction. */
    private double rejects(double shift, double[] noise) {
        int pairs = analyses.last();
        // Which of two forks of one JVM came first says nothing, so each difference has both signs.
        double[] shifted = Arrays.stream(noise)
                .flatMap(each -> DoubleStream.of(shift + each, shift - each))
                .toArray();
        double[] sizes = Arrays.stream(shifted).map(Math::abs).toArray();
        int[] scores = ScoreFunction.REDESCENDING.of(sizes, ScoreFunction.scale(sizes));
        double square = Arrays.stream(scores)
                .mapToDouble(each -> (double) each * each)
                .average()
                .orElse(0);
        if (square == 0) {
            return 0;
        }
        // The test compares the sum of signed scores with what their sizes allow: it is one divided by
        // the root of the other, whose mean and variance the delta method gives.
        double[] signed = IntStream.range(0, scores.length)
                .mapToDouble(i -> Math.signum(shifted[i]) * scores[i] / Math.sqrt(square))
                .toArray();
        double relative = moment(signed, each -> each);
        DoubleUnaryOperator influence = each -> each - relative * each * each / 2;
        double variance = moment(signed, each -> Math.pow(influence.applyAsDouble(each), 2))
                - Math.pow(moment(signed, influence), 2);
        double cubes = moment(signed, each -> each * each * each);
        double fourths = moment(signed, each -> each * each * each * each);
        double bias = (relative * 3 / 8 * (fourths - 1) - (cubes - relative) / 2) / pairs;
        // The sum of signed scores is twice what the winner has, less the total.
        int[] typical = typical(scores, pairs);
        SignedWalk walk = new SignedWalk(typical, analyses);
        int last = analyses.pairs().size() - 1;
        int needed = walk.needed(alpha / 2)[last];
        int total = walk.total(last);
        if (needed > total) {
            return 0;
        }
        double sizes2 =
                Arrays.stream(typical).mapToDouble(each -> (double) each * each).sum();
        double missing = (2.0 * needed - total - 1) / Math.sqrt(sizes2) - Math.sqrt(pairs) * (relative + bias);
        return variance <= 0
                ? missing <= 0 ? 1 : 0
                : NormalDistribution.of(0, 1).survivalProbability(missing / Math.sqrt(variance));
    }

    private static double moment(double[] values, DoubleUnaryOperator of) {
        return Arrays.stream(values).map(of).average().orElse(Double.NaN);
    }

    /** A sample of the scores, spread as all of them are, at any analysis. */
    private static int[] typical(int[] scores, int pairs) {
        int[] sorted = Arrays.stream(scores).sorted().toArray();
        int[] typical = new int[pairs];
        for (int i = 0; i < pairs; i++) {
            double place = (i + 0.5) * GOLDEN;
            typical[i] = sorted[(int) (sorted.length * (place - Math.floor(place)))];
        }
        return typical;
    }

    /** The smallest shift that is found with {@link #POWER}, 0 or more; NaN if none is. */
    public double shift() {
        if (shift.isEmpty()) {
            shift = OptionalDouble.of(search());
        }
        return shift.getAsDouble();
    }

    private double search() {
        double scale = ScoreFunction.scale(Arrays.stream(near).map(Math::abs).toArray());
        if (power(Math.max(scale, 1) * MOST) < POWER) {
            return Double.NaN;
        }
        if (scale == 0) {
            return 0;
        }
        double found = FIRST * scale;
        while (power(found) < POWER) {
            found *= STEP;
        }
        double not = found / STEP;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (found + not) / 2;
            if (power(middle) >= POWER) {
                found = middle;
            } else {
                not = middle;
            }
        }
        return found;
    }
}
