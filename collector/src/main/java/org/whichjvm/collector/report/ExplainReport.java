package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.analysis.CountsExplained;
import org.whichjvm.collector.analysis.Explanation;
import org.whichjvm.collector.analysis.Profile;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.collector.stats.Medians;

/** Where the difference between two contenders comes from, in words and tables. */
public final class ExplainReport {
  /** What a terminal has room for. */
  public static final int MOST_ON_SCREEN = 10;

  private final String campaign;
  private final Explanation explanation;
  private final List<String> cost;

  /**
   * Makes the report.
   *
   * @param cost what {@link #cost} says
   */
  public ExplainReport(
      final String campaign, final Explanation explanation, final List<String> cost) {
    this.campaign = campaign;
    this.explanation = explanation;
    this.cost = cost;
  }

  /** The answer, and the places that differ. */
  public Document summary(final int most) {
    final Document document = new Document();
    document.heading("whichjvm explain: " + campaign);
    document.items(answer());
    document.tables(
        List.of(
            table("Where " + explanation.what() + " differs", explanation.found())
                .limited(most, Names.EXPLAIN_MD + " of the campaign's folder"),
            scores()));
    document.items(limits());
    document.items(cost);
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
                      .filter(each -> each.of().kind() == kind)
                      .toList())));
    }
    return document;
  }

  private List<String> answer() {
    final List<String> lines = new ArrayList<>();
    final Explanation.Row<Profile.Place> total = explanation.total();
    if (explanation.blocks() == 0) {
      lines.add("Nothing is explained: no block has a profile of all three runs.");
    } else {
      lines.add(
          "%s takes %s%s, %s %s: %s, over %s."
              .formatted(
                  (explanation.ofMessages() ? "" : "A run of ") + explanation.contender(),
                  withUnit(number(total.contender())),
                  (isCount() ? " " : " of ") + explanation.what(),
                  (explanation.ofMessages() ? "" : "one of ") + explanation.baseline(),
                  withUnit(number(total.baseline())),
                  withUnit(signed(total.shift().difference())) + " " + interval(total.shift()),
                  Words.count(explanation.blocks(), "block")));
      if (explanation.found().isEmpty()) {
        lines.add(
            "No place differs for sure. Run more blocks, or longer forks: a place needs samples.");
      } else if (explanation.explained().isEmpty()) {
        lines.add("As a whole it is not shown to differ: what the table names gives and takes.");
      } else {
        final double part = explanation.explained().get();
        lines.add(
            "Of the %s the places that differ hold %s themselves; %s remain unexplained."
                .formatted(
                    withUnit(signed(total.shift().difference())),
                    withUnit(signed(part)),
                    withUnit(signed(total.shift().difference() - part))));
      }
      lines.add(control(explanation.baseline(), explanation.control(), "place"));
    }
    lines.addAll(unusable(explanation.unusable()));
    return lines;
  }

  static List<String> unusable(final List<Unusable> files) {
    return files.stream()
        .map(each -> "%s does not count: it %s.".formatted(each.file(), each.reason()))
        .toList();
  }

  /** What the control says, in which so many things differ. */
  static String control(final String baseline, final int found, final String what) {
    return "The control, %s against itself in the same blocks, differs ".formatted(baseline)
        + (found == 0
            ? "nowhere."
            : "in %s, which one control in twenty does: do not trust this table, and run it again."
                .formatted(Words.count(found, what)));
  }

  private List<String> limits() {
    final String least =
        "A place with less than %s of all %s is not asked about."
            .formatted(Quantity.percent(Explanation.LEAST_SHARE), explanation.what());
    if (explanation.blocks() == 0) {
      return List.of();
    }
    if (explanation.ofMessages()) {
      return List.of(
          "A message takes the CPU time of both threads, and they spin while they wait: at one rate all messages take the same, and what one place takes more another waits less.",
          "Messages were sent at four times the campaign's rate, so that less of the time is waiting. "
              + least);
    }
    return List.of(
        explanation.profiling().ofCpu()
            ? "A sample is 5 ms of a thread's CPU time. What waits, and does not compute, is in no profile. "
                + least
            : least);
  }

  private Table<Explanation.Row<Profile.Place>> table(
      final String title, final List<Explanation.Row<Profile.Place>> rows) {
    return numbers(
        new Table<>(title, rows)
            .words("place", each -> shown(each.of().name()))
            .words("of it", each -> each.of().kind().text),
        "\n" + explanation.unit());
  }

  private Table<Explanation.Row<Figure>> scores() {
    return numbers(
        new Table<>("What else a run takes", explanation.scores())
            .words("score", each -> each.of().name())
            .words("unit", each -> each.of().unit()),
        "");
  }

  /**
   * What it costs to watch forks: how long they took beside those of the campaign that is
   * explained.
   *
   * @param asked that campaign
   */
  public static List<String> cost(final Campaign own, final Campaign asked) {
    final List<String> lines = new ArrayList<>();
    for (final ContenderForks each : own.contenders().subList(0, 2)) {
      final Optional<ContenderForks> unwatched =
          asked.contenders().stream().filter(then -> then.name().equals(each.name())).findFirst();
      final Figure figure =
          each.added().stream()
              .flatMap(fork -> fork.scores().keySet().stream())
              .filter(score -> score.name().equals("wall"))
              .findFirst()
              .orElse(Figure.HEADLINE);
      final double now = median(each, figure);
      final double then = unwatched.map(forks -> median(forks, figure)).orElse(Double.NaN);
      if (now > 0 && then > 0) {
        lines.add(
            "%s of %s is %s at the median of these forks, and was %s at that of %s: %s times as much, the host's own changes included."
                .formatted(
                    figure.label(),
                    each.name(),
                    figure.shown(now),
                    figure.shown(then),
                    asked.settings().campaign(),
                    Quantity.ratio(now / then, 2)));
      }
    }
    return lines;
  }

  private static double median(final ContenderForks forks, final Figure figure) {
    return Medians.of(forks.added().stream().mapToDouble(each -> each.get(figure)));
  }

  /** What else differs that is counted beside messages. */
  static Table<Explanation.Row<Figure>> counts(final CountsExplained counts) {
    return numbers(
        new Table<>(
                "What else differs, of %d figures of a fork".formatted(counts.rows().size()),
                counts.found())
            .words("figure", each -> each.of().label().replace('\n', ' '))
            .words("unit", each -> each.of().unit()),
        "");
  }

  static <T> Table<Explanation.Row<T>> numbers(
      final Table<Explanation.Row<T>> table, final String unit) {
    return table
        .numbers("contender" + unit, each -> number(each.contender()))
        .numbers("baseline" + unit, each -> number(each.baseline()))
        .numbers("difference" + unit, each -> signed(each.shift().difference()))
        .numbers("95 % interval", each -> interval(each.shift()));
  }

  /** A frame as people write it: java.util.HashMap.get. */
  static String shown(final String name) {
    return name.matches("[A-Za-z0-9_$/]+\\.[^/]+") ? name.replace('/', '.') : name;
  }

  /** Whether it is so many of something, and not so much. */
  private boolean isCount() {
    return !Set.of("ms", "ns", "MB").contains(explanation.unit());
  }

  private String withUnit(final String number) {
    return (number + " " + explanation.unit()).strip();
  }

  static String interval(final MaxT.Shift shift) {
    return Double.isFinite(shift.low())
        ? "[" + signed(shift.low()) + ", " + signed(shift.high()) + "]"
        : Quantity.NONE;
  }

  static String signed(final double number) {
    return (number < 0 ? "−" : "+") + number(Math.abs(number));
  }

  /** Three digits, and none below a tenth. */
  static String number(final double number) {
    return String.format(Locale.ROOT, number < 9.95 ? "%.1f" : "%,.0f", number);
  }
}
