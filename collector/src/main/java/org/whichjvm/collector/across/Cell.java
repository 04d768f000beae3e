package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Locale;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Quantity;

/**
 * A contender's comparison on one host: what that host's own campaign decided.
 *
 * @param ratio to the reference, above 1 is slower; NaN without one, infinite if the contender
 *     could not keep the rate
 * @param low lower end of its 95 % interval; NaN without one
 * @param high its upper end; NaN likewise
 * @param verdict null where there is none
 * @param word the verdict, or why there is none
 * @param blocks in which both have a fork that counts
 * @param logRatios of the blocks, infinite where one of the two could not keep the rate; empty if
 *     they are not told
 */
record Cell(
    double ratio,
    double low,
    double high,
    Verdict verdict,
    String word,
    int blocks,
    double[] logRatios) {
  /** The word of a comparison that the campaign does not decide. */
  static final String NOT_DECIDED = "not decided";

  /** Where there is nothing to compare. */
  static Cell without(final String word) {
    return new Cell(Double.NaN, Double.NaN, Double.NaN, null, word, 0, new double[0]);
  }

  /** Of a comparison in {@code result.json}. */
  static Cell of(final JsonObject comparison) {
    final boolean decidable = Told.isTrue(comparison, "decidable");
    final Verdict verdict = decidable ? verdict(Told.text(comparison, "verdict")) : null;
    final double ratio = Told.number(comparison, "ratio");
    return new Cell(
        // A ratio that is 0 or infinite is null there.
        Double.isNaN(ratio) && verdict == Verdict.SLOWER ? Double.POSITIVE_INFINITY : ratio,
        Told.number(comparison, "low"),
        Told.number(comparison, "high"),
        verdict,
        verdict == null ? NOT_DECIDED : verdict.key,
        Told.count(comparison, "blocks"),
        logRatios(Told.array(comparison, "blockRatios")));
  }

  private static Verdict verdict(final String key) {
    for (final Verdict each : Verdict.values()) {
      if (each.key.equals(key)) {
        return each;
      }
    }
    return null;
  }

  private static double[] logRatios(final JsonArray ratios) {
    final double[] logs = new double[ratios.size()];
    for (int i = 0; i < logs.length; i++) {
      final JsonElement ratio = ratios.get(i);
      logs[i] = ratio.isJsonNull() ? Double.POSITIVE_INFINITY : Math.log(Told.number(ratio));
      if (Double.isNaN(logs[i])) {
        return new double[0]; // a ratio that is none: then none is told
      }
    }
    return logs;
  }

  /** As in "0.93 [0.91, 0.95] faster". */
  String shown() {
    return Double.isNaN(ratio)
        ? word
        : Quantity.ratio(ratio)
            + (Double.isNaN(low) || Double.isNaN(high) ? "" : " " + Quantity.interval(low, high))
            + " "
            + word;
  }

  /** As in "0.93 faster". */
  String brief() {
    return Double.isNaN(ratio) ? word : Quantity.ratio(ratio) + " " + word;
  }

  /** As in "0.93 F"; {@link #LETTERS} explains the letters. */
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

  /** What the letters mean. */
  static final String LETTERS =
      "F faster, S slower, f and s in some starts, = equivalent, ? inconclusive, - no verdict.";
}
