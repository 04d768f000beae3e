package org.whichjvm.collector;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Numbers as tables show them. */
final class Quantity {
  /** In the place of a number there is none of. */
  static final String NONE = "–";

  private static final long WHOLE_NS_BELOW = 10_000;
  private static final List<String> UNITS = List.of("ns", "µs", "ms", "s");

  private Quantity() {}

  /** A time with its unit: whole ns below 10,000, then µs, ms or s with 3 significant digits. */
  static String time(final double ns) {
    if (Double.isNaN(ns)) {
      return NONE;
    }
    if (Math.round(ns) < WHOLE_NS_BELOW) {
      return count(Math.round(ns)) + " ns";
    }
    // Rounded first: 999,950 ns is 1.00 ms, not 1000 µs.
    BigDecimal value = new BigDecimal(ns).round(new MathContext(3)).movePointLeft(3);
    int unit = 1;
    while (value.compareTo(BigDecimal.valueOf(1_000)) >= 0 && unit < UNITS.size() - 1) {
      value = value.movePointLeft(3);
      unit++;
    }
    final int decimals = Math.max(0, 3 - (value.precision() - value.scale()));
    return String.format(Locale.ROOT, "%,." + decimals + "f %s", value, UNITS.get(unit));
  }

  /** From one time to another: the unit once if it is the same, one time if both are. */
  static String range(final long minNs, final long maxNs) {
    final String min = time(minNs);
    final String max = time(maxNs);
    if (min.equals(max)) {
      return max;
    }
    final String unit = max.substring(max.indexOf(' '));
    return min.endsWith(unit)
        ? min.substring(0, min.length() - unit.length()) + "–" + max
        : min + "–" + max;
  }

  static String count(final long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String ratio(final double ratio, final int decimals) {
    return Double.isNaN(ratio) ? NONE : String.format(Locale.ROOT, "%." + decimals + "f", ratio);
  }
}
