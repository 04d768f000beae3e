package org.whichjvm.collector.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.chart.RatioBars;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.RankedRow;

/** The first screen of the page: the sentence that answers its title, and the ranked table. */
final class PageAnswer {
  // Of more rows a reader unfolds the rest.
  private static final int MOST_ROWS = 20;
  // Longer names may break over lines.
  private static final int LONG_NAME = 32;

  private final Answer answer;
  private final HtmlFormat format;
  private final RatioBars bars;

  private PageAnswer(final Answer answer, final HtmlFormat format) {
    this.answer = answer;
    this.format = format;
    this.bars = new RatioBars(answer.rows(), answer.result().margin(), answer.result().ofScores());
  }

  static String of(final Answer answer, final HtmlFormat format) {
    return new PageAnswer(answer, format).html();
  }

  private String html() {
    final List<RankedRow> rows = answer.rows();
    final int first = Math.min(MOST_ROWS, rows.size());
    final String more =
        rows.size() == first
            ? ""
            : format.folded(
                (rows.size() - first) + " more", table(rows.subList(first, rows.size())));
    return "<p class=\"answer\">"
        + HtmlText.escape(answer.headline())
        + "</p>\n"
        + (rows.isEmpty() ? "" : table(rows.subList(0, first)) + more + notes());
  }

  /**
   * The table with the roles that it has as one: a narrow screen lays it out as a grid, and
   * browsers then forget them.
   */
  private String table(final List<RankedRow> rows) {
    return "<div class=\"scroll first\" role=\"region\" tabindex=\"0\" aria-label=\""
        + HtmlText.escape(answer.title())
        + "\">\n<table class=\"ranked\" role=\"table\">\n<caption class=\"unseen\">"
        + HtmlText.escape(answer.title())
        + "</caption>\n<thead role=\"rowgroup\"><tr role=\"row\">"
        + head("", "contender")
        + (answer.result().ofScores()
            ? head("", "score") + head(" class=\"number\"", "median")
            : head(" class=\"number\"", "p50 service<br>time"))
        + "<th scope=\"col\" role=\"columnheader\"><span class=\"unseen\">ratio, drawn</span>"
        + bars.axis()
        + "</th>"
        + head("", "ratio and<br>95 % interval")
        + head("", "verdict")
        + head("", "confidence")
        + "</tr></thead>\n<tbody role=\"rowgroup\">\n"
        + rows.stream().map(this::row).collect(Collectors.joining())
        + "</tbody>\n</table>\n</div>\n";
  }

  private static String head(final String attributes, final String text) {
    return "<th scope=\"col\" role=\"columnheader\"" + attributes + ">" + text + "</th>";
  }

  private String row(final RankedRow row) {
    final String name = HtmlText.escape(row.contender());
    return "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\""
        + (name.length() > LONG_NAME ? " class=\"long\">" : ">")
        + format.swatch(row.contender())
        + name
        + against(row)
        + "</th>"
        + (answer.result().ofScores() ? cell("score", HtmlText.escape(row.score())) : "")
        + cell("number value", HtmlText.escape(row.value()))
        + cell("drawn", bars.bar(row, format.colour(row.contender())))
        + cell("ratio", ratio(row))
        + cell("verdict-cell", verdict(row))
        + cell("confidence", HtmlText.escape(row.confidence()))
        + "</tr>\n";
  }

  private static String cell(final String name, final String content) {
    return "<td role=\"cell\" class=\"" + name + "\">" + content + "</td>";
  }

  private static String against(final RankedRow row) {
    return row.against().isEmpty()
        ? ""
        : "<span class=\"against\">against " + HtmlText.escape(row.against()) + "</span>";
  }

  private static String ratio(final RankedRow row) {
    final String interval =
        Double.isNaN(row.low()) || Double.isNaN(row.high())
            ? ""
            : " " + Quantity.interval(row.low(), row.high());
    final String difference = row.difference().isEmpty() ? "" : ", " + row.difference();
    return "<b>" + Quantity.ratio(row.ratio()) + "</b>" + interval + difference;
  }

  private static String verdict(final RankedRow row) {
    final String name = row.verdict() == null ? "none" : row.verdict().key;
    return "<b class=\"verdict " + name + "\">" + HtmlText.escape(row.word()) + "</b>";
  }

  private String notes() {
    final String ratios =
        answer.ratios().isEmpty()
            ? ""
            : answer.ratios()
                + " The band is ± "
                + Quantity.percent(answer.result().margin())
                + ", what counts as equivalent. A hollow dot is open. "
                + answer.legend();
    return Stream.of(ratios, answer.speaksFor(), answer.excluded())
        .filter(each -> !each.isEmpty())
        .map(HtmlText::escape)
        .collect(Collectors.joining("<br>", "<p class=\"note\">", "</p>\n"));
  }
}
