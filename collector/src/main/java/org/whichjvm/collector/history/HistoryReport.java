package org.whichjvm.collector.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.chart.Chart;
import org.whichjvm.collector.chart.ChartHistory;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.page.PageOutput;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Table;

/** The report of a history: what changed when, and what else changed then. */
public final class HistoryReport {
  /** A change is new in so many sessions after it. */
  private static final int NEW = 10;

  /** Of a normal distribution, for intervals of 95 %. */
  private static final double NORMAL = 1.96;

  private final History history;
  private final List<History.Change> changes;

  /**
   * A report of change points.
   *
   * @param changes lines as {@link History#changes} takes them
   */
  public HistoryReport(final History history, final List<String> changes) {
    this.history = history;
    this.changes = history.changes(changes);
  }

  /** The confirmed changes to slower by more than a share, of the last sessions, in sentences. */
  public List<String> slowerThan(final double share) {
    return changes.stream()
        .filter(each -> !each.series().ofHost() && each.confirmed() && each.slower() > share)
        .filter(each -> history.points().size() - each.session() <= NEW)
        .filter(each -> !history.ofAll(each, changes))
        .map(this::sentence)
        .toList();
  }

  public Document document() {
    final Document document = summary();
    document.table(series());
    return document;
  }

  private Document summary() {
    final Document document = new Document();
    final int sessions = history.points().size();
    final int left = sessions - history.alike();
    document.heading("whichjvm history: " + sessions + " sessions");
    document.paragraph(
        "Ratios to %s, %s to %s UTC.%s%s"
            .formatted(
                history.reference(),
                began(0),
                began(sessions - 1),
                left == 0
                    ? ""
                    : " Of these sessions, %d were at another floor than the usual one and are left out."
                        .formatted(left),
                changes.isEmpty() ? nothing() : ""));
    document.items(changes.stream().map(this::sentence).toList());
    return document;
  }

  private String nothing() {
    return history.alike() < History.FEWEST
        ? " Whether anything changed is told from %d sessions on.".formatted(History.FEWEST)
        : " Nothing changed.";
  }

  private String began(final int session) {
    return Sessions.minute(history.points().get(session).began());
  }

  private String sentence(final History.Change each) {
    final History.Series series = each.series();
    final String what =
        series.ofHost()
            ? "%s: the %s itself is %s, so the host changed"
                .formatted(series.contender(), series.figure(), percent(each))
            : history.ofAll(each, changes)
                ? "%s is %s at the %s, as most others are: the host or %s changed, and they did not"
                    .formatted(
                        series.contender(), percent(each), series.figure(), history.reference())
                : "%s is %s at the %s against %s (%s, before %s)"
                    .formatted(
                        series.contender(),
                        percent(each),
                        series.figure(),
                        history.reference(),
                        Quantity.ratio(Math.exp(each.after()), 3),
                        Quantity.ratio(Math.exp(each.before()), 3));
    final List<String> changed = history.changed(each);
    return "Since %s UTC (%s) %s; %s. %s"
        .formatted(
            began(each.session()),
            history.points().get(each.session()).campaign(),
            what,
            each.confirmed()
                ? "confirmed by %d further sessions".formatted(each.further())
                : "not yet confirmed (%d of %d further sessions)"
                    .formatted(each.further(), History.CONFIRMING),
            changed.isEmpty()
                ? "Of what is recorded nothing else changed then."
                : "With it changed: " + String.join("; ", changed) + ".");
  }

  private static String percent(final History.Change each) {
    return Quantity.percent(Math.abs(each.slower())) + (each.slower() > 0 ? " slower" : " faster");
  }

  private Table<?> series() {
    return new Table<>("Series", history.series())
        .words("of", History.Series::contender)
        .words("figure", History.Series::figure)
        .numbers("sessions", each -> Quantity.count(each.points().size()))
        .numbers("first", each -> shown(each, 0))
        .numbers("last", each -> shown(each, each.points().size() - 1))
        .numbers(
            "changes",
            each -> Quantity.count(changes.stream().filter(one -> one.series() == each).count()))
        .note(
            ("Of a contender its ratio to %s; of %1$s, and of the floor, the value itself, which moves"
                    + " with the host. Change points are those of Apache Otava.")
                .formatted(history.reference()));
  }

  private static String shown(final History.Series series, final int at) {
    final double value = Math.exp(series.points().get(at).value());
    return series.ofHost() ? Quantity.plain(value) : Quantity.ratio(value, 3);
  }

  /** The page: the same words, with a chart of each figure between them. */
  public String page() {
    final List<Chart> charts = new ArrayList<>();
    final Map<String, List<ChartHistory.Line>> figures = new LinkedHashMap<>();
    for (final History.Series each : history.series()) {
      if (!each.ofHost()) {
        figures.computeIfAbsent(each.figure(), key -> new ArrayList<>()).add(line(each));
      }
    }
    figures.forEach(
        (figure, lines) ->
            charts.add(
                ChartHistory.of(
                    "history-" + (charts.size() + 1), figure, lines, history.reference())));
    return PageOutput.of(
        out ->
            JtehistoryGenerated.render(
                out, null, "whichjvm history", summary(), charts, List.of(series())));
  }

  private ChartHistory.Line line(final History.Series series) {
    final List<ChartHistory.Mark> marks = new ArrayList<>();
    for (int i = 0; i < series.points().size(); i++) {
      final History.At each = series.points().get(i);
      final int at = i;
      marks.add(
          new ChartHistory.Mark(
              each.session() + 1,
              Math.exp(each.value()),
              Math.exp(each.value() - NORMAL * each.error()),
              Math.exp(each.value() + NORMAL * each.error()),
              changes.stream().anyMatch(one -> one.series() == series && one.at() == at)));
    }
    return new ChartHistory.Line(series.contender(), marks);
  }
}
