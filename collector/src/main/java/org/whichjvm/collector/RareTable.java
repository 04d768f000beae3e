package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.SignTest;

/**
 * 99.999 % of the forks that have enough messages for it: shown with its uncertainty and never
 * decided, for even then it rests on ten messages a fork, which may be one stall.
 */
final class RareTable {
  /** Messages of a fork: ten lie above. */
  static final long LEAST_MESSAGES = 1_000_000;

  private RareTable() {}

  /**
   * The median over forks and its interval.
   *
   * @param forks that have enough messages
   * @param ns the median of their values, in ns
   * @param low lower end of its exact 95 % order-statistic interval; NaN if they are too few
   * @param high its upper end; NaN likewise
   */
  record Rare(int forks, double ns, double low, double high) {}

  /** Of these forks; null if none has enough messages and says. */
  static Rare of(final List<Fork> forks, final Latency latency) {
    final double[] values =
        forks.stream()
            .map(fork -> fork.summaries().get(latency))
            .filter(summary -> summary.count() >= LEAST_MESSAGES)
            .filter(summary -> summary.ns().containsKey(Percentile.P99_999))
            .mapToDouble(summary -> summary.at(Percentile.P99_999))
            .toArray();
    if (values.length == 0) {
      return null;
    }
    final SignTest test = new SignTest(values, Looks.single(values.length));
    final double[] interval = test.interval(Decision.ALPHA);
    return new Rare(values.length, test.median(), interval[0], interval[1]);
  }

  /** The table; null if no fork has enough messages. */
  static Table table(final Result result) {
    final Table table =
        new Table("99.999 %, shown and never decided")
            .words("variant")
            .words("latency")
            .numbers("median of\nthe forks")
            .numbers("its 95 %\ninterval")
            .numbers("forks");
    for (final VariantResult variant : result.variants()) {
      for (final Latency latency : Latency.values()) {
        final Rare rare = variant.rare().get(latency);
        if (rare != null) {
          final List<String> cells = new ArrayList<>(List.of(variant.label(), latency.key));
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
        "Forks of at least 1,000,000 messages; the interval is that of their median (order"
            + " statistics), and needs six forks.");
    return table.rows.isEmpty() ? null : table;
  }
}
