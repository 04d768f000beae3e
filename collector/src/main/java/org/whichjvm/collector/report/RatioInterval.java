package org.whichjvm.collector.report;

import java.util.Collection;
import java.util.function.Function;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.io.Quantity;

/**
 * A ratio and its interval, as reports show them: above 1 is slower, NaN is unknown, and infinite is what could not
 * keep the rate.
 *
 * @param decimals of all three: enough that the shown interval decides as the exact one did
 */
public record RatioInterval(double ratio, double low, double high, int decimals) {
    public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

    static final RatioInterval ONE = new RatioInterval(1, Double.NaN, Double.NaN);

    /** An interval that is held against no margin. */
    public RatioInterval(double ratio, double low, double high) {
        this(ratio, low, high, Double.NaN);
    }

    /**
     * An interval that decides.
     *
     * @param margin within which a difference counts as none, 0.03 being 3 %
     */
    public RatioInterval(double ratio, double low, double high, double margin) {
        this(ratio, low, high, Quantity.decimals(low, high, margin));
    }

    /** The interval that a comparison was decided by; of what is not decided, one by itself. */
    public static RatioInterval of(Comparison each) {
        return each.decidable() ? decided(each) : new RatioInterval(each.ratio(), each.singleLow(), each.singleHigh());
    }

    /** The interval that a comparison was decided by, if it was. */
    public static RatioInterval decided(Comparison each) {
        return new RatioInterval(each.ratio(), each.low(), each.high(), each.margin());
    }

    /** The intervals of a table's rows, all of which are shown with equal decimals. */
    public static <T> Function<T, RatioInterval> alike(
            Collection<? extends T> rows, Function<? super T, RatioInterval> of) {
        int most = rows.stream().map(of).mapToInt(RatioInterval::decimals).max().orElse(0);
        return row -> of.apply(row).with(most);
    }

    private RatioInterval with(int more) {
        return new RatioInterval(ratio, low, high, more);
    }

    public boolean known() {
        return !Double.isNaN(ratio);
    }

    public boolean bounded() {
        return !Double.isNaN(low) && !Double.isNaN(high);
    }

    /** The ratio alone, or the interval alone: a dash if there is none. */
    public String shown() {
        return Quantity.near(ratio, decimals);
    }

    public String interval() {
        return Quantity.interval(low, high, decimals);
    }

    /**
     * The ratio as a change against the baseline, + being slower: "+1.2 %", or "×2.31" from twice and below half. The
     * decimals decide as the exact interval did.
     */
    public String change() {
        return !known() ? Quantity.NONE : asFactors() ? factor(ratio) : Quantity.change(ratio, changeDecimals()) + " %";
    }

    /** The interval as changes: "−1.7 to +1.7 %"; empty if there is none. */
    public String changes() {
        if (!bounded()) {
            return "";
        }
        return asFactors()
                ? factor(low) + " to " + factor(high)
                : "%s to %s %%"
                        .formatted(Quantity.change(low, changeDecimals()), Quantity.change(high, changeDecimals()));
    }

    /** A per cent of what is twice as long is hard to read. */
    private boolean asFactors() {
        return Math.max(ratio, bounded() ? high : ratio) >= 2 || Math.min(ratio, bounded() ? low : ratio) <= 0.5;
    }

    private String factor(double of) {
        return Double.isInfinite(of) ? "∞" : "×" + Quantity.near(of, decimals);
    }

    private int changeDecimals() {
        return Math.max(1, decimals - 2);
    }

    /** Returns both, as in "1.24 [1.20, 1.29]"; the ratio alone if it has no interval. */
    public String both() {
        return bounded() ? shown() + " " + interval() : shown();
    }

    /** Tells both to those who do not see how they are drawn. */
    public String told() {
        if (!known()) {
            return "no ratio";
        }
        return bounded()
                ? "ratio %s, from %s to %s"
                        .formatted(shown(), Quantity.near(low, decimals), Quantity.near(high, decimals))
                : "ratio " + shown();
    }
}
