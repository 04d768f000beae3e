package org.whichjvm.collector.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Escape;

/** GitHub's Markdown. */
public final class MarkdownFormat implements Format {
  private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_~\\[\\]|#!]");

  @Override
  public String heading(final String text) {
    return "# " + escape(text) + "\n";
  }

  @Override
  public String paragraph(final String text) {
    return escape(text) + "\n";
  }

  @Override
  public String items(final List<String> texts) {
    return texts.stream().map(text -> "- " + escape(text) + "\n").collect(Collectors.joining());
  }

  @Override
  public String table(final Table table) {
    final StringBuilder lines = new StringBuilder("## " + escape(table.title) + "\n\n");
    lines.append(row(table.columns.stream().map(each -> String.join(" ", each.header())).toList()));
    table.columns.forEach(each -> lines.append(each.right() ? "| ---: " : "| --- "));
    lines.append("|\n");
    table.rows.forEach(row -> lines.append(row(row)));
    table.footnotes.forEach(note -> lines.append('\n').append(paragraph(note)));
    return lines.toString();
  }

  private static String row(final List<String> cells) {
    return cells.stream()
        .map(MarkdownFormat::escape)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** The text as it is: no markup, no HTML, no cell or line of its own. */
  static String escape(final String text) {
    final String html =
        Escape.oneLine(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return SPECIAL.matcher(html).replaceAll("\\\\$0");
  }
}
