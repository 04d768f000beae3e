package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.ContenderResult;
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

  /** A contender's sum of one score. */
  private record Row(ContenderResult contender, ScoreSum sum) {
    double perFloor() {
      return ScoreTables.perFloor(contender, sum);
    }

    String number(final double value) {
      return sum.score().shown(value).replace(" " + unit(), "");
    }

    String unit() {
      return sum.score().unit();
    }
  }

  /** A row for each score and contender. */
  public static Table<?> scores(final Result result) {
    final List<Row> rows = new ArrayList<>();
    for (final String key : keys(result).keySet()) {
      result.contenders().stream()
          .filter(contender -> contender.scores().containsKey(key))
          .forEach(contender -> rows.add(new Row(contender, contender.scores().get(key))));
    }
    final boolean floors = rows.stream().anyMatch(each -> !Double.isNaN(each.perFloor()));
    return new Table<>("Table 2. Scores", rows)
        .words("contender", each -> Words.contender(each.contender))
        .words("score", each -> each.sum.score().name())
        .numbers("threads", each -> threads(each.sum.score().threads()))
        .numbers("median of\nits forks", each -> each.number(each.sum.median()))
        .numbers("range of\nits forks", ScoreTables::range)
        .words("unit", Row::unit)
        .numbers(floors, "÷ floor", each -> Quantity.ratio(each.perFloor()))
        .numbers("forks", each -> Quantity.count(each.sum.forks()))
        .note(
            "A fork's score is the median of its iterations, where it has some."
                + (floors
                    ? " ÷ floor: an operation of several threads in round trips of a cache line"
                        + " between two CPUs; less than 1 where it seldom waits for one."
                    : ""))
        .notes(Report.excludedNote(result))
        .notes(Report.substituteNote(result));
  }

  private static String threads(final int threads) {
    return threads == 0 ? Quantity.NONE : Quantity.count(threads);
  }

  private static String range(final Row row) {
    return row.sum.forks() == 1
        ? Quantity.NONE
        : row.number(row.sum.min()) + "–" + row.number(row.sum.max());
  }

  /**
   * A time of an operation of several threads in round trips; NaN if it is none, or no floor was.
   */
  static double perFloor(final ContenderResult contender, final ScoreSum each) {
    return each.score().unit().equals(Figure.NS_PER_OP) && each.score().threads() > 1
        ? each.median() / contender.floorNs()
        : Double.NaN;
  }

  /** A row for each contrast, contender and number of threads; empty if there is none. */
  public static Table<?> contrasts(final Result result) {
    return new Table<>("Contrasts inside each fork", result.contrasts())
        .words("contender", each -> Report.label(result, each.contender()))
        .words("score", each -> each.score().key())
        .words("against", each -> each.against().key())
        .numbers("ratio", each -> Quantity.ratio(each.ratio()))
        .numbers("95 % interval", each -> Quantity.interval(each.low(), each.high()))
        .words("verdict", each -> each.verdict().key)
        .numbers("p, of all", each -> Quantity.p(each.adjustedP()))
        .numbers("smallest\ndetectable", each -> Quantity.percent(each.mde()))
        .numbers("forks", each -> Quantity.count(each.forks()))
        .words("what to know", each -> ReasonText.cell(each.reason()))
        .note(
            "Ratio: median over the forks of the one score's cost over the other's, above 1 is"
                + " slower. p: sign test, corrected for all that the campaign decides. Equivalent:"
                + " the whole interval within ± "
                + Quantity.percent(result.margin())
                + ".");
  }
}
