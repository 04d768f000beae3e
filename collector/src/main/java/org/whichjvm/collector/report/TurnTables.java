package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.AtFloor;
import org.whichjvm.collector.analysis.CarryOver;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.IdleCpu;
import org.whichjvm.collector.analysis.Result;
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
    if (!result.byTurns().carryOver().after().isEmpty()) {
      final List<String> told = carryOver(result.byTurns().carryOver());
      table.footnotes.addAll(
          told.isEmpty()
              ? List.of(
                  "No turn is found to depend by more than 1 % on whose turn came before, nor its"
                      + " last quarter to differ by more from its first.")
              : told);
    }
    final IdleCpu sleep = result.byTurns().sleep();
    if (sleep != null) {
      table.footnotes.add(sleep(sleep));
    }
    return table.rows.isEmpty() ? null : table;
  }

  /** What turns inherit from one another, where it is more than 1 %. */
  static List<String> carryOver(final CarryOver carryOver) {
    final List<String> told = new ArrayList<>();
    carryOver.after().stream()
        .filter(CarryOver.After::told)
        .forEach(
            each ->
                told.add(
                    "Turns of "
                        + each.contender()
                        + " directly after "
                        + (each.contender().equals(each.previous())
                            ? "its own"
                            : "one of " + each.previous())
                        + " take "
                        + more(each.ratio())
                        + " than its others."));
    carryOver.inside().stream()
        .filter(CarryOver.Inside::told)
        .forEach(
            each ->
                told.add(
                    "The last quarter of a turn of "
                        + each.contender()
                        + " takes "
                        + more(each.ratio())
                        + " than the first."));
    return told;
  }

  private static String more(final double ratio) {
    return Quantity.percent(Math.abs(ratio - 1)) + (ratio > 1 ? " more" : " less");
  }

  /** What contenders took of the CPUs while others had their turns. */
  private static String sleep(final IdleCpu sleep) {
    return "While others had their turns a contender took "
        + Quantity.percent(sleep.median())
        + " of the CPUs in the median fork, "
        + Quantity.percent(sleep.worst())
        + " in the worst ("
        + sleep.worstFork().json()
        + ").";
  }
}
