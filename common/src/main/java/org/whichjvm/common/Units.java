package org.whichjvm.common;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes values with units: {@code 10s}, {@code 64m}, {@code 385 ns}. */
public final class Units {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ns|us|ms|s|m|h)?");
    private static final List<String> UNITS = Arrays.asList("ns", "us", "ms", "s", "m", "h");
    private static final double[] NANOS = {1, 1e3, 1e6, 1e9, 60e9, 3_600e9};
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmgt]?)");

    /** A text whose numbers are written in English, or without arguments the format as it is. */
    public static String text(String format, Object... args) {
        return args.length == 0 ? format : String.format(Locale.ROOT, format, args);
    }

    /**
     * Nanoseconds from {@code 30ns}, {@code 20us}, {@code 500ms}, {@code 10s}, {@code 2m} or {@code 1h}; a bare number
     * is seconds. Empty if the text is no such time.
     */
    public static OptionalLong nanos(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        double nanos = Double.parseDouble(matcher.group(1)) * NANOS[UNITS.indexOf(unit)];
        return OptionalLong.of(Math.round(nanos));
    }

    /**
     * Bytes from {@code 256}, {@code 64k}, {@code 64m}, {@code 1g} or {@code 1t}. Empty if the text is no such size.
     */
    public static OptionalLong bytes(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int shift = matcher.group(2).isEmpty() ? 0 : 10 * " kmgt".indexOf(matcher.group(2));
        long number = Long.parseLong(matcher.group(1));
        return number > Long.MAX_VALUE >> shift ? OptionalLong.empty() : OptionalLong.of(number << shift);
    }

    /** A time as an option takes it, in the largest unit that leaves a whole number: 2500ms. */
    public static String option(long nanos) {
        long value = nanos;
        for (String unit : new String[] {"ns", "us", "ms"}) {
            if (value % 1_000 != 0 || value == 0) {
                return value + unit;
            }
            value /= 1_000;
        }
        return value + "s";
    }

    /** KiB below 10 MiB and MiB from there on, rounded up: {@code 64 MiB}. */
    public static String bytes(long bytes) {
        return bytes < 10L << 20
                ? text("%,d KiB", (bytes + 1023) >> 10)
                : text("%,d MiB", (bytes + (1 << 20) - 1) >> 20);
    }

    /** Three digits and a unit: {@code 385 ns}, {@code 8.4 µs}, {@code 21.3 ms}. */
    public static String shortTime(long nanos) {
        double value = nanos;
        int unit = 0;
        // What would be rounded up to four digits has the next form, or the next unit.
        for (; value >= 999.5 && unit < 3; unit++) {
            value /= 1_000;
        }
        return text(
                unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s", value, new String[] {"ns", "µs", "ms", "s"}[unit]);
    }

    /** Microseconds with one decimal. */
    public static double micros(long nanos) {
        return Math.round(nanos / 100.0) / 10.0;
    }

    public static double seconds(long nanos) {
        return nanos / 1e9;
    }

    /** A value to one decimal, as files have floors and rates. */
    public static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
