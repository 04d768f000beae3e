package org.whichjvm.collector.decide;

import org.whichjvm.collector.io.Quantity;

/**
 * How sure a verdict is, in a word. It follows from figures that are corrected for all that the
 * campaign decides, and from no others.
 */
public enum Confidence {
  /**
   * A difference whose corrected p is at most a fifth of the significance level, or whose whole
   * interval lies outside the margin; or an equivalence whose interval fills at most half of the
   * margin on either side. A campaign that repeats this one will hardly say otherwise.
   */
  FIRM("firm"),
  /** Decided, but not that clearly: a little more noise, and it would have been left open. */
  CLOSE("close"),
  /** Inconclusive: the interval says what remains possible. */
  OPEN("open");

  // A share of the significance level.
  private static final double FIRM_SHARE = 0.2;

  public final String word;

  Confidence(final String word) {
    this.word = word;
  }

  /**
   * The confidence in a comparison, by the shift or the slow starts that its verdict rests on.
   *
   * @param margin within which a difference counts as none, 0.03 being 3 %
   */
  public static Confidence of(final Comparison each, final double margin) {
    final double low = each.low();
    final double high = each.high();
    if (each.verdict() == Verdict.INCONCLUSIVE) {
      return OPEN;
    }
    if (each.verdict() == Verdict.EQUIVALENT) {
      return low >= 1 / (1 + margin / 2) && high <= 1 + margin / 2 ? FIRM : CLOSE;
    }
    final boolean ofStarts = each.verdict() != each.shift();
    final double p = ofStarts ? each.starts().adjustedP() : each.adjustedP();
    final boolean beyond = !ofStarts && (low > 1 + margin || high < 1 / (1 + margin));
    return p <= Decision.ALPHA * FIRM_SHARE || beyond ? FIRM : CLOSE;
  }

  /**
   * The word; where it is open what remains possible, in whole per cent rounded outwards: "−3 to +6
   * %" is between 3 % faster and 6 % slower.
   *
   * @param low lower end of the interval of the ratio; NaN if there is none
   * @param high its upper end; NaN if the lower end is
   */
  public String shown(final double low, final double high) {
    return this == OPEN && !Double.isNaN(low)
        ? "%s to %s %%"
            .formatted(percent(Math.floor(100 * (low - 1))), percent(Math.ceil(100 * (high - 1))))
        : word;
  }

  private static String percent(final double whole) {
    return Double.isInfinite(whole)
        ? "∞"
        : (whole < 0 ? "−" : whole > 0 ? "+" : "") + Quantity.count((long) Math.abs(whole));
  }
}
