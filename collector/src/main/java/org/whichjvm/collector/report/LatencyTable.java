package org.whichjvm.collector.report;

import static org.whichjvm.common.Percentile.P50;
import static org.whichjvm.common.Percentile.P99;
import static org.whichjvm.common.Percentile.P99_9;
import static org.whichjvm.common.Percentile.P99_99;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.Percentile;

/** Table 3: both latencies of each contender, pooled over its forks, beside the floor. */
public final class LatencyTable {
  private static final List<Percentile> TAIL = List.of(P99, P99_9, P99_99);

  private LatencyTable() {}

  public static Table of(final Result result) {
    final Table table =
        new Table("Table 3. Latencies, pooled over the forks")
            .words("contender")
            .numbers("floor")
            .numbers("p50\nservice")
            .numbers("p50 of\nits forks");
    TAIL.forEach(each -> table.numbers(each.label + "\nservice"));
    table.numbers("max\nservice").numbers("p50\nresponse");
    TAIL.forEach(each -> table.numbers(each.label + "\nresponse"));
    table.numbers("p50 service\n÷ floor").numbers("p50 response\n÷ floor");
    result.contenders().forEach(contender -> table.row(row(contender)));
    table.footnotes.add(
        "Service time goes from the write to the read. Response time counts from the intended send time,"
            + " so that coordinated omission hides nothing. The floor is the round trip between the two"
            + " CPUs, the median of the forks.");
    table.footnotes.addAll(Report.excludedNote(result));
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(final ContenderResult contender) {
    final List<String> cells = new ArrayList<>(List.of(Words.contender(contender)));
    cells.add(Quantity.time(contender.floorNs()));
    final ContenderResult.Pooled service = contender.latencies().get(Latency.SERVICE);
    final ContenderResult.Pooled response = contender.latencies().get(Latency.RESPONSE);
    cells.add(at(service, P50));
    cells.add(
        service == null
            ? Quantity.NONE
            : Quantity.range(service.forkP50Min(), service.forkP50Max()));
    TAIL.forEach(each -> cells.add(at(service, each)));
    cells.add(service == null ? Quantity.NONE : Quantity.time(service.summary().max()));
    cells.add(at(response, P50));
    TAIL.forEach(each -> cells.add(at(response, each)));
    cells.add(Quantity.ratio(contender.p50PerFloor(Latency.SERVICE), 1));
    cells.add(Quantity.ratio(contender.p50PerFloor(Latency.RESPONSE), 1));
    return cells;
  }

  private static String at(final ContenderResult.Pooled pooled, final Percentile percentile) {
    return pooled == null ? Quantity.NONE : Quantity.time(pooled.summary().at(percentile));
  }
}
