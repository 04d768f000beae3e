package org.whichjvm.collector.page;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.chart.ChartColors;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Format;
import org.whichjvm.collector.report.Table;

/** Parts of a page; a contender's name is followed through it by its colour. */
public final class HtmlFormat implements Format {
  private static final int MOST_ROWS = 10;

  private final Map<String, Integer> contenders;

  /**
   * A format for one campaign.
   *
   * @param contenders each contender's label and its index in the campaign
   */
  public HtmlFormat(final Map<String, Integer> contenders) {
    this.contenders = contenders;
  }

  @Override
  public String heading(final String text) {
    return "<h2>" + HtmlText.escape(text) + "</h2>\n";
  }

  @Override
  public String paragraph(final String text) {
    return "<p>" + HtmlText.escape(text) + "</p>\n";
  }

  @Override
  public String items(final List<String> texts) {
    return texts.stream()
        .map(text -> "<li>" + HtmlText.escape(text) + "</li>\n")
        .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
  }

  /** A table; of more than ten rows a reader unfolds it. */
  @Override
  public String table(final Table table) {
    return table(table, row -> "");
  }

  @Override
  public String folded(final String title, final String content) {
    return "<details>\n<summary>"
        + HtmlText.escape(title)
        + "</summary>\n"
        + content
        + "</details>\n";
  }

  /** A table whose rows have CSS classes. */
  String table(final Table table, final IntFunction<String> rowClass) {
    final String title = HtmlText.escape(table.title);
    final StringBuilder html =
        new StringBuilder("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
            .append(title)
            .append("\">\n<table>\n<caption>")
            .append(title)
            .append("</caption>\n<thead><tr>");
    table.columns.forEach(
        column ->
            html.append("<th scope=\"col\"")
                .append(column.right() ? " class=\"number\">" : ">")
                .append(
                    column.header().stream()
                        .map(HtmlText::escape)
                        .collect(Collectors.joining("<br>")))
                .append("</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < table.rows.size(); i++) {
      final String style = rowClass.apply(i);
      html.append(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">");
      for (int k = 0; k < table.columns.size(); k++) {
        html.append(cell(table.rows.get(i).get(k), table.columns.get(k).right(), k == 0));
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n</div>\n");
    table.footnotes.forEach(
        note -> html.append("<p class=\"note\">").append(HtmlText.escape(note)).append("</p>\n"));
    return table.rows.size() > MOST_ROWS
        ? folded(table.title + ": " + table.rows.size() + " rows", html.toString())
        : html.toString();
  }

  private String cell(final String text, final boolean number, final boolean first) {
    final String content = first ? swatch(text) + HtmlText.escape(text) : HtmlText.escape(text);
    if (first) {
      return "<th scope=\"row\">" + content + "</th>";
    }
    return (number ? "<td class=\"number\">" : "<td>") + content + "</td>";
  }

  /** The contender's colour, and shape, as a mark before its name; empty if it is no contender. */
  public String swatch(final String label) {
    final Integer index = contenders.get(label);
    if (index == null) {
      return "";
    }
    final String round = index < ChartColors.CONTENDERS.size() ? "" : " again";
    return "<span class=\"swatch " + ChartColors.contender(index).name() + round + "\"></span>";
  }

  /** The CSS variable of a contender's colour; that of the text if it is no contender. */
  public String colour(final String label) {
    final Integer index = contenders.get(label);
    return index == null ? "--ink" : ChartColors.contender(index).variable();
  }

  /** Names and values. */
  static String definitions(final Map<String, String> values) {
    return values.entrySet().stream()
        .map(
            each ->
                "<div><dt>"
                    + HtmlText.escape(each.getKey())
                    + "</dt><dd>"
                    + HtmlText.escapeLong(each.getValue())
                    + "</dd></div>\n")
        .collect(Collectors.joining("", "<dl>\n", "</dl>\n"));
  }
}
