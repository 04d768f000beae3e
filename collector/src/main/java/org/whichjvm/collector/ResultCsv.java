package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes {@code result.csv} (RFC 4180): table 3, a line a variant, all times in ns. */
final class ResultCsv {
  private ResultCsv() {}

  static String of(final Result result) {
    final StringBuilder csv = new StringBuilder(line(header()));
    result.variants().forEach(variant -> csv.append(line(row(variant))));
    return csv.toString();
  }

  private static List<String> header() {
    final List<String> names =
        new ArrayList<>(List.of("variant", "substitute", "forks_ok", "forks_failed", "floor_ns"));
    for (final Latency latency : Latency.values()) {
      names.add(latency.key + "_count");
      names.add(latency.key + "_fork_p50_min_ns");
      names.add(latency.key + "_fork_p50_max_ns");
      Percentile.REPORTED.forEach(each -> names.add(latency.key + "_" + each.key + "_ns"));
      names.add(latency.key + "_max_ns");
    }
    names.add("service_p50_per_floor");
    return names;
  }

  private static List<String> row(final VariantResult variant) {
    final List<String> cells = new ArrayList<>();
    cells.add(variant.name());
    cells.add(text(variant.substitute()));
    cells.add(Integer.toString(variant.ok()));
    cells.add(Integer.toString(variant.failed()));
    cells.add(number(variant.floorNs(), 1));
    for (final Latency latency : Latency.values()) {
      addLatency(cells, variant.latencies().get(latency));
    }
    cells.add(number(variant.p50PerFloor(), 3));
    return cells;
  }

  private static void addLatency(final List<String> cells, final VariantResult.Pooled pooled) {
    if (pooled == null) {
      for (int i = 0; i < Percentile.REPORTED.size() + 4; i++) {
        cells.add("");
      }
      return;
    }
    cells.add(Long.toString(pooled.summary().count()));
    cells.add(Long.toString(pooled.forkP50Min()));
    cells.add(Long.toString(pooled.forkP50Max()));
    Percentile.REPORTED.forEach(each -> cells.add(Long.toString(pooled.summary().at(each))));
    cells.add(Long.toString(pooled.summary().max()));
  }

  // A cell that begins like a formula would be one in a spreadsheet:
  // https://owasp.org/www-community/attacks/CSV_Injection
  private static String text(final String untrusted) {
    final String line = Escape.oneLine(untrusted);
    final String cell = line.matches("[=+\\-@].*") ? "'" + line : line;
    return cell.matches(".*[\",].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }

  private static String number(final double number, final int decimals) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%." + decimals + "f", number);
  }

  private static String line(final List<String> cells) {
    return String.join(",", cells) + "\r\n";
  }
}
