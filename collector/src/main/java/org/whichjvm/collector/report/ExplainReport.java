package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.whichjvm.collector.analysis.Explanation;
import org.whichjvm.collector.analysis.Profile;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.common.Profiling;

/** Where the difference in CPU time between two contenders comes from, in words and tables. */
public final class ExplainReport {
  /** What a terminal has room for. */
  public static final int MOST_ON_SCREEN = 10;

  private final String campaign;
  private final Explanation explanation;

  public ExplainReport(final String campaign, final Explanation explanation) {
    this.campaign = campaign;
    this.explanation = explanation;
  }

  /** The answer, and the places that differ. */
  public Document summary(final int most) {
    final Document document = new Document();
    document.heading("whichjvm explain: " + campaign);
    document.items(answer());
    document.tables(
        List.of(
            table("Where CPU time differs", explanation.found())
                .limited(most, Names.EXPLAIN_MD + " of the campaign's folder"),
            counts()));
    document.items(limits());
    return document;
  }

  /** All places that were asked about. */
  public Document places() {
    final Document document = new Document();
    for (final Profile.Kind kind : Profile.Kind.values()) {
      document.tables(
          List.of(
              table(
                  "All places: " + kind.text,
                  explanation.places().stream()
                      .filter(each -> each.place().kind() == kind)
                      .toList())));
    }
    return document;
  }

  private List<String> answer() {
    final List<String> lines = new ArrayList<>();
    final Explanation.Row total = explanation.total();
    if (explanation.blocks() == 0) {
      lines.add("Nothing is explained: no block has a profile of all three runs.");
    } else {
      lines.add(
          "A run of %s takes %s ms of CPU time, one of %s %s ms: %s, over %s."
              .formatted(
                  explanation.contender(),
                  millis(total.contender()),
                  explanation.baseline(),
                  millis(total.baseline()),
                  difference(total.shift()),
                  Words.count(explanation.blocks(), "block")));
      explanation
          .explained()
          .ifPresentOrElse(
              part ->
                  lines.add(
                      "Of the %s ms the places that differ hold %s ms themselves; %s ms remain unexplained."
                          .formatted(
                              signed(total.shift().difference()),
                              signed(part),
                              signed(total.shift().difference() - part))),
              () ->
                  lines.add(
                      "Their CPU time as a whole is not shown to differ: what the table names gives and takes."));
      if (explanation.found().isEmpty()) {
        lines.add(
            "No place differs for sure. Run more blocks, or a longer program: a place needs samples.");
      }
      lines.add(
          explanation.control() == 0
              ? "The control, %s against itself in the same blocks, differs nowhere."
                  .formatted(explanation.baseline())
              : "The control, %s against itself in the same blocks, differs in %s, which one control in twenty does: do not trust this table, and run it again."
                  .formatted(explanation.baseline(), Words.count(explanation.control(), "place")));
    }
    lines.addAll(
        explanation.unusable().stream()
            .map(each -> "%s does not count: it %s.".formatted(each.file(), each.reason()))
            .toList());
    return lines;
  }

  private List<String> limits() {
    return explanation.blocks() == 0
        ? List.of()
        : List.of(
            "A profile has some %s samples a run, one for each %d ms of a thread's CPU time; a place with less than %s of all CPU time is not asked about."
                .formatted(
                    Quantity.count(explanation.samples()),
                    Profiling.SAMPLE_MILLIS,
                    Quantity.percent(Explanation.LEAST_SHARE)),
            "Profiled runs are slower than others. What waits, and does not compute, is in no profile.");
  }

  private static Table<Explanation.Row> table(
      final String title, final List<Explanation.Row> rows) {
    return new Table<>(title, rows)
        .words("place", each -> shown(each.place().name()))
        .words("of it", each -> each.place().kind().text)
        .numbers("ms", each -> millis(each.contender()))
        .numbers("baseline\nms", each -> millis(each.baseline()))
        .numbers("difference\nms", each -> signed(each.shift().difference()))
        .numbers("95 % interval", each -> interval(each.shift()));
  }

  private Table<Explanation.Count> counts() {
    return new Table<>("What else a run takes", explanation.counts())
        .words("score", each -> each.score().name())
        .words("unit", each -> each.score().unit())
        .numbers("contender", each -> millis(each.contender()))
        .numbers("baseline", each -> millis(each.baseline()))
        .numbers("difference", each -> signed(each.shift().difference()))
        .numbers("95 % interval", each -> interval(each.shift()));
  }

  /** A frame as people write it: java.util.HashMap.get. */
  private static String shown(final String name) {
    return name.matches("[A-Za-z0-9_$/]+\\.[^/]+") ? name.replace('/', '.') : name;
  }

  private static String difference(final MaxT.Shift shift) {
    return signed(shift.difference()) + " ms " + interval(shift);
  }

  private static String interval(final MaxT.Shift shift) {
    return Double.isFinite(shift.low())
        ? "[" + signed(shift.low()) + ", " + signed(shift.high()) + "]"
        : Quantity.NONE;
  }

  private static String signed(final double millis) {
    return (millis < 0 ? "−" : "+") + millis(Math.abs(millis));
  }

  /** Three digits, and none below a tenth. */
  private static String millis(final double millis) {
    return String.format(Locale.ROOT, millis < 9.95 ? "%.1f" : "%,.0f", millis);
  }
}
