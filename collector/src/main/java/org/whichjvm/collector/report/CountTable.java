package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.Percentile;

/** Table 2: on how many messages each percentile rests, pooled and in one fork. */
public final class CountTable {
  private CountTable() {}

  public static Table of(final Result result) {
    final Table table =
        new Table("Table 2. Messages above each percentile")
            .words("contender")
            .words("of")
            .numbers("messages");
    for (final Percentile percentile : Percentile.values()) {
      table.numbers("above\n" + percentile.label);
    }
    for (final ContenderResult contender : result.contenders()) {
      final ContenderResult.Pooled pooled = contender.latencies().get(Latency.SERVICE);
      if (pooled == null) {
        table.row(row(contender, "no fork", count -> Quantity.NONE, 0));
        continue;
      }
      final int forks =
          contender.ok() > 0
              ? contender.ok()
              : contender.excluded() > 0 ? contender.excluded() : contender.emulatedForks();
      final String all = forks == 1 ? "1 fork" : "all " + forks + " forks";
      table.row(row(contender, all, Quantity::count, pooled.summary().count()));
      if (forks > 1) {
        table.row(row(contender, "each fork", Quantity::count, pooled.forkCount()));
      }
    }
    table.footnotes.add(
        "Messages are not events: a stall of 10 ms at 100,000 messages a second delays 1,000 of them.");
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(
      final ContenderResult contender,
      final String of,
      final LongFunction<String> shown,
      final long count) {
    final List<String> cells =
        new ArrayList<>(List.of(Words.contender(contender), of, shown.apply(count)));
    for (final Percentile percentile : Percentile.values()) {
      cells.add(shown.apply(percentile.messagesAbove(count)));
    }
    return cells;
  }
}
