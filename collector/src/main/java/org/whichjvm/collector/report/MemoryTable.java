package org.whichjvm.collector.report;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  /** The table; null if no fork tells. */
  static Table of(final Result result) {
    final Table table =
        new Table("Memory of the queue")
            .words("contender")
            .words("memory")
            .numbers("a first touch\nfaults in")
            .numbers("resident")
            .numbers("of it in\nhuge pages")
            .numbers("page faults beyond\np99 service time");
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks =
          result.forksOf(contender).stream().filter(fork -> fork.memory() != null).toList();
      if (!forks.isEmpty()) {
        table.row(row(contender, forks));
      }
    }
    table.footnotes.add(
        "All of the median fork; page faults have this part of the messages beyond p99.");
    return table.rows.isEmpty() ? null : table;
  }

  private static List<String> row(final ContenderResult contender, final List<Fork> forks) {
    final double faults = pageFaults(contender);
    final double huge = hugeShare(forks);
    return List.of(
        Words.contender(contender),
        kinds(forks).stream().collect(Collectors.joining(", ")),
        bytes(Medians.of(forks.stream().mapToDouble(fork -> fork.memory().pageBytes()))),
        bytes(
            1024
                * Medians.of(
                    forks.stream()
                        .mapToDouble(fork -> fork.memory().residentKb())
                        .filter(kb -> !Double.isNaN(kb)))),
        Double.isNaN(huge) ? Quantity.NONE : CauseText.share(huge),
        Double.isNaN(faults) ? Quantity.NONE : CauseText.share(faults));
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

  private static String bytes(final double bytes) {
    if (Double.isNaN(bytes)) {
      return Quantity.NONE;
    }
    return bytes < 1 << 20
        ? Quantity.count(Math.round(bytes / 1024)) + " KB"
        : Quantity.count(Math.round(bytes / (1 << 20))) + " MB";
  }
}
