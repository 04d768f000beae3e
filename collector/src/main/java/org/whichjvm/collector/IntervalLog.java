package org.whichjvm.collector;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;

/**
 * Reads a fork's .hlog: interval histograms in ns, tagged with the latency they are of. It uses the
 * scanner because {@code HistogramLogReader} ends silently at the first line it cannot read.
 */
final class IntervalLog implements HistogramLogScanner.EventHandler {
  /** Significant decimal digits of every histogram: values are good to 0.1 %. */
  static final int DIGITS = 3;

  private static final int MAX_MEGABYTES = 64;

  // The scanner's time grows with the square of a line's length; a histogram's line has some KB.
  private static final int MAX_LINE_BYTES = 1 << 20;

  private final Map<Latency, Histogram> sums = new EnumMap<>(Latency.class);
  private int intervals;
  private boolean corrupt;

  private IntervalLog() {
    for (final Latency latency : Latency.values()) {
      sums.put(latency, new Histogram(DIGITS));
    }
  }

  /**
   * The sum of all intervals of each latency.
   *
   * @throws UnusableFile if any part of the file cannot be read
   */
  static Map<Latency, Histogram> read(final Path file) throws UnusableFile, IOException {
    final byte[] bytes = BoundedFile.read(file, MAX_MEGABYTES);
    checkLines(bytes);
    final IntervalLog log = new IntervalLog();
    try (HistogramLogScanner scanner = new HistogramLogScanner(new ByteArrayInputStream(bytes))) {
      scanner.process(log);
    } catch (final RuntimeException exception) {
      log.corrupt = true; // a last line cut short makes the scanner itself throw
    }
    if (log.corrupt) {
      throw new UnusableFile(
          "is cut short or not an HdrHistogram log: unreadable after "
              + log.intervals
              + " intervals");
    }
    return log.sums;
  }

  private static void checkLines(final byte[] bytes) throws UnusableFile {
    int length = 0;
    for (final byte each : bytes) {
      length = each == '\n' ? 0 : length + 1;
      if (length > MAX_LINE_BYTES) {
        throw new UnusableFile("has a line of over 1 MB: it is not an HdrHistogram log");
      }
    }
  }

  @Override
  public boolean onHistogram(
      final String tag,
      final double timestamp,
      final double length,
      final HistogramLogScanner.EncodableHistogramSupplier lazyReader) {
    for (final Latency latency : Latency.values()) {
      if (latency.key.equals(tag)) {
        corrupt = !add(lazyReader, sums.get(latency));
      }
    }
    intervals += corrupt ? 0 : 1;
    return corrupt;
  }

  private static boolean add(
      final HistogramLogScanner.EncodableHistogramSupplier lazyReader, final Histogram sum) {
    try {
      final EncodableHistogram interval = lazyReader.read();
      if (interval instanceof Histogram histogram
          && histogram.getNumberOfSignificantValueDigits() == DIGITS) {
        sum.add(histogram);
        return true;
      }
      return false;
    } catch (final DataFormatException exception) {
      return false;
    }
  }

  @Override
  public boolean onException(final Throwable exception) {
    corrupt = true;
    return true;
  }

  @Override
  public boolean onComment(final String comment) {
    return false;
  }

  @Override
  public boolean onBaseTime(final double secondsSinceEpoch) {
    return false;
  }

  @Override
  public boolean onStartTime(final double secondsSinceEpoch) {
    return false;
  }
}
