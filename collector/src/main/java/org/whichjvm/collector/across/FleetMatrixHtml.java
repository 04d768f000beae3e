package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.chart.RatioBars;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.page.HtmlFormat;
import org.whichjvm.collector.report.RankedRow;

/**
 * The matrix as a page draws it: a column for each host; of many hosts a row of dots for each
 * contender, which unfolds to a row for each host.
 */
final class FleetMatrixHtml {
  // Of more rows a reader unfolds the rest.
  private static final int FIRST_ROWS = 20;
  // A drawn cell takes some 900 characters of the 3 MB that a page may have, one in words 250.
  private static final int MOST_DRAWN = 2_500;
  private static final int MOST_CELLS = 4_000;
  // Columns that leave room for wide drawings.
  private static final int ROOMY = 3;
  private static final double USUAL_MARGIN = 0.03;

  private final Matrix matrix;
  private final HtmlFormat format;
  private final RatioBars bars;
  private int cells;

  FleetMatrixHtml(final Matrix matrix, final HtmlFormat format) {
    this.matrix = matrix;
    this.format = format;
    final double margin =
        matrix.hosts().isEmpty() ? Double.NaN : matrix.hosts().get(0).result().margin();
    this.bars =
        new RatioBars(
            matrix.rows().stream()
                .flatMap(row -> row.cells().values().stream())
                .limit(MOST_DRAWN)
                .map(FleetMatrixHtml::row)
                .toList(),
            margin > 0 ? margin : USUAL_MARGIN,
            matrix.hosts().size() > ROOMY && matrix.hosts().size() <= Fleet.MOST_COLUMNS);
  }

  /** The whole of it; empty if there is nothing to compare. */
  String html() {
    final List<MatrixRow> rows = new ArrayList<>();
    int room = MOST_CELLS;
    for (final MatrixRow row : matrix.rows()) {
      room -= row.cells().size();
      if (room >= 0) {
        rows.add(row);
      }
    }
    if (matrix.rows().isEmpty()) {
      return "";
    }
    final int left = matrix.rows().size() - rows.size();
    final boolean many = matrix.hosts().size() > Fleet.MOST_COLUMNS;
    return (many ? tall(rows) : wide(rows))
        + (left > 0 ? note(Quantity.count(left) + " more rows are in fleet.json.") : "")
        + note(
            "A point left of 1 is faster than "
                + matrix.label(matrix.reference())
                + ", a point right of 1 is slower. The bar is the 95 % interval of the host's own"
                + " campaign, the band its margin; a hollow point is open.");
  }

  private static String note(final String text) {
    return "<p class=\"note\">" + HtmlText.escape(text) + "</p>\n";
  }

  private static RankedRow row(final Cell cell) {
    return new RankedRow(
        "", "", "", "", cell.ratio(), cell.low(), cell.high(), "", cell.word(), cell.verdict(), "");
  }

  private String wide(final List<MatrixRow> rows) {
    final int first = Math.min(FIRST_ROWS, rows.size());
    return wideTable(rows.subList(0, first))
        + (rows.size() == first
            ? ""
            : format.folded(
                rows.size() - first + " more", wideTable(rows.subList(first, rows.size()))));
  }

  private String wideTable(final List<MatrixRow> rows) {
    return "<div class=\"scroll first\" role=\"region\" tabindex=\"0\" aria-label=\"Ratio by host\">\n"
        + "<table class=\"fleet\" role=\"table\">\n<caption class=\"unseen\">Ratio by host</caption>\n"
        + "<thead role=\"rowgroup\"><tr role=\"row\"><th scope=\"col\" role=\"columnheader\">contender</th>"
        + matrix.names().stream()
            .map(
                name ->
                    "<th scope=\"col\" role=\"columnheader\"><span class=\"host\">"
                        + HtmlText.escape(name)
                        + "</span>"
                        + bars.axis()
                        + "</th>")
            .collect(Collectors.joining())
        + "</tr></thead>\n<tbody role=\"rowgroup\">\n"
        + rows.stream().map(this::wideRow).collect(Collectors.joining())
        + "</tbody>\n</table>\n</div>\n";
  }

