package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * The interim analyses of a campaign, and how much of its significance level each may spend: an error-spending design
 * (Lan and DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983). More than one analysis
 * without such a design finds what is not there more often: with an analysis after every block it always does.
 *
 * @param pairs number of pairs at each interim analysis, not decreasing
 * @param spent cumulative share of the level spent up to each of them, 0 to 1, not decreasing
 */
public record InterimAnalyses(List<Integer> pairs, List<Double> spent) {
    private static final int FIRST = 8;
    private static final double GROWTH = 1.5;
    private static final double LEAST_GROWTH = 1.1;

    public InterimAnalyses {
        pairs = List.copyOf(pairs);
        spent = List.copyOf(spent);
        if (pairs.size() != spent.size()) {
            throw new IllegalArgumentException(pairs.size() + " analyses, " + spent.size() + " shares");
        }
        for (int i = 0; i < pairs.size(); i++) {
            boolean down = i > 0 && (pairs.get(i) < pairs.get(i - 1) || spent.get(i) < spent.get(i - 1));
            if (down || pairs.get(i) < 0 || spent.get(i) < 0 || spent.get(i) > 1) {
                throw new IllegalArgumentException(pairs + " and " + spent + " are not analyses in order");
            }
        }
    }

    /** The fixed design: one analysis at the end. */
    public static InterimAnalyses single(int pairs) {
        return new InterimAnalyses(List.of(pairs), List.of(1.0));
    }

    /**
     * After how many blocks a campaign of at most {@code cap} blocks has interim analyses: at the first one that can
     * decide anything by what it may spend, 8 or later, then each time it has grown by half, and at the cap. Geometric,
     * because what is worth knowing is on the scale of factors: large differences show early, and for small ones there
     * are not many analyses to pay for. An analysis that could be earlier would have to spend more, which makes every
     * later one blunter: half of the level at an analysis that is two blocks earlier costs 7 % of what the last one can
     * tell apart.
     *
     * @param level the significance level of a single comparison
     */
    public static List<Integer> plan(int cap, double level) {
        for (int first = FIRST; first < cap; first++) {
            List<Integer> analyses = from(first, cap);
            if (PairedTest.leastPairs(level * spending(first, cap)) <= first) {
                return analyses;
            }
        }
        return List.of(cap);
    }

    private static List<Integer> from(int first, int cap) {
        List<Integer> analyses = new ArrayList<>();
        // The last but one is no analysis where the cap follows at once.
        for (int analysis = first; analysis * LEAST_GROWTH < cap; analysis = (int) Math.ceil(analysis * GROWTH)) {
            analyses.add(analysis);
        }
        analyses.add(cap);
        return analyses;
    }

    /**
     * The share spent up to each analysis of a campaign that ends with the last of them: a convex function of the part
     * of the blocks that there are, whatever the number of analyses (Hwang, Shih and DeCani, "Group sequential designs
     * using a family of type I error probability spending functions", Statistics in Medicine 9, 1990, with γ = −1). It
     * leaves more to the last analyses than equal amounts would, where small differences are found: their intervals are
     * 4 to 6 % narrower. With a larger exponent the first analyses could decide next to nothing.
     *
     * @param blocks the number of blocks at each analysis, 1 or more, in order
     */
    public static List<Double> spent(List<Integer> blocks) {
        int cap = blocks.get(blocks.size() - 1);
        return blocks.stream().map(each -> spending(each, cap)).toList();
    }

    private static double spending(int blocks, int cap) {
        return Math.expm1((double) blocks / cap) / Math.expm1(1);
    }

    int last() {
        return pairs.isEmpty() ? 0 : pairs.get(pairs.size() - 1);
    }
}
