package org.whichjvm.collector.html;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.whichjvm.collector.report.RatioInterval;

/**
 * The intervals in the rows of the ranked table: a small drawing each, all on one logarithmic scale
 * with the line of no difference and the band of what counts as none. Where a mark lies, and
 * whether it is hollow, tells all; the colour only finds the contender in the charts again.
 */
public final class RatioBars {
  private static final int WIDTH = 260;
  private static final int NARROW = 150;
  private static final int EDGE = 9;
  // An interval beyond these ends in an arrow: one tail must not flatten all the other rows.
  private static final double WIDEST = 1.6;
  private static final double NARROWEST = 1.1;
  private static final double ROOM = 1.03;
  private static final int TICK_ROOM = 34;

  private final double from;
  private final double to;
  private final double margin;
  private final int width;

  /** The scale of these intervals, 0.03 being a margin of 3 %; a narrow one has little room. */
  public RatioBars(final Stream<RatioInterval> all, final double margin, final boolean narrow) {
    final DoubleSummaryStatistics bounds =
        all.flatMapToDouble(each -> DoubleStream.of(each.ratio(), each.low(), each.high()))
            .filter(each -> !Double.isNaN(each))
            .summaryStatistics();
    this.from = Math.max(1 / WIDEST, Math.min(1 / NARROWEST, bounds.getMin() / ROOM));
    this.to = Math.min(WIDEST, Math.max(NARROWEST, bounds.getMax() * ROOM));
    this.margin = margin;
    this.width = narrow ? NARROW : WIDTH;
  }

  public int width() {
    return width;
  }

  /** The lower end of what counts as no difference, as a ratio. */
  public double bandFrom() {
    return 1 / (1 + margin);
  }

  public String bandWidth() {
    return number(x(1 + margin) - x(bandFrom()));
  }

  public boolean within(final double ratio) {
    return ratio >= from && ratio <= to;
  }

  /** Returns a ratio's place in pixels; a ratio beyond the scale stands at its end. */
  public String at(final double ratio) {
    return number(x(ratio));
  }

  /** Round ratios on both sides of 1, no two closer than their labels are wide. */
  public List<Double> ticks() {
    final List<Double> ticks = new ArrayList<>(List.of(1.0));
    for (final double each : List.of(1.5, 0.7, 1.2, 0.8, 1.1, 0.9, 1.05, 0.95)) {
      if (within(each)
          && ticks.stream().allMatch(other -> Math.abs(x(other) - x(each)) >= TICK_ROOM)) {
        ticks.add(each);
      }
    }
    return ticks;
  }

  /** The path of an arrow at that end of the scale beyond which a ratio lies. */
  public String arrow(final double ratio) {
    final double tip = ratio < from ? EDGE - 8 : width - EDGE + 8;
    final String back = number(ratio < from ? tip + 7 : tip - 7);
    return "M%s 12 L%s 7.5 L%s 16.5 Z".formatted(number(tip), back, back);
  }

  private double x(final double ratio) {
    final double clipped = Math.max(from, Math.min(to, ratio));
    return EDGE + (width - 2 * EDGE) * Math.log(clipped / from) / Math.log(to / from);
  }

  private static String number(final double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