  private String wideRow(final MatrixRow row) {
    final StringBuilder html =
        new StringBuilder("<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">")
            .append(name(row))
            .append("</th>");
    for (final Map.Entry<String, Cell> each : row.cells().entrySet()) {
      final Cell cell = each.getValue();
      html.append("<td role=\"cell\"><span class=\"on\">")
          .append(HtmlText.escape(each.getKey()))
          .append("</span>")
          .append(bar(cell, row))
          .append("<span class=\"ratio\">")
          .append(ratio(cell))
          .append("</span>")
          .append(verdict(cell))
          .append("</td>");
    }
    return html.append("</tr>\n").toString();
  }

  private String name(final MatrixRow row) {
    final String figure = row.key().figure().ofScore() ? row.key().figure().label() : "";
    final String against =
        row.key().against().equals(matrix.reference())
            ? ""
            : "against " + matrix.label(row.key().against());
    return format.swatch(row.label())
        + HtmlText.escape(row.label())
        + below(figure)
        + below(against);
  }

  private static String below(final String text) {
    return text.isEmpty() ? "" : "<span class=\"against\">" + HtmlText.escape(text) + "</span>";
  }

  private String bar(final Cell cell, final MatrixRow row) {
    cells++;
    return cells > MOST_DRAWN ? "" : bars.bar(row(cell), format.colour(row.label()));
  }

  private static String ratio(final Cell cell) {
    return Double.isNaN(cell.ratio())
        ? ""
        : "<b>"
            + Quantity.ratio(cell.ratio())
            + "</b>"
            + (Double.isNaN(cell.low()) || Double.isNaN(cell.high())
                ? ""
                : " " + Quantity.interval(cell.low(), cell.high()));
  }

  private static String verdict(final Cell cell) {
    return "<b class=\"verdict "
        + (cell.verdict() == null ? "none" : cell.verdict().key)
        + "\">"
        + HtmlText.escape(cell.word())
        + "</b>";
  }

  private String tall(final List<MatrixRow> rows) {
    final StringBuilder html =
        new StringBuilder("<table class=\"spread\">\n<caption class=\"unseen\">")
            .append("Ratios of all hosts</caption>\n<thead><tr><th scope=\"col\">contender</th>")
            .append("<th scope=\"col\"><span class=\"unseen\">a point for each host</span>")
            .append(bars.axis())
            .append("</th><th scope=\"col\" class=\"number\">ratios</th></tr></thead>\n<tbody>\n");
    for (final MatrixRow row : rows) {
      html.append("<tr><th scope=\"row\">")
          .append(name(row))
          .append("</th><td class=\"drawn\">")
          .append(
              bars.dots(
                  row.cells().values().stream().map(FleetMatrixHtml::row).toList(),
                  format.colour(row.label()),
                  "ratios of " + row.cells().size() + " hosts, " + row.range()))
          .append("</td><td class=\"number\">")
          .append(row.range())
          .append("</td></tr>\n");
    }
    html.append("</tbody>\n</table>\n");
    final List<String> sentences = FleetText.agreement(matrix, rows);
    for (int i = 0; i < rows.size(); i++) {
      html.append("<details>\n<summary>")
          .append(format.swatch(rows.get(i).label()))
          .append(HtmlText.escape(sentences.get(i)))
          .append("</summary>\n")
          .append(hosts(rows.get(i)))
          .append("</details>\n");
    }
    return html.toString();
  }

  private String hosts(final MatrixRow row) {
    final StringBuilder html =
        new StringBuilder(
                "<div class=\"scroll first\" role=\"region\" tabindex=\"0\" aria-label=\"")
            .append(HtmlText.escape(row.name()))
            .append("\">\n<table class=\"ranked\"><thead><tr><th>host</th><th>")
            .append(bars.axis())
            .append(
                "</th><th>ratio and 95 % interval</th><th>verdict</th></tr></thead>\n<tbody>\n");
    row.cells()
        .forEach(
            (host, cell) ->
                html.append("<tr><th scope=\"row\">")
                    .append(HtmlText.escape(host))
                    .append("</th><td class=\"drawn\">")
                    .append(bar(cell, row))
                    .append("</td><td class=\"ratio\">")
                    .append(ratio(cell))
                    .append("</td><td class=\"verdict-cell\">")
                    .append(verdict(cell))
                    .append("</td></tr>\n"));
    return html.append("</tbody></table></div>\n").toString();
  }
}
