package org.whichjvm.collector.io;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.whichjvm.common.Units;

/** Numbers as tables show them. */
public final class Quantity {
    /** Stands in the place of a number that is not known. */
    public static final String NONE = "–";

    private static final long WHOLE_NS_BELOW = 10_000;
    private static final int LEAST_DECIMALS = 2;
    private static final int MOST_DECIMALS = 5;

    /** How near to 1 an end beside it is shown, with that many decimals. */
    private static final double NEAREST = 1e-5;

    private static final List<String> UNITS = List.of("ns", "µs", "ms", "s");

    /** A time with its unit: whole ns below 10,000, then µs, ms or s with 3 significant digits. */
    public static String time(double ns) {
        if (!Double.isFinite(ns)) {
            return unbounded(ns);
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
        int decimals = Math.max(0, 3 - (value.precision() - value.scale()));
        return Units.text("%,." + decimals + "f %s", value, UNITS.get(unit));
    }

    /** A range of times: the unit once if it is the same, one time if both are. */
    public static String range(long minNs, long maxNs) {
        String min = time(minNs);
        String max = time(maxNs);
        if (min.equals(max)) {
            return max;
        }
        String unit = max.substring(max.indexOf(' '));
        return min.endsWith(unit) ? min.substring(0, min.length() - unit.length()) + "–" + max : min + "–" + max;
    }

    /** The time of a fork that could not keep the rate is longer than any other. */
    private static String unbounded(double number) {
        return Double.isNaN(number) ? NONE : number > 0 ? "∞" : "−∞";
    }

    public static String count(long count) {
        return Units.text("%,d", count);
    }

    public static String ratio(double ratio, int decimals) {
        return !Double.isFinite(ratio) ? unbounded(ratio) : Units.text("%." + decimals + "f", ratio);
    }

    /** A share in per cent: two digits below 10 %, none after the point above, 1,000 at most. */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return unbounded(share);
        }
        double percent = share * 100;
        if (percent > 1_000) {
            return "> 1,000 %"; // what is ten times as long is not told by its per cent
        }
        return Units.text(Math.abs(percent) < 9.95 ? "%.1f %%" : "%,.0f %%", percent);
    }

    public static String p(double p) {
        if (Double.isNaN(p)) {
            return NONE;
        }
        return p < 0.0001 ? "< 0.0001" : Units.text(p < 0.01 ? "%.4f" : "%.3f", p);
    }

    /** An interval of ratios, both ends with the decimals that tell on which side of 1 it lies. */
    public static String interval(double low, double high) {
        return interval(low, high, decimals(low, high, Double.NaN));
    }

    /** An interval of ratios with a number of decimals, of {@link #decimals}. */
    public static String interval(double low, double high, int decimals) {
        return Double.isNaN(low) || Double.isNaN(high)
                ? NONE
                : "[%s, %s]".formatted(end(low, low > 1, decimals), end(high, high < 1, decimals));
    }

    /** An end of a whole interval beside 1 is shown no nearer to 1 than its decimals can. */
    private static String end(double end, boolean beside, int decimals) {
        return beside && decimals == MOST_DECIMALS && Math.abs(end - 1) < NEAREST
                ? near(1 + Math.copySign(NEAREST, end - 1), decimals)
                : near(end, decimals);
    }

    /**
     * How many decimals both ends of an interval need, so that what is shown decides as the interval did: 2 at least, 5
     * at most.
     *
     * @param margin within which a difference counts as none, 0.03 being 3 %; NaN if none is asked
     */
    public static int decimals(double low, double high, double margin) {
        int decimals = LEAST_DECIMALS;
        while (decimals < MOST_DECIMALS && !alike(low, high, decimals, margin)) {
            decimals++;
        }
        return decimals;
    }

    private static boolean alike(double low, double high, int decimals, double margin) {
        double from = rounded(low, decimals);
        double to = rounded(high, decimals);
        return low > 1 == from > 1 && high < 1 == to < 1 && within(low, high, margin) == within(from, to, margin);
    }

    private static boolean within(double low, double high, double margin) {
        return low >= 1 / (1 + margin) && high <= 1 + margin; // false of NaN
    }

    private static double rounded(double end, int decimals) {
        return Double.isFinite(end) ? Double.parseDouble(near(end, decimals).replace(",", "")) : end;
    }

    /** A ratio: two decimals near 1, where 1 % matters, and three digits elsewhere. */
    public static String ratio(double ratio) {
        return near(ratio, LEAST_DECIMALS);
    }

    /** A ratio with this number of decimals near 1, and three digits far from it. */
    public static String near(double ratio, int decimals) {
        if (!Double.isFinite(ratio)) {
            return unbounded(ratio);
        }
        int shown = ratio < 0.0995 ? Math.max(3, decimals) : ratio < 9.995 ? decimals : ratio < 99.95 ? 1 : 0;
        return Units.text("%,." + shown + "f", ratio);
    }

    /** A ratio as a change in per cent, with its sign: +1.2 of 1.012, −0.1 of 0.999, 0.0 of what rounds to it. */
    public static String change(double ratio, int decimals) {
        if (!Double.isFinite(ratio)) {
            return unbounded(ratio);
        }
        String percent = Units.text("%,." + decimals + "f", Math.abs(ratio - 1) * 100);
        boolean zero = percent.chars().allMatch(each -> each == '0' || each == '.');
        return (zero ? "" : ratio > 1 ? "+" : "−") + percent;
    }

    /** How long something takes, to people: 45 s, 3.2 min, 1.5 h. */
    public static String duration(double seconds) {
        if (Double.isNaN(seconds)) {
            return NONE;
        }
        if (seconds < 90) {
            return Units.text("%.0f s", seconds);
        }
        return seconds < 5_400 ? Units.text("%.1f min", seconds / 60) : Units.text("%.1f h", seconds / 3_600);
    }

    /** A round number without zeros at its end. */
    public static String plain(double value) {
        String number = Units.text(value < 0.1 ? "%.4f" : "%.2f", value);
        return number.replaceAll("\\.?0+$", "");
    }

    /** A round time with the unit that leaves it short: 500 ns, 2 µs, 10 ms. */
    public static String shortTime(double ns) {
        double value = ns;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.size() - 1) {
            value /= 1_000;
            unit++;
        }
        return plain(value) + " " + UNITS.get(unit);
    }
}
