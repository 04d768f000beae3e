package org.whichjvm.collector.report;

import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.AtFloor;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Quantity;

/** The verdicts in sentences. */
public final class VerdictText {
  // Where slower starts of less than half of the forks could make the whole shift.
  private static final String WHOLE = " on the whole";

  private VerdictText() {}

  /**
   * A sentence of the report.
   *
   * @param contender whom it is about
   * @param verdict that it tells
   * @param sentence for people
   */
  public record Said(String contender, Verdict verdict, String sentence) {}

  /**
   * A sentence for each contender's p50 service time with what else is decided about it, or one for
   * each score that differs.
   */
  public static List<Said> said(final Result result) {
    return result.ofScores()
        ? ScoreText.of(result)
        : result.comparisons().stream()
            .filter(Comparison::headline)
            .map(each -> new Said(each.contender(), each.verdict(), sentence(result, each)))
            .toList();
  }

  static List<String> sentences(final Result result) {
    return result.nothingButEmulated()
        ? List.of(EmulatedText.noVerdict(result))
        : said(result).stream().map(Said::sentence).toList();
  }

  /** A headline's sentence, and what else is decided about its contender. */
  private static String sentence(final Result result, final Comparison headline) {
    final String others = others(result, headline.contender());
    return sentence(headline) + (others.isEmpty() ? "" : " Also " + others + ".");
  }

  private static String others(final Result result, final String contender) {
    return result.comparisons().stream()
        .filter(each -> each.contender().equals(contender) && !each.headline())
        .filter(each -> each.verdict() != Verdict.INCONCLUSIVE)
        .map(each -> each.verdict().key + " at the " + figure(each) + " (" + ratio(each) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String ratio(final Comparison comparison) {
    return Quantity.ratio(comparison.ratio())
        + " "
        + (comparison.decidable()
            ? Quantity.interval(comparison.low(), comparison.high())
            : Quantity.interval(comparison.singleLow(), comparison.singleHigh()));
  }

  /**
   * For example: "jdk11 is 24 % slower than jdk17 at the p50 service time, in 19 of 20 blocks: 1.24
   * [1.20, 1.29], +92 ns.".
   */
  public static String sentence(final Comparison comparison) {
    if (comparison.blocks() == 0) {
      return "%s cannot be compared with %s: %s."
          .formatted(
              comparison.contender(), comparison.baseline(), ReasonText.of(comparison.reason()));
    }
    return comparison.contender()
        + " "
        + predicate(comparison)
        + " at "
        + Words.place(comparison.figure())
        + inBlocks(comparison)
        + StartsText.of(comparison)
        + ": "
        + numbers(comparison)
        + onlyAt(comparison)
        + ReasonText.end(comparison.reason());
  }

  /**
   * As in "; only at the floor of 140 ns (1.13 [1.10, 1.16]), not at 560 ns (1.01 [0.99, 1.02])".
   */
  private static String onlyAt(final Comparison comparison) {
    final AtFloor only = comparison.onlyAt().orElse(null);
    return only == null
        ? ""
        : "; only at the floor of "
            + at(only)
            + ", not at "
            + comparison.byFloor().stream()
                .filter(each -> each != only)
                .map(VerdictText::at)
                .collect(Collectors.joining(" or "));
  }

  private static String at(final AtFloor floor) {
    return "%s (%s %s, %s)"
        .formatted(
            Quantity.time(floor.floorNs()),
            Quantity.ratio(floor.ratio()),
            Quantity.interval(floor.low(), floor.high()),
            difference(floor.differenceNs()));
  }

  /** What a contender takes longer, as in "+92 ns"; a dash if unknown. */
  public static String difference(final double ns) {
    if (Double.isNaN(ns)) {
      return Quantity.NONE;
    }
    final String shown = Math.abs(ns) < 0.05 ? "0 ns" : Quantity.time(Math.abs(ns));
    return shown.equals("0 ns") ? shown : (ns < 0 ? "−" : "+") + shown;
  }

  /** The figure that is compared, as in "p99.9 service time". */
  public static String figure(final Comparison comparison) {
    return comparison.figure().label();
  }

  /** As in ", in 21 of 24 blocks", of a decided direction. */
  private static String inBlocks(final Comparison comparison) {
    if (!comparison.shift().differs()) {
      return "";
    }
    final boolean slower = comparison.shift() == Verdict.SLOWER;
    return ", in %s of %s blocks"
        .formatted(slower ? comparison.slowerIn() : comparison.fasterIn(), comparison.blocks());
  }

  /** Ratio, interval and difference, as in "1.24 [1.20, 1.29], +92 ns". */
  static String numbers(final Comparison comparison) {
    final double low = comparison.decidable() ? comparison.low() : comparison.singleLow();
    return (Double.isNaN(low)
            ? Quantity.ratio(comparison.ratio()) + " (no interval)"
            : ratio(comparison))
        + (Double.isNaN(comparison.differenceNs())
            ? ""
            : ", " + difference(comparison.differenceNs()))
        + (!inBlocks(comparison).isEmpty()
            ? ""
            : ", " + comparison.blocks() + (comparison.blocks() == 1 ? " block" : " blocks"));
  }

  private static String predicate(final Comparison comparison) {
    return predicate(comparison, comparison.baseline());
  }

  /** How a cost compares, as in "is 24 % slower than jdk17". */
  static String predicate(final Comparison comparison, final String baseline) {
    return comparison.decidable()
        ? predicate(comparison.verdict(), comparison.ratio(), baseline)
            + (comparison.shift().differs() && comparison.onTheWhole() ? WHOLE : "")
        : "is not decided against " + baseline;
  }

  /** How a cost with this verdict and ratio compares; a ratio of two and more is said as such. */
  static String predicate(final Verdict verdict, final double ratio, final String baseline) {
    return "is " + difference(verdict, ratio, baseline);
  }

  /** The same of a verdict that is one, without its verb, as in "24 % slower than jdk17". */
  static String difference(final Comparison comparison, final String baseline) {
    return difference(comparison.verdict(), comparison.ratio(), baseline)
        + (comparison.shift().differs() && comparison.onTheWhole() ? WHOLE : "");
  }

  private static String difference(
      final Verdict verdict, final double ratio, final String baseline) {
    return switch (verdict) {
      case SLOWER ->
          Double.isInfinite(ratio)
              ? "slower than " + baseline + ", for it cannot keep the rate"
              : ratio < 2
                  ? Quantity.percent(ratio - 1) + " slower than " + baseline
                  : Quantity.ratio(ratio) + " times as slow as " + baseline;
      case FASTER -> Quantity.percent(1 - ratio) + " faster than " + baseline;
      case EQUIVALENT -> "equivalent to " + baseline;
      case SLOWER_AT_TIMES -> "slower than " + baseline + " in some starts";
      case FASTER_AT_TIMES -> "faster than " + baseline + " in some starts";
      case INCONCLUSIVE -> "not shown to differ from " + baseline;
    };
  }

  /** The ratio with its interval, if it has one. */
  public static String ratioWithInterval(final Comparison each) {
    final String ratio = shown(each.ratio());
    final double low = each.decidable() ? each.low() : each.singleLow();
    final double high = each.decidable() ? each.high() : each.singleHigh();
    return Double.isNaN(low) || Double.isNaN(high)
        ? ratio
        : ratio + " [" + shown(low) + ", " + shown(high) + "]";
  }

  private static String shown(final double ratio) {
    return Quantity.ratio(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
  }
}
