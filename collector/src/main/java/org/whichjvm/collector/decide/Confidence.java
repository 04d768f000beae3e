package org.whichjvm.collector.decide;

/**
 * How sure a verdict is, in a word. It follows from metrics that are corrected for all that the campaign decides, and
 * from no others.
 */
public enum Confidence {
    /**
     * A difference whose corrected p is at most a fifth of the significance level, or whose whole interval lies outside
     * the margin; or an equivalence whose interval fills at most half of the margin on either side. A campaign that
     * repeats this one will hardly say otherwise.
     */
    FIRM("firm"),
    /** Decided, but not that clearly: a little more noise, and it would have been left open. */
    CLOSE("close"),
    /** Inconclusive: the interval says what remains possible. */
    OPEN("open");

    // A share of the significance level.
    private static final double FIRM_SHARE = 0.2;

    public final String word;

    Confidence(String word) {
        this.word = word;
    }

    /**
     * The confidence in a comparison, by the shift or the slow starts that its verdict rests on.
     *
     * @param margin within which a difference counts as none, 0.03 being 3 %
     */
    public static Confidence of(Comparison each, double margin) {
        double low = each.low();
        double high = each.high();
        if (each.verdict() == Verdict.INCONCLUSIVE) {
            return OPEN;
        }
        if (each.verdict() == Verdict.EQUIVALENT) {
            return low >= 1 / (1 + margin / 2) && high <= 1 + margin / 2 ? FIRM : CLOSE;
        }
        boolean ofStarts = each.verdict() != each.shift();
        double p = ofStarts ? each.starts().adjustedP() : each.adjustedP();
        boolean beyond = !ofStarts && (low > 1 + margin || high < 1 / (1 + margin));
        return p <= Decision.ALPHA * FIRM_SHARE || beyond ? FIRM : CLOSE;
    }
}
