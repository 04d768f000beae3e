package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.GateCount;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.TurnCount;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.io.Quantity;

/** What the gates have excluded. */
public final class GateTables {
  private GateTables() {}

  /** A row for each gate that is on. */
  public static Table gates(final Result result) {
    final Table table =
        new Table("Excluded by gates")
            .words("gate")
            .numbers("limit")
            .numbers("forks")
            .numbers("blocks");
    if (result.byTurns() != null) {
      table.numbers("turns");
    }
    table.words("because");
    for (final GateCount each : result.gates()) {
      final List<String> cells = new ArrayList<>();
      cells.add(each.gate().option());
      cells.add(Double.isNaN(each.limit()) ? Quantity.NONE : each.gate().shown(each.limit()));
      cells.add(Quantity.count(each.forks()));
      cells.add(Quantity.count(each.blocks()));
      if (result.byTurns() != null) {
        cells.add(each.gate().ofTurns() ? Quantity.count(each.turns()) : Quantity.NONE);
      }
      cells.add(each.gate().what);
      table.row(cells);
    }
    if (result.byTurns() != null) {
      table.footnotes.add(turns(result.byTurns().count()));
    }
    table.footnotes.add(
        "Gates were declared before the run, and none looks at what is compared. A comparison leaves out"
            + " the blocks in which its contender's or its baseline's fork is excluded; the charts show such forks hollow."
            + added(result));
    return table;
  }

  /** How many turns are left out of how many. */
  static String turns(final TurnCount count) {
    return "Of "
        + Quantity.count(count.turns())
        + " turns "
        + Quantity.count(count.excluded())
        + " are excluded ("
        + Quantity.percent((double) count.excluded() / Math.max(1, count.turns()))
        + "). Of "
        + Quantity.count(count.rounds())
        + " rounds that could still be compared "
        + Quantity.count(count.leftOut())
        + " are left out because of the two floors ("
        + Quantity.percent((double) count.leftOut() / Math.max(1, count.rounds()))
        + ").";
  }

  private static String added(final Result result) {
    final int blocks = result.settings().plannedBlocks() - result.settings().blocks();
    return blocks == 0
        ? ""
        : " "
            + blocks
            + (blocks == 1 ? " block was" : " blocks were")
            + " added for them, of "
            + result.settings().gates().retries()
            + " there could be.";
  }

  /** A row for each excluded fork, so many at most. */
  public static Table forks(final Result result, final int most) {
    final Table table = new Table("Excluded forks").words("fork").words("because");
    result.excluded().entrySet().stream()
        .limit(most)
        .forEach(
            each ->
                table.row(
                    List.of(
                        each.getKey().json(),
                        each.getValue().stream()
                            .map(Gates.Trip::sentence)
                            .collect(Collectors.joining("; ")))));
    if (result.excluded().size() > most) {
      table.footnotes.add(
          result.excluded().size() - most + " more are in result.csv and result.json.");
    }
    return table;
  }
}
