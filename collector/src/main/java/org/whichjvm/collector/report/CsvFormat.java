package org.whichjvm.collector.report;

import java.util.List;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.Escape;

/** A table as comma-separated values (RFC 4180): its head, then a line a row. */
public final class CsvFormat {
  private CsvFormat() {}

  /** The text; it has neither the table's title nor its footnotes. */
  public static String of(final Table<?> table) {
    final StringBuilder csv =
        new StringBuilder(
            line(table.columns.stream().map(each -> String.join(" ", each.header())).toList()));
    for (final List<String> row : table.rows) {
      csv.append(
          line(
              IntStream.range(0, row.size())
                  .mapToObj(i -> table.columns.get(i).right() ? row.get(i) : escaped(row.get(i)))
                  .toList()));
    }
    return csv.toString();
  }

  // A cell that begins like a formula would be one in a spreadsheet:
  // https://owasp.org/www-community/attacks/CSV_Injection
  private static String escaped(final String untrusted) {
    final String line = Escape.oneLine(untrusted);
    final String cell = line.matches("[=+\\-@].*") ? "'" + line : line;
    return cell.matches(".*[\",].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }

  private static String line(final List<String> cells) {
    return String.join(",", cells) + "\r\n";
  }
}
