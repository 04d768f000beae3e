package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.VerdictTable;
import org.whichjvm.collector.report.VerdictText;
import org.whichjvm.collector.report.Words;

/**
 * The ratios to the baseline with their intervals, a row each, around the line of no difference.
 */
public final class ChartForest {
  private static final int ROW_HEIGHT = 21;
  // Of the width, for the numbers at the right.
  private static final double NUMBERS = 0.24;
  // … and where they also name what a row is against.
  private static final double WITH_BASELINE = 0.46;
  // What lies beyond these ends in an arrow: one tail must not flatten all the other rows.
  private static final double WIDEST = 2.5;
  private static final double NARROWEST = 1.12;

  private final Result result;
  // Null: of scores.
  private final Latency latency;
  private final List<Comparison> shown;
  private final double from;
  private final double to;
  private final double end;
  private final ChartSegments intervals = new ChartSegments();
  private final ChartDots points = new ChartDots();
  private final ChartTexts texts = new ChartTexts();

  private ChartForest(final Result result, final Latency latency) {
    this.result = result;
    this.latency = latency;
    this.shown =
        result.comparisons().stream()
            .filter(
                each ->
                    each.figure().latency().equals(Optional.ofNullable(latency))
                        && !Double.isNaN(each.ratio()))
            // There are many scores: the table alone has those that are not decided.
            .filter(each -> latency != null || each.decidable())
            .toList();
    this.from = Math.max(1 / WIDEST, Math.min(1 / NARROWEST, bounds().min().orElse(1) / 1.04));
    this.to = Math.min(WIDEST, Math.max(NARROWEST, bounds().max().orElse(1) * 1.04));
    final double numbers = VerdictTable.elsewhere(result) ? WITH_BASELINE : NUMBERS;
    this.end = to * Math.pow(to / from, numbers / (1 - numbers));
  }

  /** Whether there is a ratio to draw; of scores where the latency is null. */
  static boolean possible(final Result result, final Latency latency) {
    return !new ChartForest(result, latency).shown.isEmpty();
  }

  static Chart of(final Result result, final Latency latency) {
    return new ChartForest(result, latency).draw();
  }

  private DoubleStream bounds() {
    return shown.stream()
        .filter(Comparison::decidable)
        .flatMapToDouble(each -> DoubleStream.of(each.ratio(), each.low(), each.high()))
        .filter(bound -> !Double.isNaN(bound));
  }

  private Chart draw() {
    final ChartNames names = ChartNames.of(result);
    final List<Double> rows = new ArrayList<>();
    final List<String> labels = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    double y = 0;
    for (final Figure figure : shown.stream().map(Comparison::figure).distinct().toList()) {
      for (int i = 0; i < result.contenders().size(); i++) {
        final Comparison each = find(result.contenders().get(i).name(), figure);
        if (each != null) {
          row(each, i, y);
          rows.add(y);
          labels.add(names.labels().get(i));
          told.add(
              Words.contender(result.contenders().get(i))
                  + " at "
                  + heading(figure)
                  + " "
                  + against(each)
                  + VerdictText.ratioWithInterval(each));
          y--;
        }
      }
      y -= 1.35; // the next one's heading
    }
    final double bottom = y + 1.75;
    final int height = (int) Math.round((0.6 + 1.2 - bottom) * ROW_HEIGHT) + 58;
    final String name = "ratios-" + (latency == null ? "scores" : latency.key);
    return new Chart(
        name,
        (latency == null
                ? "Ratios of the scores to "
                : "Ratios of the " + latency.key + " time to ")
            + baseline()
            + (VerdictTable.elsewhere(result) ? ", or to what a row names" : ""),
        note(),
        HtmlText.join("Ratios: ", told),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body(name, spec(rows, labels, bottom, height)));
  }

  private ChartSpec spec(
      final List<Double> rows, final List<String> labels, final double bottom, final int height) {
    final double top = 1.8;
    final ChartSpec spec = new ChartSpec(ChartSpec.WIDTH, height);
    final double margin = result.margin();
    spec.layer(
        "rect",
        ChartSpec.map(
            "a",
            ChartSpec.list(List.of(1 / (1 + margin))),
            "b",
            ChartSpec.list(List.of(1 + margin)),
            "c",
            ChartSpec.list(List.of(bottom)),
            "d",
            ChartSpec.list(List.of(top))),
        ChartSpec.map("xmin", "a", "xmax", "b", "ymin", "c", "ymax", "d"),
        "fill",
        ChartColors.BAND.light(),
        "size",
        0.0);
    final ChartSegments one = new ChartSegments();
    one.add(1, bottom, 1, top, ChartColors.FLOOR.light());
    one.draw(spec, 0.8);
    intervals.draw(spec, 1.5);
    points.draw(spec, 3.4);
    texts.draw(spec);
    return spec.literal("color")
        .axis("x", "", ticks(), "trans", "log10")
        .axis("y", "", new ChartTicks(bottom, top, rows, labels))
        .theme("panel_grid_major_y", ChartSpec.map("blank", true));
  }

