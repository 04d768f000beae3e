package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.io.Quantity;

/** Ratios of contenders to a reference, session by session. */
public final class ChartHistory {
  private static final int HEIGHT = 320;
  private static final int STEPS = 5;

  /** A ratio with its interval, at a session from 1 on; a change begins there, or none does. */
  public record Mark(int session, double ratio, double low, double high, boolean changes) {}

  /** A contender's marks in the order of time. */
  public record Line(String label, List<Mark> marks) {}

  /** The chart of one figure; it draws at least one line. */
  public static Chart of(
      final String name, final String figure, final List<Line> lines, final String against) {
    final Marks ratios = new Marks("x", "y", "color+linetype");
    final Marks ends = new Marks("x", "y", "xend", "yend", "color");
    final Marks changes = new Marks("x", "y", "color+shape");
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    int last = 1;
    final List<String> told = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      final String key = ChartSpec.key(i);
      int changed = 0;
      for (final Mark each : lines.get(i).marks()) {
        ratios.add((double) each.session, each.ratio, key);
        ends.add((double) each.session, each.low, (double) each.session, each.high, key);
        least = Math.min(least, each.low);
        greatest = Math.max(greatest, each.high);
        last = Math.max(last, each.session);
        if (each.changes) {
          changes.add((double) each.session, each.ratio, key);
          changed++;
        }
      }
      told.add("%s: %d changes".formatted(lines.get(i).label(), changed));
    }
    final ChartSpec spec =
        ChartSpec.withLegend(HEIGHT, lines.stream().map(Line::label).toList())
            .layer("segment", ends, "size", 0.6, "alpha", 0.35)
            .layer("line", ratios, "size", 0.9);
    if (!changes.column("x").isEmpty()) {
      spec.layer("point", changes, "size", 5.0);
    }
    final double range = Math.max(greatest - least, 0.01);
    return spec.axis("x", "session", ChartTicks.countFromZero(last))
        .axis(
            "y",
            "ratio to " + against,
            ChartTicks.of(
                least - range / 20,
                greatest + range / 20,
                steps(least, greatest),
                each -> Quantity.ratio(each, 3)))
        .chart(
            name,
            "By session: " + figure,
            "Each line is the ratio of a contender to "
                + against
                + ", above 1 is slower, with the interval of each session. A change has a mark.",
            "History: ",
            told);
  }

  /** Round values from the first to the last, about five, for the labels of an axis. */
  private static List<Double> steps(final double from, final double to) {
    final double step = ChartTicks.step(Math.max(to - from, 0.01) / STEPS);
    return DoubleStream.iterate(
            Math.ceil(from / step) * step, each -> each <= to, each -> each + step)
        .boxed()
        .toList();
  }
}
