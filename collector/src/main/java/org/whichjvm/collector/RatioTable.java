package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The ratios to the baseline: median over blocks, and no verdict. */
final class RatioTable {
  private RatioTable() {}

  static Table of(final Result result) {
    final String baseline = label(result, result.baseline());
    final Table table =
        new Table("Ratios to " + baseline + ", median over blocks")
            .words("variant")
            .words("latency");
    Percentile.REPORTED.forEach(each -> table.numbers(each.label));
    table.numbers("blocks");
    for (final VariantResult variant : result.variants()) {
      for (final Latency latency : Latency.values()) {
        final List<Comparison> line = line(result, variant, latency);
        if (!line.isEmpty()) {
          table.row(row(variant, latency, line));
        }
      }
    }
    table.footnotes.add("Above 1 is slower. No verdict yet: a ratio without an interval.");
    if (result.comparisons().stream().anyMatch(comparison -> comparison.blocks() == 1)) {
      table.footnotes.add(
          "1 block is one fork each: two runs of the same JVM differ this much too.");
    }
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static String label(final Result result, final String name) {
    return result.variants().stream()
        .filter(variant -> variant.name().equals(name))
        .map(VariantResult::label)
        .collect(Collectors.joining());
  }

  private static List<Comparison> line(
      final Result result, final VariantResult variant, final Latency latency) {
    return result.comparisons().stream()
        .filter(each -> each.variant().equals(variant.name()) && each.latency() == latency)
        .toList();
  }

  private static List<String> row(
      final VariantResult variant, final Latency latency, final List<Comparison> line) {
    final List<String> cells = new ArrayList<>(List.of(variant.label(), latency.key));
    line.forEach(comparison -> cells.add(Quantity.ratio(comparison.ratio(), 2)));
    cells.add(Quantity.count(line.get(0).blocks()));
    return cells;
  }
}
