package org.whichjvm.collector.stats;

import java.util.Arrays;

/**
 * The exact distribution of a sum of scores whose signs are fair coins, looked at once or several times: the shift
 * algorithm for sums of whole numbers (Streitberg and Röhmel, "Exact distributions for permutation and rank tests",
 * Statistical Software Newsletter 12, 1986), from analysis to analysis without what was rejected before (Armitage,
 * McPherson and Rowe, "Repeated significance tests on accumulating data", JRSS A 132, 1969).
 *
 * <p>What an analysis may spend and cannot, because sums are discrete, is left to the next one.
 */
final class SignedWalk {
    // A product of halves keeps all its digits as long as it is above this.
    private static final double LEAST_HALF = 1e-200;

    private final int[] scores;
    private final InterimAnalyses analyses;

    /** A walk of scores of 0 or more, one a pair in their order, at these analyses. */
    SignedWalk(int[] scores, InterimAnalyses analyses) {
        this.scores = scores;
        this.analyses = analyses;
    }

    /** The sum of all scores up to an analysis: what a side has that wins every pair. */
    int total(int analysis) {
        return Arrays.stream(scores, 0, analyses.pairs().get(analysis)).sum();
    }

    /**
     * The least sum that rejects at each analysis, for one side; more than the total where none does.
     *
     * @param alpha probability of a sum that rejects at any of the analyses, at most
     */
    int[] needed(double alpha) {
        int[] needed = new int[analyses.pairs().size()];
        double[] walk = {1}; // probability of each sum, not yet rejected
        double spent = 0;
        int pairs = 0;
        for (int analysis = 0; analysis < needed.length; analysis++) {
            walk = after(walk, pairs, analyses.pairs().get(analysis));
            pairs = analyses.pairs().get(analysis);
            double may = alpha * analyses.spent().get(analysis);
            int sum = walk.length;
            while (sum > 0 && spent + walk[sum - 1] <= may) {
                sum--;
                spent += walk[sum];
            }
            Arrays.fill(walk, sum, walk.length, 0);
            needed[analysis] = sum;
        }
        return needed;
    }

    /** The probability that one side has at least this sum of all scores, looked at once. */
    double tail(int sum) {
        double[] walk = after(new double[] {1}, 0, scores.length);
        double tail = 0;
        for (int i = walk.length - 1; i >= Math.max(0, sum); i--) {
            tail += walk[i];
        }
        return tail;
    }

    /** The walk after the scores from one pair to before another one. */
    private double[] after(double[] walk, int from, int to) {
        int length = walk.length;
        int most = length + Arrays.stream(scores, from, to).sum();
        double[] now = Arrays.copyOf(walk, most);
        double[] next = new double[most];
        double half = 1; // of each score; multiplied once
        for (int i = from; i < to; i++) {
            // A score of 0 changes nothing.
            if (scores[i] > 0) {
                add(now, next, length, scores[i]);
                double[] other = now;
                now = next;
                next = other;
                length += scores[i];
                half /= 2;
            }
            if (half < LEAST_HALF) {
                multiply(now, half);
                half = 1;
            }
        }
        multiply(now, half);
        return now;
    }

    /** The sum of a walk with itself, shifted by a score: a loop that compilers make vectors of. */
    private static void add(double[] now, double[] next, int length, int score) {
        System.arraycopy(now, 0, next, 0, Math.min(score, length));
        for (int i = score; i < length; i++) {
            next[i] = now[i] + now[i - score];
        }
        for (int i = Math.max(score, length); i < length + score; i++) {
            next[i] = now[i - score];
        }
        Arrays.fill(next, Math.min(length, score), score, 0);
    }

    private static void multiply(double[] walk, double by) {
        for (int i = 0; i < walk.length; i++) {
            walk[i] *= by;
        }
    }
}
