package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.AtFloor;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Sleep;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.io.Quantity;

/** What only turns tell: figures at each floor, and how steady a contender is. */
public final class TurnTables {
  private TurnTables() {}

  /** The p50 of each contender at each floor that the campaign saw; null if it saw one. */
  public static Table byFloor(final Result result) {
    final Table table = new Table("By floor").words("contender");
    final boolean elsewhere = VerdictTable.elsewhere(result);
    if (elsewhere) {
      table.words("against");
    }
    table
        .words("figure")
        .numbers("floor")
        .numbers("ratio")
        .numbers("95 % interval")
        .numbers("difference")
        .numbers("blocks");
    for (final Comparison each : result.comparisons()) {
      for (final AtFloor floor : each.byFloor()) {
        final List<String> cells = new ArrayList<>();
        cells.add(Report.label(result, each.contender()));
        if (elsewhere) {
          cells.add(Report.label(result, each.baseline()));
        }
        cells.add(VerdictText.figure(each));
        cells.add(Quantity.time(floor.floorNs()));
        cells.add(Quantity.ratio(floor.ratio()));
        cells.add(Quantity.interval(floor.low(), floor.high()));
        cells.add(VerdictText.difference(floor.differenceNs()));
        cells.add(Quantity.count(floor.blocks()));
        table.row(cells);
      }
    }
    table.footnotes.add(
        "Only the rounds at that floor, in blocks with enough of them. The verdicts are on all rounds;"
            + " these intervals are corrected for nothing.");
    return table.rows.isEmpty() ? null : table;
  }

  /** How the p50 service time goes over the turns of a fork; null without turns. */
  static Table steadiness(final Result result) {
    if (result.byTurns() == null) {
      return null;
    }
    final Table table =
        new Table("Steadiness: p50 service time of the turns ÷ that of their fork")
            .words("contender")
            .numbers("forks")
            .numbers("turns\na fork")
            .numbers("first\nthird")
            .numbers("last\nthird")
            .numbers("last ÷\nfirst")
            .numbers("spread of\nthe turns");
    for (final Steadiness each : result.byTurns().steadiness()) {
      table.row(
          List.of(
              Report.label(result, each.contender()),
              Quantity.count(each.forks()),
              Quantity.count(each.byRound().length),
              Quantity.ratio(each.first(), 3),
              Quantity.ratio(each.last(), 3),
              Quantity.ratio(each.drift(), 3),
              Quantity.percent(each.spread())));
    }
    table.footnotes.add(
        "Medians over the forks. A last third that is not like the first may still be warming up.");
    final Sleep sleep = result.byTurns().sleep();
    if (sleep != null) {
      table.footnotes.add(sleep(sleep));
    }
    return table.rows.isEmpty() ? null : table;
  }

  /** What contenders took of the CPUs while others had their turns. */
  private static String sleep(final Sleep sleep) {
    return "While others had their turns a contender took "
        + Quantity.percent(sleep.median())
        + " of the CPUs in the median fork, "
        + Quantity.percent(sleep.worst())
        + " in the worst ("
        + sleep.worstFork().json()
        + ").";
  }
}
