package org.whichjvm.collector.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.chart.Chart;
import org.whichjvm.collector.chart.ChartSpec;
import org.whichjvm.collector.chart.Charts;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.CauseText;
import org.whichjvm.collector.report.CountTable;
import org.whichjvm.collector.report.GateTables;
import org.whichjvm.collector.report.JvmTable;
import org.whichjvm.collector.report.LatencyTable;
import org.whichjvm.collector.report.PairTables;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ScoreTables;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.TurnTables;
import org.whichjvm.collector.report.Words;

/**
 * Writes {@code report.html}: one file that opens from disk, without a network or a script, light
 * or dark, on paper too.
 */
final class PageWriter {
  // Each some 500 characters, of the 1.5 MB that a page may have.
  private static final int MOST_NOT_COUNTED = 500;

  private static final int MOST_CAUSES = 400;

  // How to read what only one kind of campaign has.
  private static final String OF_LATENCIES = "<div class=\"latencies\">";
  private static final String OF_SCORES = "<div class=\"scores\">";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ROOT)
          .withLocale(Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Answer answer;
  private final Result result;
  private final List<Chart> charts;
  private final HtmlFormat format;
  private final StringBuilder html = new StringBuilder();

  private PageWriter(final Answer answer, final List<Chart> charts) {
    this.answer = answer;
    this.result = answer.result();
    this.charts = charts;
    final Map<String, Integer> contenders = new HashMap<>();
    result
        .contenders()
        .forEach(contender -> contenders.put(Words.contender(contender), contenders.size()));
    this.format = new HtmlFormat(contenders);
  }

  /**
   * The page.
   *
   * @param charts of this result, from {@link Charts#of}
   */
  static String of(final Answer answer, final List<Chart> charts) {
    return new PageWriter(answer, charts).page();
  }

  private String page() {
    head();
    html.append("<main>\n");
    section("ratios", "Is the difference real?", ratios() + sentences());
    section("forks-shown", "Every fork", figures("forks", "timeline", "steadiness") + scores());
    section(
        "latencies",
        "The latencies",
        figures("percentiles-service", "percentiles-response") + pair(figures("median", "p99-99")));
    section("causes", "Why messages were slow", causes());
    section("tables", "The numbers", tables());
    section("gates", "What was excluded", gates());
    section("findings", "What to know", PageFindings.others(answer) + notCounted());
    section("host", "Where and how it ran", host());
    html.append("</main>\n");
    html.append(footer());
    return PageShell.of("whichjvm: " + result.settings().campaign(), html.toString());
  }

  private void head() {
    html.append("<header>\n")
        .append(PageFindings.doubts(answer))
        .append("<p class=\"eyebrow\">whichjvm ")
        .append(HtmlText.escape(result.settings().campaign()))
        .append("</p>\n<h1>Which JVM is fastest here?</h1>\n")
        .append(PageAnswer.of(answer, format))
        .append("<p class=\"meta\">")
        .append(HtmlText.escape(PageHost.line(result)))
        .append("<br>")
        .append(HtmlText.escape(forks() + ", " + TIME.format(result.created())))
        .append(study())
        .append("</p>\n")
        .append(contents())
        .append("</header>\n");
  }

  private String study() {
    return Report.study(result).stream()
        .map(line -> "<br>" + HtmlText.escape(line))
        .collect(Collectors.joining());
  }

  private String contents() {
    String contents = PageShell.resource("page-contents.html");
    if (!CauseText.any(result)) {
      contents = without(contents, "causes");
    }
    return result.ofScores() ? without(contents, "latencies") : contents;
  }

  private static String without(final String contents, final String section) {
    return contents.replaceFirst("<a href=\"#" + section + "\">\\w+</a> ", "");
  }

  private String ratios() {
    return figures("ratios-service", "ratios-response", "ratios-scores", "load", "rates");
  }

  private String sentences() {
    return format.folded("Every verdict in a sentence", PageVerdict.sentences(result, format));
  }

  /** Every score's forks, two beside each other where there is room. */
  private String scores() {
    return pair(
        charts.stream()
            .filter(chart -> result.ofScores() && chart.name().startsWith("forks-"))
            .map(PageWriter::figure)
            .collect(Collectors.joining()));
  }

  private String forks() {
    final int ok = result.forks().size();
    final int failed = result.contenders().stream().mapToInt(ContenderResult::failed).sum();
    final int aside = result.contenders().stream().mapToInt(ContenderResult::emulatedForks).sum();
    return ok
        + (ok == 1 ? " fork of " : " forks of ")
        + result.contenders().size()
        + (result.contenders().size() == 1 ? " contender" : " contenders")
        + (failed == 0 ? "" : ", " + failed + " more failed or not usable")
        + (result.excluded().isEmpty()
            ? ""
            : ", " + result.excluded().size() + " of them excluded by gates")
        + (aside == 0 ? "" : ", " + aside + " of them emulated");
  }

  private void section(final String id, final String title, final String content) {
    if (!content.isEmpty()) {
      html.append("<section id=\"").append(id).append("\">\n");
      html.append(format.heading(title)).append(content).append("</section>\n");
    }
  }

  private String figures(final String... names) {
    return charts.stream()
        .filter(chart -> List.of(names).contains(chart.name()))
        .map(PageWriter::figure)
        .collect(Collectors.joining());
  }

  private static String figure(final Chart chart) {
    return """
        <figure id="%1$s"%5$s>
        <figcaption><h3>%2$s</h3><p>%3$s</p></figcaption>
        <div class="plot" role="group" tabindex="0" aria-label="%2$s">
        %4$s</div>
        </figure>
        """
        .formatted(
            chart.name(),
            HtmlText.escape(chart.title()),
            HtmlText.escape(chart.note()),
            chart.inline(),
            chart.width() < ChartSpec.WIDTH ? " class=\"half\"" : "");
  }

  private static String pair(final String figures) {
    return figures.isEmpty() ? "" : "<div class=\"pair\">\n" + figures + "</div>\n";
  }

  private String tables() {
    return (result.comparisons().isEmpty() || result.nothingButEmulated()
            ? ""
            : PageVerdict.table(result, format))
        + own()
        + format.table(JvmTable.of(result))
        + (result.ofScores()
            ? format.table(ScoreTables.scores(result))
            : format.table(CountTable.of(result)) + format.table(LatencyTable.of(result)))
        + Report.details(result).stream().map(format::table).collect(Collectors.joining());
  }

  /** Contrasts, or the matrix of pairs. */
  private String own() {
    final Table contrasts = ScoreTables.contrasts(result);
    final Table byFloor = TurnTables.byFloor(result);
    return (byFloor == null ? "" : format.table(byFloor))
        + (contrasts == null ? "" : format.table(contrasts))
        + PairTables.of(result).stream().map(format::table).collect(Collectors.joining());
  }

  private String causes() {
    return CauseText.any(result)
        ? format.folded("In sentences", format.items(CauseText.sentences(result)))
            + figures("causes-service", "causes-response")
            + format.table(CauseText.table(result, MOST_CAUSES))
        : "";
  }

  private String gates() {
    return (result.gates().isEmpty() ? "" : format.table(GateTables.gates(result)))
        + (result.excluded().isEmpty()
            ? ""
            : format.table(GateTables.forks(result, MOST_NOT_COUNTED)));
  }

  private String notCounted() {
    return result.unusable().isEmpty()
        ? ""
        : format.table(Report.notCounted(result, MOST_NOT_COUNTED));
  }

  private String host() {
    return "<div class=\"columns\">\n<div>\n<h3>Host</h3>\n"
        + PageHost.host(result)
        + "</div>\n<div>\n<h3>Workload</h3>\n"
        + PageHost.workload(result)
        + "</div>\n</div>\n";
  }

  private String footer() {
    final String files =
        charts.stream()
            .map(Chart::name)
            .map(name -> "<a href=\"%s/%s.svg\">%s</a>".formatted(Names.CHARTS, name, name))
            .collect(Collectors.joining(", "));
    final String all = PageShell.resource("page-footer.html").replace("<!-- charts -->", files);
    return all.lines()
        .filter(line -> !line.startsWith(result.ofScores() ? OF_LATENCIES : OF_SCORES))
        .map(line -> line.replaceFirst(" class=\"(latencies|scores)\"", ""))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
