package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trimmed means and winsorized sums of squares of samples of the standard normal distribution: what
 * {@link TrimmedWelch} looks at where there is no difference.
 */
final class TrimmedNormals {
  // Drawn once for all tests, so that a report says the same whenever it is made.
  private static final long SEED = 1951;
  private static final int MOST_SAMPLES = 20_000;
  private static final int LEAST_SAMPLES = 500;
  private static final int VALUES = 2_400_000;

  private static final Map<String, TrimmedNormals> KNOWN = new ConcurrentHashMap<>();

  private final double[] means;
  private final double[] squares;
  private final double typicalSquares;

  private TrimmedNormals(final int size, final double trim) {
    final int samples = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, VALUES / size));
    final Random random = new Random(SEED + size);
    means = new double[samples];
    squares = new double[samples];
    final double[] values = new double[size];
    for (int i = 0; i < samples; i++) {
      Arrays.setAll(values, k -> random.nextGaussian());
      final TrimmedGroup group = TrimmedGroup.of(values, trim);
      means[i] = group.mean();
      squares[i] = group.squares();
    }
    typicalSquares = Arrays.stream(squares).average().orElseThrow();
  }

  /** Of samples of so many values, two at least. */
  static TrimmedNormals of(final int size, final double trim) {
    return KNOWN.computeIfAbsent(size + " " + trim, key -> new TrimmedNormals(size, trim));
  }

  /** How many samples there are to choose from. */
  int count() {
    return means.length;
  }

  /** The trimmed mean of one of them, from 0. */
  double mean(final int sample) {
    return means[sample];
  }

  /** The winsorized sum of squares of one of them over that of a typical one. */
  double squares(final int sample) {
    return squares[sample] / typicalSquares;
  }

  /** The standard deviation of a normal sample that typically has such a sum of squares. */
  double sd(final double sumOfSquares) {
    return Math.sqrt(sumOfSquares / typicalSquares);
  }
}
