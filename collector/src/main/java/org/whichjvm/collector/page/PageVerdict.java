package org.whichjvm.collector.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.EmulatedText;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ScoreText;
import org.whichjvm.collector.report.VerdictTable;
import org.whichjvm.collector.report.VerdictText;

/** What the campaign comes to: a sentence for each contender, and the table of every comparison. */
final class PageVerdict {
  private PageVerdict() {}

  /** A list item for each contender that is compared. */
  static String sentences(final Result result, final HtmlFormat format) {
    if (result.nothingButEmulated()) {
      return format.paragraph(EmulatedText.noVerdict(result));
    }
    if (result.ofScores()) {
      return ofScores(result, format);
    }
    final List<Comparison> shown =
        result.comparisons().stream().filter(Comparison::headline).toList();
    if (shown.isEmpty()) {
      return format.paragraph("One contender alone: there is nothing to compare it with.");
    }
    return list(
        shown.stream()
            .map(
                each ->
                    item(
                        format,
                        Report.label(result, each.contender()),
                        VerdictText.sentence(result, each),
                        each.verdict().key)));
  }

  private static String ofScores(final Result result, final HtmlFormat format) {
    final List<ScoreText.Said> all = ScoreText.of(result);
    return all.isEmpty()
        ? format.paragraph(
            "There is nothing to compare: one contender alone, or no fork that counts.")
        : list(
            all.stream()
                .map(
                    each ->
                        item(
                            format,
                            Report.label(result, each.contender()),
                            each.sentence(),
                            each.verdict().key)));
  }

  private static String list(final Stream<String> items) {
    return items.collect(Collectors.joining("", "<ul class=\"verdicts\">\n", "</ul>\n"));
  }

  private static String item(
      final HtmlFormat format, final String label, final String sentence, final String verdict) {
    return "<li>"
        + format.swatch(label)
        + "<span>"
        + HtmlText.escape(sentence)
        + "</span><b class=\"verdict "
        + verdict
        + "\">"
        + verdict
        + "</b></li>\n";
  }

  /** Every comparison; grey where too little was seen to decide. */
  static String table(final Result result, final HtmlFormat format) {
    final List<Comparison> rows = result.comparisons();
    return format.table(
        VerdictTable.full(result),
        row ->
            (rows.get(row).decidable() ? "" : "grey ")
                + (row > 0
                        && (!rows.get(row)
                                .figure()
                                .latency()
                                .equals(rows.get(row - 1).figure().latency())
                            || rows.get(row).figure().ofScore()
                                && !rows.get(row).contender().equals(rows.get(row - 1).contender()))
                    ? "group"
                    : ""));
  }
}
