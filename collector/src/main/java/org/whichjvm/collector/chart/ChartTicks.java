package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * An axis' range and where its labels stand.
 *
 * @param from its lower end
 * @param to its upper end
 * @param values where a label stands
 * @param labels one for each of the values
 */
public record ChartTicks(double from, double to, List<Double> values, List<String> labels) {
  private static final List<Double> STEPS = List.of(1.0, 2.0, 5.0);

  /** From 0 to a little above a greatest value, with about five labels at round numbers. */
  static ChartTicks fromZero(final double max, final DoubleFunction<String> label) {
    final double end = max * 1.06;
    final double magnitude = Math.pow(10, Math.floor(Math.log10(end / 4)));
    double step = magnitude * 10;
    for (final double each : STEPS) {
      if (end / (each * magnitude) <= 6) {
        step = each * magnitude;
        break;
      }
    }
    final List<Double> values = new ArrayList<>();
    for (int i = 0; i * step <= end; i++) {
      values.add(i * step);
    }
    return of(0, end, values, label);
  }

  /** The same for what is counted: whole numbers only. */
  static ChartTicks countFromZero(final int max) {
    return fromZero(Math.max(max, 4), value -> String.format(Locale.ROOT, "%,.0f", value));
  }

  /** A logarithmic axis from below a least value to above a greatest one. */
  static ChartTicks logarithmic(
      final double min, final double max, final DoubleFunction<String> label) {
    final double from = min / 1.15;
    final double to = max * 1.15;
    // With many powers of ten these alone; with few also what lies between.
    final double decades = Math.log10(to / from);
    final List<Double> steps = decades > 3 ? List.of(1.0) : STEPS;
    final List<Double> values = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
      for (final double step : steps) {
        final double value = step * Math.pow(10, power);
        if (value >= from && value <= to) {
          values.add(value);
        }
      }
    }
    return of(from, to, values, label);
  }

  static ChartTicks of(
      final double from,
      final double to,
      final List<Double> values,
      final DoubleFunction<String> label) {
    return new ChartTicks(from, to, values, values.stream().map(label::apply).toList());
  }
}
