package org.whichjvm.collector;

import static org.whichjvm.collector.Percentile.P50;
import static org.whichjvm.collector.Percentile.P99;
import static org.whichjvm.collector.Percentile.P99_9;
import static org.whichjvm.collector.Percentile.P99_99;

import java.util.ArrayList;
import java.util.List;

/** Table 3: both latencies of each variant, pooled over its forks, beside the floor. */
final class LatencyTable {
  private static final List<Percentile> TAIL = List.of(P99, P99_9, P99_99);

  private LatencyTable() {}

  static Table of(final Result result) {
    final Table table =
        new Table("Table 3. Latencies, pooled over the forks")
            .words("variant")
            .numbers("floor")
            .numbers("service\n50 %")
            .numbers("50 % of\nits forks");
    TAIL.forEach(each -> table.numbers("service\n" + each.label));
    table.numbers("service\nmax").numbers("response\n50 %");
    TAIL.forEach(each -> table.numbers("response\n" + each.label));
    table.numbers("service 50 %\n÷ floor").numbers("response 50 %\n÷ floor");
    result.variants().forEach(variant -> table.row(row(variant)));
    table.footnotes.add(
        "service: from write to read; response: from the intended send time;"
            + " floor: round trip between the two CPUs, median of the forks.");
    table.footnotes.addAll(Report.gatedNote(result));
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(final VariantResult variant) {
    final List<String> cells = new ArrayList<>(List.of(variant.label()));
    cells.add(Quantity.time(variant.floorNs()));
    final VariantResult.Pooled service = variant.latencies().get(Latency.SERVICE);
    final VariantResult.Pooled response = variant.latencies().get(Latency.RESPONSE);
    cells.add(at(service, P50));
    cells.add(
        service == null
            ? Quantity.NONE
            : Quantity.range(service.forkP50Min(), service.forkP50Max()));
    TAIL.forEach(each -> cells.add(at(service, each)));
    cells.add(service == null ? Quantity.NONE : Quantity.time(service.summary().max()));
    cells.add(at(response, P50));
    TAIL.forEach(each -> cells.add(at(response, each)));
    cells.add(Quantity.ratio(variant.p50PerFloor(Latency.SERVICE), 1));
    cells.add(Quantity.ratio(variant.p50PerFloor(Latency.RESPONSE), 1));
    return cells;
  }

  private static String at(final VariantResult.Pooled pooled, final Percentile percentile) {
    return pooled == null ? Quantity.NONE : Quantity.time(pooled.summary().at(percentile));
  }
}
