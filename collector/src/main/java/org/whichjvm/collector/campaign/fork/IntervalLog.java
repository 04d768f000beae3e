package org.whichjvm.collector.campaign.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Reads a fork's .hlog: interval histograms in ns, tagged with the latency they are of. Not with
 * HdrHistogram's own readers: one ends silently at the first line it cannot read, and the time that
 * the other takes grows with the square of a line's length.
 */
public final class IntervalLog {
  public static final int MAX_BYTES = 64 << 20;

  // A histogram's line has some KB.
  private static final int MAX_LINE_BYTES = 1 << 20;

  // One a second for each latency, 24 hours long. A rate of 1.4 a second counts as 1: half as many
  // more.
  private static final int MAX_INTERVALS = Latency.values().length * 24 * 3_600 * 3 / 2;

  private static final byte[] LEGEND = ascii("\"StartTimestamp\"");
  private static final byte[] TAG = ascii("Tag=");
  private static final int NUMBERS = 3; // start, length, greatest value

  private final byte[] bytes;
  private final Map<Latency, Counts> sums = new EnumMap<>(Latency.class);
  private final byte[][] keys = new byte[Latency.values().length][];
  private int intervals;

  private IntervalLog(final byte[] bytes) {
    this.bytes = bytes;
    for (final Latency latency : Latency.values()) {
      sums.put(latency, new Counts());
      keys[latency.ordinal()] = ascii(latency.key);
    }
  }

  /**
   * The sum of all intervals of each latency.
   *
   * @throws UnusableFile if any part of the file cannot be read
   */
  public static Map<Latency, Counts> read(final Path file) throws UnusableFile, IOException {
    return of(BoundedFile.read(file, MAX_BYTES));
  }

  public static Map<Latency, Counts> of(final byte[] bytes) throws UnusableFile {
    final IntervalLog log = new IntervalLog(bytes);
    try (HistogramDecoder decoder = new HistogramDecoder()) {
      for (int from = 0; from < bytes.length; ) {
        final int end = log.endOfLine(from);
        if (!log.isRemark(from, end)) {
          log.interval(from, end, decoder);
        }
        from = end + 1;
      }
    }
    if (log.intervals == 0) {
      throw log.corrupt();
    }
    return log.sums;
  }

  private int endOfLine(final int from) throws UnusableFile {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
      if (i - from == MAX_LINE_BYTES) {
        throw new UnusableFile("has a line of over 1 MB: it is not an HdrHistogram log");
      }
    }
    throw corrupt(); // the last line was cut short
  }

  private boolean isRemark(final int from, final int end) {
    return from < end && bytes[from] == '#' || startsWith(LEGEND, from, end);
  }

  /** {@code Tag=service,NUMBER,NUMBER,NUMBER,HISTOGRAM}; what has another tag is left out. */
  private void interval(final int from, final int end, final HistogramDecoder decoder)
      throws UnusableFile {
    int field = from;
    Counts sum = null;
    if (startsWith(TAG, from, end)) {
      field = afterComma(from, end);
      sum = sumOf(from + TAG.length, field - 1);
    }
    for (int i = 0; i < NUMBERS; i++) {
      final int next = afterComma(field, end);
      checkNumber(field, next - 1);
      field = next;
    }
    if (intervals == MAX_INTERVALS) {
      throw new UnusableFile("has over " + MAX_INTERVALS + " intervals, more than 24 hours have");
    }
    if (sum != null && !decoder.add(bytes, field, end, sum)) {
      throw corrupt();
    }
    intervals++;
  }

  private Counts sumOf(final int from, final int to) {
    for (final Latency latency : Latency.values()) {
      final byte[] key = keys[latency.ordinal()];
      if (Arrays.equals(bytes, from, to, key, 0, key.length)) {
        return sums.get(latency);
      }
    }
    return null;
  }

  private int afterComma(final int from, final int end) throws UnusableFile {
    for (int i = from; i < end; i++) {
      if (bytes[i] == ',') {
        return i + 1;
      }
    }
    throw corrupt();
  }

  private void checkNumber(final int from, final int to) throws UnusableFile {
    boolean digits = false;
    for (int i = from; i < to; i++) {
      final boolean digit = bytes[i] >= '0' && bytes[i] <= '9';
      if (!digit && bytes[i] != '.' && bytes[i] != '-') {
        throw corrupt();
      }
      digits |= digit;
    }
    if (!digits) {
      throw corrupt();
    }
  }

  private boolean startsWith(final byte[] start, final int from, final int end) {
    return end - from >= start.length
        && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
  }

  private UnusableFile corrupt() {
    return new UnusableFile(
        "is cut short or not an HdrHistogram log: unreadable after " + intervals + " intervals");
  }

  private static byte[] ascii(final String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
