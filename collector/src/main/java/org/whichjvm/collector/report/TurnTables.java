package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.AtFloor;
import org.whichjvm.collector.analysis.ByTurns;
import org.whichjvm.collector.analysis.ByTurns.IdleCpu;
import org.whichjvm.collector.analysis.CarryOver;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.io.Quantity;

/** What only turns tell: figures at each floor, and how steady a contender is. */
public final class TurnTables {
  private TurnTables() {}

  /** A comparison, and what it is at one floor. */
  private record There(Comparison all, AtFloor floor) {}

  /** The p50 of each contender at each floor that the campaign saw; empty if it saw one. */
  public static Table<?> byFloor(final Result result) {
    final List<There> rows =
        result.comparisons().stream()
            .flatMap(each -> each.byFloor().stream().map(floor -> new There(each, floor)))
            .toList();
    return new Table<>("By floor", rows)
        .words("contender", each -> Report.label(result, each.all.contender()))
        .words(
            VerdictTable.elsewhere(result),
            "against",
            each -> Report.label(result, each.all.baseline()))
        .words("figure", each -> VerdictText.figure(each.all))
        .numbers("floor", each -> Quantity.time(each.floor.floorNs()))
        .numbers("ratio", each -> Quantity.ratio(each.floor.ratio()))
        .numbers("95 % interval", each -> Quantity.interval(each.floor.low(), each.floor.high()))
        .numbers("difference", each -> VerdictText.difference(each.floor.differenceNs()))
        .numbers("blocks", each -> Quantity.count(each.floor.blocks()))
        .note(
            "Only the rounds at that floor, in blocks with enough of them. The verdicts are on all"
                + " rounds; these intervals are corrected for nothing.");
  }

  /** How the p50 service time goes over the turns of a fork; empty without turns. */
  static Table<?> steadiness(final Result result) {
    final ByTurns byTurns = result.byTurns();
    return new Table<>(
            "Steadiness: p50 service time of the turns ÷ that of their fork",
            byTurns == null ? List.<Steadiness>of() : byTurns.steadiness())
        .words("contender", each -> Report.label(result, each.contender()))
        .numbers("forks", each -> Quantity.count(each.forks()))
        .numbers("turns\na fork", each -> Quantity.count(each.byRound().length))
        .numbers("first\nthird", each -> Quantity.ratio(each.first(), 3))
        .numbers("last\nthird", each -> Quantity.ratio(each.last(), 3))
        .numbers("last ÷\nfirst", each -> Quantity.ratio(each.drift(), 3))
        .numbers("spread of\nthe turns", each -> Quantity.percent(each.spread()))
        .note(
            "Medians over the forks. A last third that is not like the first may still be warming"
                + " up.")
        .notes(byTurns == null ? List.of() : inherited(byTurns));
  }

  /** What turns inherit from one another, and what was taken of the CPUs between them. */
  private static List<String> inherited(final ByTurns byTurns) {
    final List<String> notes = new ArrayList<>();
    if (!byTurns.carryOver().after().isEmpty()) {
      notes.addAll(carryOver(byTurns.carryOver()));
      if (notes.isEmpty()) {
        notes.add(
            "No turn is found to depend by more than 1 % on whose turn came before, nor its last"
                + " quarter to differ by more from its first.");
      }
    }
    if (byTurns.sleep() != null) {
      notes.add(sleep(byTurns.sleep()));
    }
    return notes;
  }

  /** What turns inherit from one another, where it is more than 1 %. */
  static List<String> carryOver(final CarryOver carryOver) {
    final List<String> told = new ArrayList<>();
    carryOver.after().stream()
        .filter(CarryOver.After::told)
        .forEach(
            each ->
                told.add(
                    "Turns of %s directly after %s take %s than its others."
                        .formatted(
                            each.contender(),
                            each.contender().equals(each.previous())
                                ? "its own"
                                : "one of " + each.previous(),
                            more(each.ratio()))));
    carryOver.inside().stream()
        .filter(CarryOver.Inside::told)
        .forEach(
            each ->
                told.add(
                    "The last quarter of a turn of %s takes %s than the first."
                        .formatted(each.contender(), more(each.lastOverFirst()))));
    return told;
  }

  private static String more(final double ratio) {
    return Quantity.percent(Math.abs(ratio - 1)) + (ratio > 1 ? " more" : " less");
  }

  /** What contenders took of the CPUs while others had their turns. */
  private static String sleep(final IdleCpu sleep) {
    return ("While others had their turns a contender took %s of the CPUs in the median fork, %s"
            + " in the worst (%s).")
        .formatted(
            Quantity.percent(sleep.median()),
            Quantity.percent(sleep.worst()),
            sleep.worstFork().json());
  }
}
