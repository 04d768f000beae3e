package org.whichjvm.collector.campaign.fork;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Percentile;

/**
 * How many latencies fell into each bucket of an HdrHistogram of three digits from 1 ns up. Unlike
 * a {@link Histogram} it takes the counts of a file as they are decoded.
 */
public final class Counts {
  /** Significant decimal digits of every histogram: values are good to 0.1 %. */
  public static final int DIGITS = 3;

  /** Buckets of one width; then come as many of twice that width, and so on. */
  private static final int HALF = 1 << 10;

  /** Beyond 2^62 ns, a century, a latency is not a latency. */
  static final int MAX_BUCKETS = 53 * HALF;

  // Values up to 33 ms need as many: more than most forks have.
  private long[] counts = new long[16 * HALF];
  private int used;
  private long total;

  /** Adds so many latencies to a bucket below {@link #MAX_BUCKETS}. */
  void add(final int bucket, final long count) {
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, Math.min(MAX_BUCKETS, bucket + 8 * HALF));
    }
    counts[bucket] += count;
    used = Math.max(used, bucket + 1);
    total += count;
  }

  public void add(final Counts other) {
    for (int bucket = other.used - 1; bucket >= 0; bucket--) { // the greatest first: it grows once
      add(bucket, other.counts[bucket]);
    }
  }

  public long total() {
    return total;
  }

  /** The least value that a share of all latencies is not above, in ns; 0 without latencies. */
  long at(final Percentile percentile) {
    // As HdrHistogram counts: a share that is a whole number but for rounding is that number.
    final double share = Math.nextDown(percentile.percent) * total / 100;
    final long wanted = Math.max(1, (long) Math.ceil(share));
    long below = 0;
    for (int bucket = 0; bucket < used; bucket++) {
      below += counts[bucket];
      if (below >= wanted) {
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
    for (int bucket = used - 1; bucket >= 0; bucket--) { // the greatest first: it grows once
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
