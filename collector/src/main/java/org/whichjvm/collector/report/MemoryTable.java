package org.whichjvm.collector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.SlowCause;

/** What memory the queues lay in, and what of the tail that makes. */
final class MemoryTable {
  private MemoryTable() {}

  /** The table; empty if no fork tells. */
  static Table<?> of(final Result result) {
    final Map<ContenderResult, List<Fork>> rows = new LinkedHashMap<>();
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks =
          result.forksOf(contender).stream().filter(fork -> fork.memory() != null).toList();
      if (!forks.isEmpty()) {
        rows.put(contender, forks);
      }
    }
    return new Table<>("Memory of the queue", rows.entrySet())
        .words("contender", each -> Words.contender(each.getKey()))
        .words("memory", each -> String.join(", ", kinds(each.getValue())))
        .numbers("a first touch\nfaults in", each -> bytes(each, fork -> fork.memory().pageBytes()))
        .numbers("resident", each -> bytes(each, fork -> 1024 * fork.memory().residentKb()))
        .numbers("of it in\nhuge pages", each -> share(hugeShare(each.getValue())))
        .numbers("page faults beyond\np99 service time", each -> share(pageFaults(each.getKey())))
        .note("All of the median fork; page faults have this part of the messages beyond p99.");
  }

  private static String share(final double share) {
    return Double.isNaN(share) ? Quantity.NONE : CauseText.share(share);
  }

  /** The kinds of memory that forks say they had; empty if none says. */
  static Set<String> kinds(final List<Fork> forks) {
    return forks.stream()
        .filter(fork -> fork.memory() != null)
        .map(fork -> fork.memory().kind())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The part of the median fork's queue that lay in huge pages; NaN if not recorded. */
  static double hugeShare(final List<Fork> forks) {
    return Medians.of(
        forks.stream()
            .filter(fork -> fork.memory() != null)
            .mapToDouble(fork -> fork.memory().hugeShare())
            .filter(share -> !Double.isNaN(share)));
  }

  /**
   * The part of the messages beyond the p99 service time that waited for a page; NaN if unknown.
   */
  static double pageFaults(final ContenderResult contender) {
    final SlowMessages.Causes causes =
        contender.attribution().at(Latency.SERVICE, SlowMessages.Level.P99);
    return causes == null ? Double.NaN : causes.share(SlowCause.PAGE_FAULT);
  }

  private static String bytes(
      final Map.Entry<?, List<Fork>> row, final ToDoubleFunction<Fork> what) {
    final double bytes =
        Medians.of(row.getValue().stream().mapToDouble(what).filter(each -> !Double.isNaN(each)));
    if (Double.isNaN(bytes)) {
      return Quantity.NONE;
    }
    return bytes < 1 << 20
        ? Quantity.count(Math.round(bytes / 1024)) + " KB"
        : Quantity.count(Math.round(bytes / (1 << 20))) + " MB";
  }
}
