package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.io.Quantity;

/** The verdicts: a row for each contender, latency and percentile that the campaign decides. */
public final class VerdictTable {
  private VerdictTable() {}

  /** Every comparison. */
  public static Table full(final Result result) {
    final Table table = table(result).words("what to know");
    result
        .comparisons()
        .forEach(
            each -> {
              final List<String> row = row(result, each);
              row.add(ReasonText.cell(each.reason()));
              table.row(row);
            });
    return table;
  }

  /** Those that rest on enough to be decided, for where there is little room. */
  static Table decidable(final Result result) {
    final Table table = table(result);
    result.comparisons().stream()
        .filter(Comparison::decidable)
        .forEach(each -> table.row(row(result, each)));
    final long left = result.comparisons().stream().filter(each -> !each.decidable()).count();
    if (left > 0) {
      table.footnotes.add(
          left
              + (result.ofScores() ? " more are" : " more rest on too few events or are")
              + " not decided: report.html and result.json.");
    }
    return table;
  }

  private static Table table(final Result result) {
    final Table table = new Table(title(result)).words("contender");
    if (elsewhere(result)) {
      table.words("against");
    }
    table
        .words(result.ofScores() ? "score" : "figure")
        .numbers("ratio")
        .numbers("interval\nof all")
        .numbers("interval\nby itself");
    if (!result.ofScores()) {
      table.numbers("difference");
    }
    table
        .words("verdict")
        .numbers("p, of all")
        .numbers("far\nblocks")
        .numbers("smallest\ndetectable")
        .numbers("blocks");
    table.footnotes.add(
        "Ratio: over the blocks"
            + (result.byTurns() == null ? "" : ", of a block the median over its rounds")
            + ", above 1 is slower"
            + (result.comparisons().stream().anyMatch(VerdictTable::isRate)
                ? "; of rates, of which more is better, it is baseline over contender"
                : "")
            + ". The intervals of all hold together in 19 of 20 campaigns, and a verdict is what"
            + " such an interval says; an interval by itself is right in 19 of 20 cases, and decides"
            + " nothing. p is that of the sign-flip test, corrected for all that the campaign"
            + " decides. Far blocks: those in which the two lie apart from most, as slow starts of"
            + " one of them make it, or one could not keep the rate. Equivalent: within ± "
            + Quantity.percent(result.margin())
            + ". Smallest detectable difference, for planning: a campaign like this one finds it"
            + " four times in five.");
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static boolean isRate(final Comparison each) {
    return each.figure().more();
  }

  private static String title(final Result result) {
    return elsewhere(result)
        ? "Verdicts"
        : "Verdicts against " + Report.label(result, result.baseline());
  }

  private static List<String> row(final Result result, final Comparison comparison) {
    final List<String> cells =
        new ArrayList<>(List.of(Report.label(result, comparison.contender())));
    if (elsewhere(result)) {
      cells.add(Report.label(result, comparison.baseline()));
    }
    cells.add(VerdictText.figure(comparison));
    cells.add(Quantity.ratio(comparison.ratio()));
    cells.add(Quantity.interval(comparison.low(), comparison.high()));
    cells.add(Quantity.interval(comparison.singleLow(), comparison.singleHigh()));
    if (!result.ofScores()) {
      cells.add(VerdictText.difference(comparison.differenceNs()));
    }
    cells.addAll(
        List.of(
            comparison.decidable() ? comparison.verdict().key : "not decided",
            Quantity.p(comparison.adjustedP()),
            StartsText.cell(comparison.starts()),
            Quantity.percent(comparison.mde()),
            Quantity.count(comparison.blocks())));
    return cells;
  }

  /** Whether a contender is compared with another one than the campaign's baseline. */
  public static boolean elsewhere(final Result result) {
    return result.comparisons().stream()
        .anyMatch(each -> !each.baseline().equals(result.baseline()));
  }
}
