package org.whichjvm.collector.analysis;

import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;

/**
 * Two one-sided sign tests (Schuirmann, "A comparison of the two one-sided tests procedure and the
 * power approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987). Whatever lies far
 * out counts as outside of the margin, which a redescending score would not do.
 */
final class Equivalence {
  private Equivalence() {}

  /**
   * The p of "the difference is at least the margin", the larger one of both directions.
   *
   * @param logRatios a pair each
   * @param looks at how many of them
   * @param margin 0.03 being 3 %
   */
  static double p(final double[] logRatios, final Looks looks, final double margin) {
    final PairedTest test = new PairedTest(logRatios, looks, Score.SIGN);
    final double log = Math.log1p(margin);
    return Math.max(test.oneSidedP(log, true), test.oneSidedP(-log, false));
  }
}
