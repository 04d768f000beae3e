package org.whichjvm.collector.report;

import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ByTurns.TurnCount;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.io.Quantity;

/** What the gates have excluded. */
public final class GateTables {
  private GateTables() {}

  /** A row for each gate that is on. */
  public static Table<?> gates(final Result result) {
    final boolean byTurns = result.byTurns() != null;
    return new Table<>("Excluded by gates", result.gates())
        .words("gate", each -> each.gate().option())
        .numbers(
            "limit",
            each -> Double.isNaN(each.limit()) ? Quantity.NONE : each.gate().shown(each.limit()))
        .numbers("forks", each -> Quantity.count(each.forks()))
        .numbers("blocks", each -> Quantity.count(each.blocks()))
        .numbers(
            byTurns,
            "turns",
            each -> each.gate().ofTurns() ? Quantity.count(each.turns()) : Quantity.NONE)
        .words("because", each -> each.gate().what)
        .notes(byTurns ? List.of(turns(result.byTurns().count())) : List.of())
        .note(
            "Gates were declared before the run, and none looks at what is compared. A comparison"
                + " leaves out the blocks in which its contender's or its baseline's fork is"
                + " excluded; the charts show such forks hollow."
                + added(result));
  }

  /** How many turns are left out of how many. */
  static String turns(final TurnCount count) {
    return ("Of %s turns %s are excluded (%s). Of %s rounds that could still be compared %s are"
            + " left out because of the two floors (%s).")
        .formatted(
            Quantity.count(count.turns()),
            Quantity.count(count.excluded()),
            Quantity.percent((double) count.excluded() / Math.max(1, count.turns())),
            Quantity.count(count.rounds()),
            Quantity.count(count.leftOut()),
            Quantity.percent((double) count.leftOut() / Math.max(1, count.rounds())));
  }

  private static String added(final Result result) {
    final int blocks = result.settings().plannedBlocks() - result.settings().blocks();
    return blocks == 0
        ? ""
        : " %s%s added for them, of %s there could be."
            .formatted(
                blocks,
                blocks == 1 ? " block was" : " blocks were",
                result.settings().gates().retries());
  }

  /** A row for each excluded fork, so many at most. */
  public static Table<?> forks(final Result result, final int most) {
    return new Table<>("Excluded forks", result.excluded().entrySet())
        .words("fork", each -> each.getKey().json())
        .words(
            "because",
            each ->
                each.getValue().stream()
                    .map(Gates.Trip::sentence)
                    .collect(Collectors.joining("; ")))
        .limited(most, "result.csv and result.json");
  }
}
