package org.whichjvm.collector;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What memory the queues lay in, and what of the tail that makes. */
final class MemoryTable {
  private MemoryTable() {}

  /** The table; null if no fork tells. */
  static Table of(final Result result) {
    final Table table =
        new Table("Memory of the queue")
            .words("variant")
            .words("memory")
            .numbers("a first touch\nfaults in")
            .numbers("resident")
            .numbers("of it in\nhuge pages")
            .numbers("page faults beyond\nservice 99 %");
    for (final VariantResult variant : result.variants()) {
      final List<Fork> forks =
          ChartFork.real(result, variant).stream().filter(fork -> fork.memory() != null).toList();
      if (!forks.isEmpty()) {
        table.row(row(variant, forks));
      }
    }
    table.footnotes.add("Of the median fork; page faults: their part of the messages beyond 99 %.");
    return table.rows.isEmpty() ? null : table;
  }

  private static List<String> row(final VariantResult variant, final List<Fork> forks) {
    final double faults = pageFaults(variant);
    final double huge = hugeShare(forks);
    return List.of(
        variant.label(),
        kinds(forks).stream().collect(Collectors.joining(", ")),
        bytes(Modes.median(forks.stream().mapToDouble(fork -> fork.memory().pageBytes()))),
        bytes(
            1024
                * Modes.median(
                    forks.stream()
                        .mapToDouble(fork -> fork.memory().residentKb())
                        .filter(kb -> !Double.isNaN(kb)))),
        Double.isNaN(huge) ? Quantity.NONE : AttributionText.share(huge),
        Double.isNaN(faults) ? Quantity.NONE : AttributionText.share(faults));
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
    return Modes.median(
        forks.stream()
            .filter(fork -> fork.memory() != null)
            .mapToDouble(fork -> fork.memory().hugeShare())
            .filter(share -> !Double.isNaN(share)));
  }

  /** The part of the messages beyond the service 99 % that waited for a page; NaN if unknown. */
  static double pageFaults(final VariantResult variant) {
    final Attribution.Causes causes =
        variant.attribution().at(Latency.SERVICE, Attribution.Level.P99);
    return causes == null ? Double.NaN : causes.share(Cause.PAGE_FAULT);
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
