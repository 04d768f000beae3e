package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.RankedRow;

/**
 * The intervals in the rows of the ranked table: a small drawing each, all on one logarithmic scale
 * with the line of no difference and the band of what counts as none. Where a mark lies, and
 * whether it is hollow, tells all; the colour only finds the contender in the charts again.
 */
public final class RatioBars {
  private static final int WIDTH = 260;
  private static final int NARROW = 150;
  private static final int HEIGHT = 24;
  private static final int EDGE = 9;
  // What lies beyond these ends in an arrow: one tail must not flatten all the other rows.
  private static final double WIDEST = 1.6;
  private static final double NARROWEST = 1.1;
  private static final double ROOM = 1.03;
  private static final int TICK_ROOM = 34;

  private final double from;
  private final double to;
  private final double margin;
  private final int width;

  /**
   * The scale of these rows.
   *
   * @param margin what counts as no difference, 0.03 being 3 %
   * @param narrow whether there is little room beside the other columns
   */
  public RatioBars(final List<RankedRow> rows, final double margin, final boolean narrow) {
    final double[] bounds =
        rows.stream()
            .flatMapToDouble(each -> DoubleStream.of(each.ratio(), each.low(), each.high()))
            .filter(each -> !Double.isNaN(each))
            .toArray();
    final double least = DoubleStream.of(bounds).min().orElse(1) / ROOM;
    final double most = DoubleStream.of(bounds).max().orElse(1) * ROOM;
    this.from = Math.max(1 / WIDEST, Math.min(1 / NARROWEST, least));
    this.to = Math.min(WIDEST, Math.max(NARROWEST, most));
    this.margin = margin;
    this.width = narrow ? NARROW : WIDTH;
  }

  private String frame(final String variable, final String told) {
    return head(" style=\"color:var(" + variable + ")\"", HEIGHT)
        + " role=\"img\" aria-label=\""
        + HtmlText.escape(told)
        + "\"><rect class=\"band\" y=\"0\" height=\"24\" x=\""
        + at(1 / (1 + margin))
        + "\" width=\""
        + number(x(1 + margin) - x(1 / (1 + margin)))
        + "\"/>"
        + line("one", x(1), 0, x(1), HEIGHT);
  }

  /** The scale's numbers, for the head of the column. */
  public String axis() {
    final StringBuilder svg = new StringBuilder(head("", 16)).append(" aria-hidden=\"true\">");
    for (final double tick : ticks()) {
      svg.append("<text class=\"tick\" text-anchor=\"middle\" y=\"12\" x=\"")
          .append(at(tick))
          .append("\">")
          .append(Quantity.plain(tick))
          .append("</text>");
    }
    return svg.append("</svg>").toString();
  }

  /** Round ratios on both sides of 1, no two closer than their labels are wide. */
  private List<Double> ticks() {
    final List<Double> ticks = new ArrayList<>(List.of(1.0));
    for (final double each : List.of(1.5, 0.7, 1.2, 0.8, 1.1, 0.9, 1.05, 0.95)) {
      if (each >= from
          && each <= to
          && ticks.stream().allMatch(other -> Math.abs(x(other) - x(each)) >= TICK_ROOM)) {
        ticks.add(each);
      }
    }
    return ticks;
  }

  /**
   * One row's interval.
   *
   * @param variable the CSS variable of the contender's colour
   */
  public String bar(final RankedRow row, final String variable) {
    final StringBuilder svg = new StringBuilder(frame(variable, told(row)));
    if (!Double.isNaN(row.ratio())) {
      final double middle = HEIGHT / 2.0;
      if (!Double.isNaN(row.low()) && !Double.isNaN(row.high())) {
        svg.append(line("interval", x(row.low()), middle, x(row.high()), middle));
        svg.append(end(row.low())).append(end(row.high()));
      }
      if (row.ratio() >= from && row.ratio() <= to) {
        final boolean open = row.verdict() == Verdict.INCONCLUSIVE;
        svg.append(
            "<circle class=\"%s\" cx=\"%s\" cy=\"12\" r=\"4.5\"/>"
                .formatted(open ? "dot open" : "dot", at(row.ratio())));
      }
    }
    return svg.append("</svg>").toString();
  }

  /**
   * Many ratios without their intervals, on one scale with all others.
   *
   * @param variable the CSS variable of the contender's colour
   * @param told what they are, for those who do not see them
   */
  public String dots(final List<RankedRow> rows, final String variable, final String told) {
    final StringBuilder svg = new StringBuilder(frame(variable, told));
    for (int i = 0; i < rows.size(); i++) {
      final RankedRow row = rows.get(i);
      if (!Double.isNaN(row.ratio())) {
        final boolean open = row.verdict() == null || row.verdict() == Verdict.INCONCLUSIVE;
        // Not all at one height: equal ones would hide one another.
        svg.append(
            "<circle class=\"%s\" cx=\"%s\" cy=\"%d\" r=\"2.5\"/>"
                .formatted(open ? "dot open" : "dot", at(row.ratio()), 4 + 2 * (i * 7 % 9)));
      }
    }
    return svg.append("</svg>").toString();
  }

  /** The end of an interval: a stroke across, or an arrow where it goes on beyond the scale. */
  private String end(final double ratio) {
    if (ratio < from || ratio > to) {
      final double tip = ratio < from ? EDGE - 8 : width - EDGE + 8;
      final double back = ratio < from ? tip + 7 : tip - 7;
      return "<path class=\"dot\" d=\"M%s 12 L%s 7.5 L%s 16.5 Z\"/>"
          .formatted(number(tip), number(back), number(back));
    }
    return line("interval", x(ratio), HEIGHT / 2.0 - 4, x(ratio), HEIGHT / 2.0 + 4);
  }

  private static String told(final RankedRow row) {
    if (Double.isNaN(row.ratio())) {
      return "no ratio";
    }
    return "ratio "
        + Quantity.ratio(row.ratio())
        + (Double.isNaN(row.low()) || Double.isNaN(row.high())
            ? ""
            : ", from " + Quantity.ratio(row.low()) + " to " + Quantity.ratio(row.high()));
  }

  private String head(final String style, final int height) {
    return "<svg class=\"bar\"" + style + " viewBox=\"0 0 " + width + " " + height + "\"";
  }

  private static String line(
      final String name, final double x1, final double y1, final double x2, final double y2) {
    return "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
        .formatted(name, number(x1), number(y1), number(x2), number(y2));
  }

  private double x(final double ratio) {
    final double clipped = Math.max(from, Math.min(to, ratio));
    return EDGE + (width - 2 * EDGE) * Math.log(clipped / from) / Math.log(to / from);
  }

  private String at(final double ratio) {
    return number(x(ratio));
  }

  private static String number(final double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
