package org.whichjvm.collector.campaign.fork;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * How many latencies fell into each bucket of an HdrHistogram of three digits from 1 ns up. Unlike
 * a {@link Histogram} it takes the counts of a file as they are decoded, without one object for
 * each of a fork's two hundred intervals.
 */
public final class Counts {
  /** Significant decimal digits of every histogram: values are good to 0.1 %. */
  public static final int DIGITS = 3;

  /** Buckets of one width; then come as many of twice that width, and so on. */
  private static final int HALF = 1 << 10;

  /** Beyond 2^62 ns, a century, a latency is not a latency. */
  static final int MAX_BUCKETS = 53 * HALF;

  // As many as values up to 33 ms need: more than most forks have.
  private long[] counts = new long[16 * HALF];
  private int used;
  private long total;

  /** The counts themselves, for a decoder to add to: with room for a bucket of its. */
  long[] buckets(final int bucket) {
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, Math.min(MAX_BUCKETS, bucket + 8 * HALF));
    }
    return counts;
  }

  /**
   * Says what was added to {@link #buckets}.
   *
   * @param below all buckets that were added to
   * @param newTotal of all counts
   */
  void added(final int below, final long newTotal) {
    used = Math.max(used, Math.min(below, counts.length));
    total = newTotal;
  }

  public void add(final Counts other) {
    final long[] sums = buckets(Math.max(0, other.used - 1));
    for (int bucket = 0; bucket < other.used; bucket++) {
      sums[bucket] += other.counts[bucket];
    }
    added(other.used, total + other.total);
  }

  public long total() {
    return total;
  }

  /** The greatest value that half of all latencies are not above, in ns; 0 without latencies. */
  long median() {
    final long half = total - total / 2;
    long below = 0;
    for (int bucket = 0; bucket < used; bucket++) {
      below += counts[bucket];
      if (below >= half && below > 0) {
        return greatestOf(bucket);
      }
    }
    return 0;
  }

  /** The greatest value of the last bucket that has any, in ns; 0 without latencies. */
  long max() {
    for (int bucket = used - 1; bucket >= 0; bucket--) {
      if (counts[bucket] != 0) {
        return greatestOf(bucket);
      }
    }
    return 0;
  }

  public Histogram toHistogram() {
    final Histogram histogram = new Histogram(DIGITS);
    for (int bucket = used - 1; bucket >= 0; bucket--) { // the greatest first: it grows only once
      if (counts[bucket] != 0) {
        histogram.recordValueWithCount(greatestOf(bucket), counts[bucket]);
      }
    }
    return histogram;
  }

  private static long greatestOf(final int bucket) {
    if (bucket < 2 * HALF) {
      return bucket;
    }
    final int shift = bucket / HALF - 1;
    return ((bucket % HALF + HALF + 1L) << shift) - 1;
  }
}
