package org.whichjvm.collector.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.html.chart.Chart;
import org.whichjvm.collector.html.chart.ServiceLevel;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.ExplanationFiles;
import org.whichjvm.collector.report.Finding;
import org.whichjvm.collector.report.RankedRow;
import org.whichjvm.collector.report.VerdictText;
import org.whichjvm.collector.report.Words;

/**
 * The templates of {@code report.html} show this: an answer, its charts from {@link Chart#of}, the
 * marks of its contenders, the scale of the ranked table, and the events whose explanations are
 * beside it.
 */
public record ReportPage(
    Answer answer,
    List<Chart> charts,
    ContenderMarks marks,
    RatioBars bars,
    List<String> explained) {
  // Each some 500 characters, of the 1.5 MB that a page may have.
  static final int MOST_NOT_COUNTED = 500;
  static final int MOST_CAUSES = 400;

  // A reader unfolds more rows.
  private static final int MOST_ROWS = 20;
  // Longer names may break over lines.
  private static final int LONG_NAME = 32;

  /** Writes the page and its charts, with these service levels, into a campaign's folder. */
  public static void write(final Path folder, final Answer answer, final List<ServiceLevel> levels)
      throws IOException {
    final List<Chart> drawn = Chart.of(answer.result(), levels);
    final Path charts = folder.resolve(Names.CHARTS);
    Folders.create(charts);
    for (final Chart chart : drawn) {
      AtomicFiles.write(charts.resolve(chart.name() + ".svg"), chart.file());
    }
    // Last: a page that is there has the charts that it links to.
    AtomicFiles.write(
        folder.resolve(Names.REPORT_HTML), of(answer, drawn, ExplanationFiles.events(folder)));
  }

  static String of(final Answer answer, final List<Chart> charts, final List<String> explained) {
    final Result result = answer.result();
    final ReportPage page =
        new ReportPage(
            answer,
            charts,
            new ContenderMarks(result.contenders().stream().map(Words::contender).toList()),
            new RatioBars(
                answer.rows().stream().map(RankedRow::ratio), result.margin(), result.ofScores()),
            explained);
    return PageOutput.of(out -> JtereportGenerated.render(out, null, page));
  }

  Result result() {
    return answer.result();
  }

  List<RankedRow> firstRows() {
    return answer.rows().subList(0, Math.min(MOST_ROWS, answer.rows().size()));
  }

  List<RankedRow> otherRows() {
    return answer.rows().subList(firstRows().size(), answer.rows().size());
  }

  static boolean isLong(final RankedRow row) {
    return row.contender().length() > LONG_NAME;
  }

  List<String> notes() {
    final String ratios =
        "%s The band is ± %s, what counts as equivalent. A hollow dot is open. %s"
            .formatted(answer.ratios(), Quantity.percent(result().margin()), answer.legend());
    return Stream.of(answer.ratios().isEmpty() ? "" : ratios, answer.speaksFor(), answer.excluded())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  List<Chart> charts(final String... names) {
    return charts.stream().filter(chart -> List.of(names).contains(chart.name())).toList();
  }

  List<Chart> scoreCharts() {
    return charts.stream().filter(chart -> chart.name().startsWith("forks-")).toList();
  }

  List<VerdictText.Sentence> said() {
    return VerdictText.said(result());
  }

  String nothingSaid() {
    return result().ofScores()
        ? "There is nothing to compare: one contender alone, or no fork that counts."
        : "One contender alone: there is nothing to compare it with.";
  }

  /** CSS classes of the verdicts' rows: grey where too little was seen to decide. */
  List<String> verdictStyles() {
    final List<Comparison> rows = result().comparisons();
    final List<String> styles = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      final Comparison row = rows.get(i);
      final Comparison before = rows.get(Math.max(0, i - 1));
      final boolean group =
          !row.figure().latency().equals(before.figure().latency())
              || row.figure().ofScore() && !row.contender().equals(before.contender());
      styles.add((row.decidable() ? "" : "grey ") + (group ? "group" : ""));
    }
    return styles;
  }

  /** The findings that are no doubts, in the order in which they matter. */
  List<Finding> others() {
    return answer.findings().stream().filter(each -> each.level() != Finding.Level.DOUBT).toList();
  }
}
