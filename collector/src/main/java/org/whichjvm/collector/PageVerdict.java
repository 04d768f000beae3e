package org.whichjvm.collector;

import java.util.List;
import java.util.stream.Collectors;

/** What the campaign comes to: sentences at the top, and the table of every comparison. */
final class PageVerdict {
  private PageVerdict() {}

  /** A list item for each variant that is compared. */
  static String sentences(final Result result, final HtmlFormat format) {
    final List<Comparison> shown =
        result.comparisons().stream().filter(Comparison::headline).toList();
    if (shown.isEmpty()) {
      return format.paragraph("One variant alone: there is nothing to compare it with.");
    }
    return shown.stream()
        .map(
            each ->
                "<li>"
                    + format.swatch(Report.label(result, each.variant()))
                    + "<span>"
                    + HtmlText.escape(VerdictText.sentence(result, each))
                    + "</span><b class=\"verdict "
                    + each.verdict().key
                    + "\">"
                    + each.verdict().key
                    + "</b></li>\n")
        .collect(Collectors.joining("", "<ul class=\"verdicts\">\n", "</ul>\n"));
  }

  /** Every comparison; grey where too little was seen to decide. */
  static String table(final Result result, final HtmlFormat format) {
    final List<Comparison> rows = result.comparisons();
    return format.table(
        VerdictTable.full(result),
        row ->
            (rows.get(row).decidable() ? "" : "grey ")
                + (row > 0 && rows.get(row).latency() != rows.get(row - 1).latency()
                    ? "group"
                    : ""));
  }
}
