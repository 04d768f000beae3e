package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Table 2: on how many messages each percentile rests, pooled and in one fork. */
final class CountTable {
  private CountTable() {}

  static Table of(final Result result) {
    final Table table =
        new Table("Table 2. Messages above each percentile")
            .words("variant")
            .words("of")
            .numbers("messages");
    for (final Percentile percentile : Percentile.values()) {
      table.numbers("above\n" + percentile.label);
    }
    for (final VariantResult variant : result.variants()) {
      final VariantResult.Pooled pooled = variant.latencies().get(Latency.SERVICE);
      if (pooled == null) {
        table.row(row(variant, "no fork", count -> Quantity.NONE, 0));
        continue;
      }
      final int forks =
          variant.ok() > 0
              ? variant.ok()
              : variant.gated() > 0 ? variant.gated() : variant.setAside();
      final String all = forks == 1 ? "1 fork" : "all " + forks + " forks";
      table.row(row(variant, all, Quantity::count, pooled.summary().count()));
      if (forks > 1) {
        table.row(row(variant, "each fork", Quantity::count, pooled.forkCount()));
      }
    }
    table.footnotes.add(
        "Messages are not events: a stall of 10 ms at 100,000 messages a second delays 1,000 of them.");
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(
      final VariantResult variant,
      final String of,
      final LongFunction<String> shown,
      final long count) {
    final List<String> cells = new ArrayList<>(List.of(variant.label(), of, shown.apply(count)));
    for (final Percentile percentile : Percentile.values()) {
      cells.add(shown.apply(percentile.messagesAbove(count)));
    }
    return cells;
  }
}
