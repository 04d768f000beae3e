package org.whichjvm.workload.host;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes values with units: {@code 10s}, {@code 64m}, {@code 385 ns}. */
public final class Units {
  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ns|us|ms|s|m|h)?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg])?");

  private Units() {}

  /**
   * Nanoseconds from {@code 30ns}, {@code 20us}, {@code 500ms}, {@code 10s}, {@code 2m}, {@code
   * 1h}; a bare number is seconds.
   */
  public static final class Duration implements ITypeConverter<Long> {
    @Override
    public Long convert(final String text) {
      final Matcher matcher = DURATION.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a duration; write it like 30ns, 20us, 500ms, 10s, 2m or 1h");
      }
      return Math.round(Double.parseDouble(matcher.group(1)) * nanosOf(matcher.group(2)));
    }

    private static long nanosOf(final String unit) {
      if (unit == null) {
        return TimeUnit.SECONDS.toNanos(1);
      }
      switch (unit) {
        case "ns":
          return 1;
        case "us":
          return TimeUnit.MICROSECONDS.toNanos(1);
        case "ms":
          return TimeUnit.MILLISECONDS.toNanos(1);
        case "m":
          return TimeUnit.MINUTES.toNanos(1);
        case "h":
          return TimeUnit.HOURS.toNanos(1);
        default:
          return TimeUnit.SECONDS.toNanos(1);
      }
    }
  }

  /** Bytes from {@code 256}, {@code 64k}, {@code 64m} or {@code 1g}. */
  public static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(final String text) {
      final Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a size; write it like 256, 64k, 64m or 1g");
      }
      final int shift = matcher.group(2) == null ? 0 : 10 * (1 + "kmg".indexOf(matcher.group(2)));
      return Long.parseLong(matcher.group(1)) << shift;
    }
  }

  /** KiB below 10 MiB and MiB from there on, rounded up: {@code 64 MiB}. */
  public static String bytes(final long bytes) {
    return bytes < 10L << 20
        ? String.format(Locale.ROOT, "%,d KiB", (bytes + 1023) >> 10)
        : String.format(Locale.ROOT, "%,d MiB", (bytes + (1 << 20) - 1) >> 20);
  }

  /** Three digits and a unit: {@code 385 ns}, {@code 8.4 µs}, {@code 21.3 ms}. */
  public static String shortTime(final long nanos) {
    double value = nanos;
    int unit = 0;
    for (; value >= 1_000 && unit < 3; unit++) {
      value /= 1_000;
    }
    return String.format(
        Locale.ROOT,
        unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s",
        value,
        new String[] {"ns", "µs", "ms", "s"}[unit]);
  }

  /** The number of a text of /proc, such as {@code 1234 kB}. */
  public static long kib(final String text) {
    return Long.parseLong(text.replaceAll("[^0-9]", ""));
  }

  /** Microseconds with one decimal. */
  public static double micros(final long nanos) {
    return Math.round(nanos / 100.0) / 10.0;
  }

  /** Seconds from ns. */
  public static double seconds(final long nanos) {
    return nanos / 1e9;
  }
}
