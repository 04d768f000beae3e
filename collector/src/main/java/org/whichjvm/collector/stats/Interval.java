package org.whichjvm.collector.stats;

/**
 * An interval of a shift or a ratio.
 *
 * @param low its lower end; NaN if there is too little for an interval
 * @param high its upper end; NaN if the lower end is
 */
public record Interval(double low, double high) {
    public static final Interval UNKNOWN = new Interval(Double.NaN, Double.NaN);

    /** The interval of a ratio, of which this one is the logarithm. */
    public Interval exp() {
        return new Interval(Math.exp(low), Math.exp(high));
    }

    public boolean excludes(double value) {
        return low > value || high < value;
    }
}
