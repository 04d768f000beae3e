package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Contrasted;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Quantity;

/** What forks without messages measured, and how two of their scores compare. */
public final class ScoreTables {
  private ScoreTables() {}

  /** The keys of all contenders' scores, in the order in which they come. */
  public static Map<String, Figure> keys(final Result result) {
    final Map<String, Figure> keys = new LinkedHashMap<>();
    result
        .contenders()
        .forEach(
            contender ->
                contender.scores().forEach((key, each) -> keys.putIfAbsent(key, each.score())));
    return keys;
  }

  /** A row for each score and contender. */
  public static Table scores(final Result result) {
    final boolean floors =
        result.contenders().stream()
            .anyMatch(
                contender ->
                    contender.scores().values().stream()
                        .anyMatch(each -> !Double.isNaN(perFloor(contender, each))));
    final Table table =
        new Table("Table 2. Scores")
            .words("contender")
            .words("score")
            .numbers("threads")
            .numbers("median of\nits forks")
            .numbers("range of\nits forks")
            .words("unit");
    if (floors) {
      table.numbers("÷ floor");
    }
    table.numbers("forks");
    for (final String key : keys(result).keySet()) {
      result.contenders().stream()
          .filter(contender -> contender.scores().containsKey(key))
          .forEach(contender -> table.row(row(contender, contender.scores().get(key), floors)));
    }
    table.footnotes.add(
        "A fork's score is the median of its iterations, where it has some."
            + (floors
                ? " ÷ floor: an operation of several threads in round trips of a cache line between"
                    + " two CPUs; less than 1 where it seldom waits for one."
                : ""));
    table.footnotes.addAll(Report.excludedNote(result));
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(
      final ContenderResult contender, final ScoreSum each, final boolean floors) {
    final String unit = each.score().unit();
    final List<String> cells = new ArrayList<>();
    cells.add(Words.contender(contender));
    cells.add(each.score().name());
    cells.add(each.score().threads() == 0 ? Quantity.NONE : Quantity.count(each.score().threads()));
    cells.add(number(each.median(), each.score()));
    cells.add(
        each.forks() == 1
            ? Quantity.NONE
            : number(each.min(), each.score()) + "–" + number(each.max(), each.score()));
    cells.add(unit);
    if (floors) {
      cells.add(Quantity.ratio(perFloor(contender, each)));
    }
    cells.add(Quantity.count(each.forks()));
    return cells;
  }

  /**
   * A time of an operation of several threads in round trips; NaN if it is none, or no floor was.
   */
  static double perFloor(final ContenderResult contender, final ScoreSum each) {
    return each.score().unit().equals(Figure.NS_PER_OP) && each.score().threads() > 1
        ? each.median() / contender.floorNs()
        : Double.NaN;
  }

  private static String number(final double value, final Figure score) {
    return score.shown(value).replace(" " + score.unit(), "");
  }

  /** A row for each contrast, contender and number of threads; null if there is none. */
  public static Table contrasts(final Result result) {
    final Table table =
        new Table("Contrasts inside each fork")
            .words("contender")
            .words("score")
            .words("against")
            .numbers("ratio")
            .numbers("95 % interval")
            .words("verdict")
            .numbers("p, of all")
            .numbers("smallest\ndetectable")
            .numbers("forks")
            .words("what to know");
    for (final Contrasted each : result.contrasts()) {
      final List<String> cells = new ArrayList<>();
      cells.add(Report.label(result, each.contender()));
      cells.add(each.score().key());
      cells.add(each.against().key());
      cells.add(Quantity.ratio(each.ratio()));
      cells.add(Quantity.interval(each.low(), each.high()));
      cells.add(each.verdict().key);
      cells.add(Quantity.p(each.adjustedP()));
      cells.add(Quantity.percent(each.mde()));
      cells.add(Quantity.count(each.forks()));
      cells.add(ReasonText.cell(each.reason()));
      table.row(cells);
    }
    table.footnotes.add(
        "Ratio: median over the forks of the one score's cost over the other's, above 1 is slower. p:"
            + " sign test, corrected for all that the campaign decides. Equivalent: the whole"
            + " interval within ± "
            + Quantity.percent(result.margin())
            + ".");
    return table.rows.isEmpty() ? null : table;
  }
}
