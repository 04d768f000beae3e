package org.whichjvm.collector.analysis;

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

  /** The confidence in a comparison, by the shift or the slow starts that its verdict rests on. */
  public static Confidence of(final Comparison each, final double margin) {
    final Verdict verdict = each.verdict();
    return verdict.differs() && verdict != each.shift()
        ? of(verdict, each.starts().adjustedP(), Double.NaN, Double.NaN, margin)
        : of(verdict, each.adjustedP(), each.low(), each.high(), margin);
  }

  /**
   * The confidence in one comparison or contrast.
   *
   * @param margin within which a difference counts as none, 0.03 being 3 %
   */
  public static Confidence of(
      final Verdict verdict,
      final double adjustedP,
      final double low,
      final double high,
      final double margin) {
    if (verdict == Verdict.INCONCLUSIVE) {
      return OPEN;
    }
    if (verdict == Verdict.EQUIVALENT) {
      return low >= 1 / (1 + margin / 2) && high <= 1 + margin / 2 ? FIRM : CLOSE;
    }
    return adjustedP <= Decision.ALPHA * FIRM_SHARE || low > 1 + margin || high < 1 / (1 + margin)
        ? FIRM
        : CLOSE;
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
