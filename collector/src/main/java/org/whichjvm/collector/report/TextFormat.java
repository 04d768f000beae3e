package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.Escape;

/** Plain text with aligned columns, for a terminal. */
public final class TextFormat implements Format {
  private static final String GAP = "  ";

  @Override
  public String heading(final String text) {
    return Escape.oneLine(text) + "\n";
  }

  @Override
  public String paragraph(final String text) {
    return Escape.oneLine(text) + "\n";
  }

  @Override
  public String items(final List<String> texts) {
    return texts.stream().map(text -> Escape.oneLine(text) + "\n").collect(Collectors.joining());
  }

  /** On a terminal nothing can be hidden. */
  @Override
  public String folded(final String title, final String content) {
    return content;
  }

  @Override
  public String table(final Table table) {
    final List<List<String>> lines = headers(table.columns);
    final int headerLines = lines.size();
    table.rows.forEach(row -> lines.add(row.stream().map(Escape::oneLine).toList()));
    final int[] widths =
        IntStream.range(0, table.columns.size())
            .map(i -> lines.stream().mapToInt(line -> width(line.get(i))).max().orElse(0))
            .toArray();
    lines.add(headerLines, IntStream.of(widths).mapToObj("-"::repeat).toList());
    final StringBuilder text = new StringBuilder(Escape.oneLine(table.title)).append('\n');
    lines.forEach(line -> text.append(line(table.columns, line, widths)).append('\n'));
    table.footnotes.forEach(note -> text.append(paragraph(note)));
    return text.toString();
  }

  /** The header's lines, the shorter headers at the bottom. */
  private static List<List<String>> headers(final List<Table.Column> columns) {
    final int height = columns.stream().mapToInt(each -> each.header().size()).max().orElse(0);
    final List<List<String>> lines = new ArrayList<>();
    for (int i = height; i > 0; i--) {
      final int fromBottom = i;
      lines.add(columns.stream().map(each -> headerLine(each.header(), fromBottom)).toList());
    }
    return lines;
  }

  private static String headerLine(final List<String> header, final int fromBottom) {
    return fromBottom > header.size() ? "" : header.get(header.size() - fromBottom);
  }

  private static String line(
      final List<Table.Column> columns, final List<String> cells, final int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(i -> pad(cells.get(i), widths[i], columns.get(i).right()))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }

  private static String pad(final String cell, final int width, final boolean right) {
    final String space = " ".repeat(width - width(cell));
    return right ? space + cell : cell + space;
  }

  private static int width(final String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
