package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.RareValue;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Quantity;

/**
 * p99.999 of the forks that have enough messages for it: shown with its uncertainty and never
 * decided, for even then it rests on ten messages a fork, which may be one stall.
 */
public final class RareTable {
  private RareTable() {}

  /** The table; null if no fork has enough messages. */
  static Table table(final Result result) {
    final Table table =
        new Table("p99.999, shown and never decided")
            .words("contender")
            .words("latency")
            .numbers("median of\nthe forks")
            .numbers("its 95 %\ninterval")
            .numbers("forks");
    for (final ContenderResult contender : result.contenders()) {
      for (final Latency latency : Latency.values()) {
        final RareValue rare = contender.rare().get(latency);
        if (rare != null) {
          final List<String> cells =
              new ArrayList<>(List.of(Words.contender(contender), latency.key + " time"));
          cells.add(Quantity.time(rare.ns()));
          cells.add(
              Double.isNaN(rare.low())
                  ? Quantity.NONE
                  : Quantity.range(Math.round(rare.low()), Math.round(rare.high())));
          cells.add(Quantity.count(rare.forks()));
          table.row(cells);
        }
      }
    }
    table.footnotes.add(
        "Forks of at least 1,000,000 messages have it. The interval is that of their median, by order"
            + " statistics, and needs six forks.");
    return table.rows.isEmpty() ? null : table;
  }
}
