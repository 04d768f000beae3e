package org.whichjvm.collector.across;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.ResultFile;

/**
 * A contender's comparison on one host: what that host's own campaign decided.
 *
 * @param ratio to the reference, above 1 is slower; NaN without one, infinite if the contender
 *     could not keep the rate
 * @param low lower end of its 95 % interval; NaN without one
 * @param high its upper end; NaN without one
 * @param verdict null where there is none
 * @param word the verdict, or why there is none
 * @param blocks in which both have a fork that counts
 */
record HostVerdict(
    double ratio, double low, double high, Verdict verdict, String word, int blocks) {
  /** The word of a comparison that the campaign does not decide. */
  static final String NOT_DECIDED = "not decided";

  static HostVerdict without(final String word) {
    return new HostVerdict(Double.NaN, Double.NaN, Double.NaN, null, word, 0);
  }

  /** A contender without a comparison has the reason; null if it never ran. */
  static HostVerdict without(final ResultFile.Contender contender) {
    if (contender == null) {
      return without("not run");
    }
    final ResultFile.Forks forks = contender.forks();
    if (Boolean.TRUE.equals(contender.emulated())) {
      return without("emulated");
    }
    return without(
        forks.ok() > 0
            ? "not compared"
            : forks.excluded() > 0 ? "excluded" : forks.failed() > 0 ? "failed" : "not run");
  }

  static HostVerdict of(final ResultFile.Compared comparison) {
    final Verdict verdict = comparison.decidable() ? comparison.verdict() : null;
    return new HostVerdict(
        // A ratio that is 0 or infinite is null there.
        comparison.ratio() == null && verdict == Verdict.SLOWER
            ? Double.POSITIVE_INFINITY
            : ResultFile.known(comparison.ratio()),
        ResultFile.known(comparison.low()),
        ResultFile.known(comparison.high()),
        verdict,
        verdict == null ? NOT_DECIDED : verdict.key,
        comparison.blocks());
  }

  /** Controls are left out; the order is the campaign's. */
  static Map<Matrix.Key, HostVerdict> all(final ResultFile result) {
    final Map<Matrix.Key, HostVerdict> cells = new LinkedHashMap<>();
    for (final ResultFile.Compared each : result.comparisons()) {
      if (each.contender() != null && each.baseline() != null && !each.control()) {
        each.figure()
            .map(figure -> new Matrix.Key(each.contender(), each.baseline(), figure))
            .ifPresent(key -> cells.put(key, of(each)));
      }
    }
    return cells;
  }

  RatioInterval interval() {
    return new RatioInterval(ratio, low, high);
  }

  boolean open() {
    return verdict == null || verdict == Verdict.INCONCLUSIVE;
  }

  /** Reads as in "0.93 [0.91, 0.95] faster". */
  String shown() {
    return interval().bounded()
        ? Quantity.ratio(ratio) + " " + interval().interval() + " " + word
        : brief();
  }

  /** Reads as in "0.93 faster". */
  String brief() {
    return Double.isNaN(ratio) ? word : Quantity.ratio(ratio) + " " + word;
  }

  /** Reads as in "0.93 F"; {@link #LETTERS} explains the letters. */
  String letter() {
    final String letter =
        verdict == null
            ? "-"
            : switch (verdict) {
              case FASTER, SLOWER -> verdict.key.substring(0, 1).toUpperCase(Locale.ROOT);
              case FASTER_AT_TIMES, SLOWER_AT_TIMES -> verdict.key.substring(0, 1);
              case EQUIVALENT -> "=";
              case INCONCLUSIVE -> "?";
            };
    return Double.isNaN(ratio) ? letter : Quantity.ratio(ratio) + " " + letter;
  }

  static final String LETTERS =
      "F faster, S slower, f and s in some starts, = equivalent, ? inconclusive, - no verdict.";
}