  private void row(final Comparison each, final int index, final double y) {
    final String color =
        each.decidable() ? ChartColors.contender(index).light() : ChartColors.FLOOR.light();
    final String text = each.decidable() ? ChartColors.INK.light() : ChartColors.MUTED.light();
    // Without an interval the ratio itself is all there is of one.
    final double low = Double.isNaN(low(each)) ? each.ratio() : low(each);
    final double high = Double.isNaN(high(each)) ? each.ratio() : high(each);
    intervals.add(clipped(low), y, clipped(high), y, color);
    if (low < from) {
      texts.add(from, y, "◂", color, 0.5);
    }
    if (high > to) {
      texts.add(to, y, "▸", color, 0.5);
    }
    if (each.ratio() >= from && each.ratio() <= to) {
      points.add(each.ratio(), y, index, color);
    }
    texts.add(end, y, against(each) + VerdictText.ratioWithInterval(each), text, 1.0);
    if (first(each.figure()) == each) {
      texts.add(from, y + 1, heading(each.figure()), ChartColors.INK.light(), 0.0);
    }
  }

  private double clipped(final double ratio) {
    return Math.max(from, Math.min(to, ratio));
  }

  private static String heading(final Figure figure) {
    return figure.percentile().map(each -> each.axis).orElse(figure.label());
  }

  /** The first row of a figure: its heading stands above it. */
  private Comparison first(final Figure figure) {
    return result.contenders().stream()
        .map(contender -> find(contender.name(), figure))
        .filter(each -> each != null)
        .findFirst()
        .orElse(null);
  }

  private Comparison find(final String contender, final Figure figure) {
    return shown.stream()
        .filter(each -> each.contender().equals(contender) && each.figure().equals(figure))
        .findFirst()
        .orElse(null);
  }

  /** What the row is a ratio to, where that is not the campaign's baseline; empty if it is. */
  private String against(final Comparison each) {
    return each.baseline().equals(result.baseline())
        ? ""
        : "against "
            + ChartNames.shortened(Report.label(result, each.baseline()), ChartNames.IN_A_LEGEND)
            + "  ";
  }

  private ChartTicks ticks() {
    final List<Double> all =
        to / from > 1.7
            ? List.of(0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 2.0, 2.5)
            : List.of(0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5);
    final List<Double> values =
        all.stream().filter(value -> value >= from * 0.999 && value <= to * 1.001).toList();
    final ChartTicks ticks = ChartTicks.of(from / 1.02, end * 1.01, values, each -> "");
    final List<String> labels =
        values.stream().map(value -> Double.toString(value).replaceAll("\\.0$", "")).toList();
    return new ChartTicks(ticks.from(), ticks.to(), values, labels);
  }

  private String baseline() {
    return result.contenders().stream()
        .filter(contender -> contender.name().equals(result.baseline()))
        .map(Words::contender)
        .findFirst()
        .orElse(result.baseline());
  }

  /** What is not decided has an interval of its own. */
  private static double low(final Comparison each) {
    return each.decidable() ? each.low() : each.singleLow();
  }

  private static double high(final Comparison each) {
    return each.decidable() ? each.high() : each.singleHigh();
  }

  private String note() {
    final boolean intervals = shown.stream().anyMatch(each -> !Double.isNaN(low(each)));
    final boolean grey = shown.stream().anyMatch(each -> !each.decidable());
    return "Median over the blocks"
        + (intervals ? ", with its interval" : "; there are too few for an interval")
        + (latency == null
            ? "; right of 1 is slower, also where more is better: the ratio is of what it costs."
            : "; right of 1 is slower.")
        + " The band is ±"
        + Quantity.ratio(result.margin() * 100, 0)
        + " %, what counts as no difference."
        + (grey ? " Grey is not decided: its interval is one by itself." : "");
  }
}
