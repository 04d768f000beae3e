package org.whichjvm.collector.report;

import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.io.Quantity;

/**
 * A ratio and its interval, as reports show them: above 1 is slower, NaN is unknown, and infinite
 * is what could not keep the rate.
 */
public record RatioInterval(double ratio, double low, double high) {
  public static final RatioInterval NONE = new RatioInterval(Double.NaN, Double.NaN, Double.NaN);

  static final RatioInterval ONE = new RatioInterval(1, Double.NaN, Double.NaN);

  /** The interval that a comparison was decided by; of what is not decided, one by itself. */
  public static RatioInterval of(final Comparison each) {
    return each.decidable()
        ? new RatioInterval(each.ratio(), each.low(), each.high())
        : new RatioInterval(each.ratio(), each.singleLow(), each.singleHigh());
  }

  public boolean known() {
    return !Double.isNaN(ratio);
  }

  public boolean bounded() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }

  /** The ratio alone, or the interval alone: a dash if there is none. */
  public String shown() {
    return Quantity.ratio(ratio);
  }

  public String interval() {
    return Quantity.interval(low, high);
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
        ? "ratio %s, from %s to %s".formatted(shown(), Quantity.ratio(low), Quantity.ratio(high))
        : "ratio " + shown();
  }
}
