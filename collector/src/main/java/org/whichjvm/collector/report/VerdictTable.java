package org.whichjvm.collector.report;

import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.io.Quantity;

/** The verdicts: a row for each contender, latency and percentile that the campaign decides. */
public final class VerdictTable {
  private VerdictTable() {}

  /** Every comparison. */
  public static Table<?> full(final Result result) {
    return table(result, result.comparisons())
        .words("what to know", each -> ReasonText.cell(each.reason()));
  }

  /** Those that rest on enough to be decided, for where there is little room. */
  static Table<?> decidable(final Result result) {
    final List<Comparison> decidable =
        result.comparisons().stream().filter(Comparison::decidable).toList();
    final int left = result.comparisons().size() - decidable.size();
    return table(result, decidable)
        .notes(
            left == 0
                ? List.of()
                : List.of(
                    left
                        + (result.ofScores() ? " more are" : " more rest on too few events or are")
                        + " not decided: report.html and result.json."));
  }

  private static Table<Comparison> table(final Result result, final List<Comparison> shown) {
    return new Table<>(title(result), shown)
        .words("contender", each -> Report.label(result, each.contender()))
        .words(elsewhere(result), "against", each -> Report.label(result, each.baseline()))
        .words(result.ofScores() ? "score" : "figure", VerdictText::figure)
        .numbers("ratio", each -> Quantity.ratio(each.ratio()))
        .numbers("interval\nof all", each -> Quantity.interval(each.low(), each.high()))
        .numbers(
            "interval\nby itself", each -> Quantity.interval(each.singleLow(), each.singleHigh()))
        .numbers(
            !result.ofScores(), "difference", each -> VerdictText.difference(each.differenceNs()))
        .words("verdict", each -> each.decidable() ? each.verdict().key : "not decided")
        .numbers("p, of all", each -> Quantity.p(each.adjustedP()))
        .numbers("far\nblocks", each -> StartsText.cell(each.starts()))
        .numbers("smallest\ndetectable", each -> Quantity.percent(each.mde()))
        .numbers("blocks", each -> Quantity.count(each.blocks()))
        .note(
            "Ratio: over the blocks"
                + (result.byTurns() == null ? "" : ", of a block the median over its rounds")
                + ", above 1 is slower"
                + (result.comparisons().stream().anyMatch(VerdictTable::isRate)
                    ? "; of rates, of which more is better, it is baseline over contender"
                    : "")
                + ". The intervals of all hold together in 19 of 20 campaigns, and a verdict is what"
                + " such an interval says; an interval by itself is right in 19 of 20 cases, and"
                + " decides nothing. p is that of the sign-flip test, corrected for all that the"
                + " campaign decides. Far blocks: those in which the two lie apart from most, as"
                + " slow starts of one of them make it, or one could not keep the rate. Equivalent:"
                + " within ± "
                + Quantity.percent(result.margin())
                + ". Smallest detectable difference, for planning: a campaign like this one finds it"
                + " four times in five.")
        .notes(Report.substituteNote(result));
  }

  private static boolean isRate(final Comparison each) {
    return each.figure().more();
  }

  private static String title(final Result result) {
    return elsewhere(result)
        ? "Verdicts"
        : "Verdicts against " + Report.label(result, result.baseline());
  }

  /** Whether a contender is compared with another one than the campaign's baseline. */
  public static boolean elsewhere(final Result result) {
    return result.comparisons().stream()
        .anyMatch(each -> !each.baseline().equals(result.baseline()));
  }
}
